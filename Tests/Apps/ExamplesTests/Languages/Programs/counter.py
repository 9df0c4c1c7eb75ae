#!/usr/bin/python3
"""Counts the updates of each instance, and prints the calls of the center."""
import sys

import todaycenter as today

counter = today.Widget(
    "org.example.Counter", name="Counter", update_interval=3600, largest_display_mode="expanded", instances=True,
    preferred_content_size=(0.0, 80.0),
    settings={"Title": "", "Step": {"Type": "integer", "Default": 1, "Minimum": 1}, "Unit": ["apples", "pears"],
              "Loud": False, "Share": 0.5})


@counter.update
def update(context):
    settings = context.settings
    if settings["Step"] == 13:
        raise ValueError("13 isn't\ta step")
    if settings["Step"] == 14:
        return None
    if settings["Step"] == 15:
        return today.Changes(error="it is late", next_update=0)
    context.state.count = getattr(context.state, "count", 0) + settings["Step"]
    line = f"{context.state.count} {settings['Unit']}"
    return today.column(
        line.upper() if settings["Loud"] else line, today.progress(settings["Share"]),
        today.button("Add", "add", parameter=5), today.toggle("Loud", settings["Loud"], "loud"),
        today.text(f"{context.identifier} {context.reason} {context.display_mode}", style="caption"), spacing=3)


@counter.action("add")
def add(context, parameter):
    context.state.count += parameter
    return f"{context.state.count} now"


@counter.action("push")
def push(context, parameter):
    today.push(context.identifier, f"pushed {parameter}")


@counter.action("fail")
def fail(context, parameter):
    raise RuntimeError("it is broken")


@counter.display_mode_changed
def mode(context):
    return today.text(f"{context.display_mode} {context.expanded_size[0]:g}")


@counter.appear
def appear(context):
    print("appear", context.identifier, flush=True)


@counter.disappear
def disappear(context):
    print("disappear", context.identifier, flush=True)


counter.run()
