#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""What the checks of JSON files share: a file is JSON to the letter, follows its schema, and has no
other faults. Exit status: 0, 1 (one line a fault) or 77 (no jsonschema).

check_schema.py SCHEMA FILE... checks no more than that; without arguments, whether it can."""

import json
import sys

try:
    import jsonschema
except ImportError:
    print(f"{sys.argv[0]}: the Python module jsonschema is not installed")
    sys.exit(77)


def strict(text):
    def refuse(constant):
        raise ValueError(f"{constant} is not JSON")

    def unique(pairs):
        members = dict(pairs)
        if len(members) != len(pairs):
            raise ValueError("a member appears twice")
        return members

    return json.loads(text, parse_constant=refuse, object_pairs_hook=unique)


def check_file(validator, path, check):
    try:
        with open(path, encoding="utf-8") as file:
            content = strict(file.read())
    except ValueError as error:
        return [str(error)]
    faults = [f"{error.json_path}: {error.message:.200}" for error in validator.iter_errors(content)]
    return faults or list(check(content))


def main(check):
    """The arguments are SCHEMA FILE...; check gives the faults of what follows the schema."""
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    status = 0
    for path in sys.argv[2:]:
        for fault in check_file(validator, path, check):
            print(f"{path}: {fault}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(lambda content: ()) if len(sys.argv) > 1 else 0)
