#!/usr/bin/python3
"""Reads lines like bars do, and prints the lines that show another text than the given one.

The file in the argument has a JSON object a line: `format`, `line` (the output of todayctl), `text` and `details` (the expected
texts), `commands` (the commands that clicks can run) and `fault` (whether the widget failed). It prints a line for each fault.
"""
import json
import sys

import gi

gi.require_version("Pango", "1.0")
from gi.repository import GLib, Pango

JOINER = "\u2060"


class Fault(Exception):
    pass


def pango(markup):
    """Returns the text of Pango markup, and its attributes: kind, first byte and end."""
    try:
        _, attributes, text, _ = Pango.parse_markup(markup, -1, "\0")
    except GLib.Error as error:
        raise Fault(f"Pango rejects it: {error.message}")
    return text, [
        (attribute.klass.type.value_nick, attribute.start_index, attribute.end_index)
        for attribute in attributes.get_attributes()
    ]


def plain_pango(markup):
    """Returns the text of Pango markup, which must not have attributes."""
    text, attributes = pango(markup)
    if attributes:
        raise Fault("it has markup")
    return text


def tooltip(markup):
    """Returns the text of a tooltip. Its first line is bold, and lines of block elements have a fixed width."""
    text, attributes = pango(markup)
    place, allowed = 0, []
    for number, line in enumerate(text.split("\n")):
        end = place + len(line.encode())
        if number == 0:
            allowed.append(("weight", place, end))
        elif any("\u2580" <= character <= "\u259f" for character in line):
            allowed.append(("family", place, end))
        place = end + 1
    if sorted(attributes) != sorted(allowed):
        raise Fault(f"the tooltip has markup at {attributes}")
    return text


def unpadded(text, is_colored, case):
    """Returns a text without the spaces around it. A widget that failed has them, and colors."""
    if is_colored != case["fault"]:
        raise Fault(f"colors: {is_colored}")
    if not is_colored:
        return text
    if not (text.startswith(" ") and text.endswith(" ")):
        raise Fault("the spaces around it are missing")
    return text[1:-1]


def waybar(case):
    members = json.loads(case["line"])
    return plain_pango(members["text"]), tooltip(members["tooltip"]), case["commands"]


def genmon(case):
    """Reads a line like xfce4-genmon-plugin, which finds each tag by strstr(3), and uses the first."""
    line = case["line"].encode()
    found = {}
    for name in ["img", "icon", "click", "iconclick", "txt", "txtclick", "bar", "tool", "css"]:
        begin, end = line.find(b"<%s>" % name.encode()), line.find(b"</%s>" % name.encode())
        if begin >= 0 and end > begin:
            found[name] = line[begin + len(name) + 2 : end].decode()
    if set(found) != {"txt", "tool", "txtclick"}:
        raise Fault(f"it has the tags {sorted(found)}")
    text, attributes = pango(found["txt"])
    whole = len(text.encode())
    if attributes and sorted(attributes) != [("background", 0, whole), ("foreground", 0, whole)]:
        raise Fault(f"it has markup at {attributes}")
    return unpadded(text, bool(attributes), case), tooltip(found["tool"]), [found["txtclick"]]


# The tags for the colors of a widget that failed
COLORS = ["B#c01c28", "F#ffffff", "F-", "B-"]


def colored(text, colors, depth, case):
    if depth:
        raise Fault("actions are left open")
    if colors not in ([], COLORS):
        raise Fault(f"it has the tags {colors}")
    return unpadded(text.decode(), bool(colors), case)


def polybar(case):
    """Reads a line like tags::parser of polybar: `%{` begins a tag after any text, and no character can be escaped."""
    line = case["line"].encode()
    text, commands, colors, depth, place = b"", [], [], 0, 0
    while place < len(line):
        if line[place : place + 2] != b"%{":
            text += line[place : place + 1]
            place += 1
            continue
        end = line.index(b"}", place)
        tag = line[place + 2 : end].decode()
        place = end + 1
        if tag == "A":
            depth -= 1
        elif tag[:1] == "A" and tag[2:3] == ":" and tag[-1:] == ":":
            depth += 1
            commands.append(tag[3:-1])
        else:
            colors.append(tag)
    return colored(text, colors, depth, case).replace(JOINER, ""), None, commands


def lemonbar(case):
    """Reads a line like parse() of lemonbar 1.4: `%{` begins a tag, and `%%` is a percent sign. The buffer has 4,096 bytes."""
    line = case["line"].encode() + b"\n"
    while len(line) > 4096:
        line = line[4096:]
    line = line[:-1]
    text, commands, colors, depth, place = b"", [], [], 0, 0
    while place < len(line):
        if line[place : place + 2] == b"%{" and line.find(b"}", place) > 0:
            end = line.index(b"}", place)
            tag = line[place + 2 : end].decode()
            place = end + 1
            if tag == "A":
                depth -= 1
            elif tag[:1] == "A" and tag[2:3] == ":" and tag[-1:] == ":":
                depth += 1
                commands.append(tag[3:-1])
            else:
                colors.append(tag)
            continue
        if line[place : place + 2] == b"%%":
            place += 1
        text += line[place : place + 1]
        place += 1
    return colored(text, colors, depth, case), None, commands


def i3bar(case):
    (block,) = json.loads(case["line"].removesuffix(","))
    if "markup" in block:
        raise Fault("it has markup")
    if block["urgent"] != case["fault"]:
        raise Fault(f"urgent: {block['urgent']}")
    return block["full_text"], None, case["commands"]


def objects(case):
    (item,) = json.loads(case["line"])
    return item["Text"], item["Details"], case["commands"]


def plain(case):
    return case["line"].removeprefix("! " if case["fault"] else ""), None, case["commands"]


def shows(text, whole):
    """Returns whether a text is shown, at least the beginning of a long one."""
    return text == whole or text.endswith("…") and len(text) > 500 and whole.startswith(text[:-1])


READERS = {
    "waybar": waybar, "genmon": genmon, "polybar": polybar, "lemonbar": lemonbar, "i3bar": i3bar, "json": objects,
    "panel": objects, "text": plain,
}

for number, line in enumerate(open(sys.argv[1], "rb"), 1):
    case = json.loads(line)
    try:
        if case["format"] != "genmon" and "\n" in case["line"]:
            raise Fault("it has several lines")
        text, details, commands = READERS[case["format"]](case)
        if not shows(text, case["text"]):
            raise Fault(f"it shows {ascii(text)}")
        if details is not None and not shows(details, case["details"]):
            raise Fault(f"it shows the details {ascii(details)}")
        if sorted(commands) != sorted(case["commands"]):
            raise Fault(f"a click runs {ascii(commands)}")
    except (Fault, ValueError, KeyError) as fault:
        print(f"{case['format']}: {ascii(case['text'][-60:])}: {fault}")
print(f"{number} lines")
