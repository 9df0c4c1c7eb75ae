#!/usr/bin/python3
# The tasks of ~/tasks.txt, one a line; a done task begins with "x ". See todaycenter-scripts(5).
# <xbar.title>Tasks</xbar.title>
# <xbar.desc>Tasks in a file, to check off and to add</xbar.desc>
# today.format: today

import json
import os

path = os.path.expanduser("~/tasks.txt")
try:
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip()]
except FileNotFoundError:
    lines = []
tasks = {line.removeprefix("x "): line.startswith("x ") for line in lines}

# A tap runs the script with the node's action and value: the new state of a checkbox, or the text of an entry.
action = os.environ.get("TODAYCENTER_ACTION", "")
value = json.loads(os.environ.get("TODAYCENTER_PARAMETER", "null"))
task = action.removeprefix("done ")
if action == "add":
    tasks[value.strip()] = False
elif task in tasks:
    tasks[task] = value
if action:
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.writelines(f"{'x ' * is_done}{task}\n" for task, is_done in tasks.items())
    os.replace(path + ".new", path)

boxes = [{"kind": "checkbox", "id": task, "label": task, "value": is_done, "action": "done " + task}
         for task, is_done in list(tasks.items())[:100]]
entry = {"kind": "entry", "id": "add", "label": "Add a task", "action": "add"}
print(json.dumps({"kind": "column", "children": [*boxes, entry]}))
