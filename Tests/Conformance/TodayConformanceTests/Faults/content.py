#!/usr/bin/env python3
"""Runs a program of the content role, and damages its requests or its answers, in one way:

    content.py FAULT PROGRAM...

The result is a program with that fault."""
import json
import re
import subprocess
import sys


def nodes(tree):
    """Yields all nodes of a tree as it was read, in the order of the text."""
    if isinstance(tree, dict):
        yield tree
        children = tree.get("children")
        for child in children if isinstance(children, list) else []:
            yield from nodes(child)


# Damage to requests. Each function gets the request, whose "json" is the text, and can change it.

def reread(change=lambda tree: None):
    """Reads and writes the text, with a change of its tree."""
    def damage(request):
        try:
            tree = json.loads(request["json"])
        except (ValueError, RecursionError):
            return
        change(tree)
        request["json"] = json.dumps(tree)
    return damage


def without(name):
    def change(tree):
        for node in nodes(tree):
            node.pop(name, None)
    return reread(change)


def without_null(tree):
    for node in nodes(tree):
        for name in [name for name, value in node.items() if value is None]:
            del node[name]


def unique_ids(tree):
    for number, node in enumerate(nodes(tree)):
        if isinstance(node.get("id"), str) and node["id"]:
            node["id"] = str(number)


def known_styles(tree):
    for node in nodes(tree):
        if node.get("style") == "strange":
            node["style"] = 1


def negative_lengths(tree):
    for node in nodes(tree):
        if node.get("spacing") == -1:
            node["spacing"] = 1


def later(usec):
    def damage(request):
        request["now"] += usec
    return damage


def with_member(name, change):
    def damage(request):
        request[name] = change(request[name])
    return damage


def long_texts(request):
    request["json"] = re.sub(r"a{4097}", "a" * 4096, request["json"])


# Damage to answers. Each function gets the answer and the request, and can change the answer.

def place(change):
    def damage(answer, request):
        if answer.get("path"):
            answer["path"] = change(answer["path"])
    return damage


def content(change):
    def damage(answer, request):
        for node in nodes(answer.get("content", {})):
            change(node)
    return damage


def text(pattern, replacement):
    def damage(answer, request):
        if "text" in answer:
            answer["text"] = re.sub(pattern, replacement, answer["text"])
    return damage


def added_default(node):
    if node["kind"] == "column" and "alignment" not in node:
        node["alignment"] = "fill"


def dropped_unknown(node):
    for name in [name for name in node if name.startswith("x-")]:
        del node[name]


def kind_at_its_place(node):
    members = sorted(node.items())
    node.clear()
    node.update(members)


def whole(value):
    """Removes zero fractions from numbers."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [whole(element) for element in value]
    if isinstance(value, dict):
        return {name: whole(element) for name, element in value.items()}
    return value


def whole_parameter(node):
    if "parameter" in node:
        node["parameter"] = whole(node["parameter"])


def fewer_nodes(answer, request):
    if request["json"].count('"kind"') == 256:
        answer.clear()
        answer.update(valid=False, path="")


def everything_taken(answer, request):
    answer.update(valid=True)


FAULTS = {
    "places-counted-from-1": place(lambda path: re.sub(r"\[(\d+)\]", lambda m: f"[{int(m[1]) + 1}]", path)),
    "places-without-the-way": place(lambda path: path.split(".")[-1]),
    "everything-taken": everything_taken,
    "default-added": content(added_default),
    "unknown-attributes-dropped": content(dropped_unknown),
    "kind-sorted-with-the-attributes": content(kind_at_its_place),
    "numbers-lose-their-type": content(whole_parameter),
    "255-nodes-at-most": fewer_nodes,
    "4097-bytes-allowed": long_texts,
    "null-means-absent": reread(without_null),
    "the-second-name-counts": reread(),
    "ids-need-not-differ": reread(unique_ids),
    "unknown-words-refused": reread(known_styles),
    "negative-lengths-taken": reread(negative_lengths),
    "fallback-ignored": without("fallback"),
    "modes-ignored": without("modes"),
    "countdown-rounded-down": later(999_999),
    "show-before-one-too-late": later(-1),
    "private-shown-while-locked": with_member("locked", lambda locked: False),
    "one-cell-too-wide": with_member("width", lambda width: width + 1),
    "capitals-hide-a-scheme": with_member("json", lambda json: json.replace("JavaScript:", "x:")),
    "one-row-too-many-is-reported": text(r"… (\d+) more", lambda m: f"… {int(m[1]) + 1} more"),
    "percentage-not-rounded": text("29%", "28%"),
    "toggle-the-wrong-way-round": text(r"\[x\]", "[ ]"),
    "zone-ignored": without("zone"),
    "range-of-slider-ignored": without("minimum"),
    "second-line-ignored": without("series"),
    "unit-ignored": without("unit"),
    "label-of-progress-ignored": without("label"),
}


def main(fault, *command):
    damage = FAULTS[fault] if fault != "none" else lambda *anything: None
    is_of_request = damage.__code__.co_argcount == 1
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as subject:
        for line in sys.stdin:
            request = json.loads(line)
            if is_of_request:
                damage(request)
            subject.stdin.write(json.dumps(request) + "\n")
            subject.stdin.flush()
            answer = json.loads(subject.stdout.readline())
            if not is_of_request:
                damage(answer, request)
            print(json.dumps(answer), flush=True)
        subject.stdin.close()


main(*sys.argv[1:])
