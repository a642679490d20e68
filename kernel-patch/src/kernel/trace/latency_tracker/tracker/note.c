// SPDX-License-Identifier: GPL-2.0-only
/*
 * Notes on events that are not over yet, for their alerts. Most events are no alert and have no
 * note. Of two notes in the same place, the newer one stays.
 */
#include <linux/hash.h>
#include <linux/vmalloc.h>

#include "tracker.h"

#define NOTE_BITS	9

struct slot {
	raw_spinlock_t lock;
	const void *owner;
	u64 start;
	u64 weight;
	struct tracker_note note;
};

struct tracker_notes {
	struct slot slot[1 << NOTE_BITS];
};

static struct slot *slot_of(struct tracker_notes *notes, const void *owner)
{
	return &notes->slot[hash_ptr(owner, NOTE_BITS)];
}

/**
 * tracker_note_begin - begin a note
 * @notes: where
 * @owner: of the event, any address
 * @start: when the event began
 * @weight: how much the note matters
 * @flags: for tracker_note_end()
 *
 * Return: the note to fill, until tracker_note_end(); NULL if the event has one that matters as
 * much.
 */
struct tracker_note *tracker_note_begin(struct tracker_notes *notes, const void *owner, u64 start,
					u64 weight, unsigned long *flags)
{
	struct slot *slot = slot_of(notes, owner);

	raw_spin_lock_irqsave(&slot->lock, *flags);
	if (slot->owner == owner && slot->start == start && slot->weight >= weight) {
		raw_spin_unlock_irqrestore(&slot->lock, *flags);
		return NULL;
	}
	slot->owner = owner;
	slot->start = start;
	slot->weight = weight;
	return &slot->note;
}
EXPORT_SYMBOL_GPL(tracker_note_begin);

/**
 * tracker_note_find - find the note of an event
 * @notes: where
 * @owner: of the event
 * @start: when the event began
 * @flags: for tracker_note_end()
 *
 * Return: the note to read, until tracker_note_end(); NULL if there is none.
 */
struct tracker_note *tracker_note_find(struct tracker_notes *notes, const void *owner, u64 start,
				       unsigned long *flags)
{
	struct slot *slot = slot_of(notes, owner);

	raw_spin_lock_irqsave(&slot->lock, *flags);
	if (slot->owner == owner && slot->start == start)
		return &slot->note;
	raw_spin_unlock_irqrestore(&slot->lock, *flags);
	return NULL;
}
EXPORT_SYMBOL_GPL(tracker_note_find);

/**
 * tracker_note_end - end the use of a note
 * @notes: where
 * @owner: of the event
 * @flags: from its beginning
 */
void tracker_note_end(struct tracker_notes *notes, const void *owner, unsigned long flags)
{
	raw_spin_unlock_irqrestore(&slot_of(notes, owner)->lock, flags);
}
EXPORT_SYMBOL_GPL(tracker_note_end);

/**
 * tracker_notes_create - where a tracker notes things
 *
 * Return: the place, or NULL without memory.
 */
struct tracker_notes *tracker_notes_create(void)
{
	struct tracker_notes *notes = vzalloc(sizeof(*notes));
	unsigned int i;

	if (!notes)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(notes->slot); i++)
		raw_spin_lock_init(&notes->slot[i].lock);
	return notes;
}
EXPORT_SYMBOL_GPL(tracker_notes_create);

/**
 * tracker_notes_destroy - free notes that no probe uses any more
 * @notes: they, or NULL
 */
void tracker_notes_destroy(struct tracker_notes *notes)
{
	vfree(notes);
}
EXPORT_SYMBOL_GPL(tracker_notes_destroy);
