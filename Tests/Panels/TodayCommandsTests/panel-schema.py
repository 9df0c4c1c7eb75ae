"""panel-schema.py SCHEMA LINE...: validates lines of `todayctl bar --format panel`, and prints the errors.

A member that the schema doesn't describe is an error. A described member that no line has is one, too.
"""
import json
import sys

import jsonschema

described, seen = set(), set()


def close(part):
    """Returns the schema without undescribed members."""
    if isinstance(part, list):
        return [close(item) for item in part]
    if not isinstance(part, dict):
        return part
    closed = {name: close(value) for name, value in part.items()}
    if isinstance(part.get("required"), list):
        closed["additionalProperties"] = False
        described.update(part["properties"])
    return closed


with open(sys.argv[1], encoding="utf-8") as file:
    schema = close(json.load(file))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for line in sys.argv[2:]:
    value = json.loads(line, object_hook=lambda members: seen.update(members) or members)
    for error in validator.iter_errors(value):
        # The error of a node says only that it is neither empty nor valid.
        reason = jsonschema.exceptions.best_match([error])
        print("/".join(map(str, reason.absolute_path)), reason.message[:200], sep=": ")
for name in sorted(described - seen):
    print(name, "is in no line", sep=": ")
