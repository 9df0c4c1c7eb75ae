#!/usr/bin/python3
# How busy this computer is, as a tree of todaycenter-content(7), which can do more than a menu. It runs every ten
# seconds, and only while a panel is visible.
# <xbar.title>Load</xbar.title>
# <xbar.desc>How busy this computer is</xbar.desc>
# today.format: today
# today.timeout: 5s

import json
import os

one, five, fifteen = os.getloadavg()
cores = os.cpu_count() or 1
# A tap on the button runs the script again, with the name of its action in the environment.
shows_all = os.environ.get("TODAYCENTER_ACTION") == "all"

children = [
    {"kind": "text", "id": "title", "style": "headline", "text": f"Load: {one:.2f}"},
    {"kind": "progress", "id": "bar", "value": min(one / cores, 1)},
]
if shows_all:
    children.append({"kind": "chart", "id": "chart", "values": [fifteen, five, one], "minimum": 0})
else:
    children.append({"kind": "button", "id": "all", "label": "The last 15 minutes", "action": "all"})

print(json.dumps({"kind": "column", "children": children}))
