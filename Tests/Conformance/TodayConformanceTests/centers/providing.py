#!/usr/bin/python3
"""The center of center.py with the calls to providers: updates and taps.

    providing.py DATA                    runs it; DATA is the folder data of the project
    providing.py DATA --not-implemented  prints the rules that it leaves out, with reasons"""

import contextlib
import inspect
import sys
import time

from gi.repository import Gio, GLib

sys.dont_write_bytecode = True
from center import (CENTER, CHANGES, DEFINITION, INTERFACES, INVALID_ARGS, NOT_IMPLEMENTED, ROOT, Center, Refusal, age,
                    main, now, parts, read, refusing, table, variants)

del NOT_IMPLEMENTED["it doesn't call or find providers"]
del NOT_IMPLEMENTED["it handles calls in order, and answers each at once"]
NOT_IMPLEMENTED.update({
    "it handles calls in order": "C-154",
    "it passes nothing about panels to providers except whether one is visible": "C-79 C-87 C-88 C-89 C-90 C-170",
    "it pauses no widget": "C-169",
    "it doesn't retry for objects that come late": "C-93",
    "it starts no first update, and none after sleep": "C-111 C-112",
})
PROVIDER = CENTER + ".Provider"
CONTEXT = table("provider.md", "## The context")
COUNTED = {"new-data": CHANGES, "no-data": {"NextUpdate": "t"},
           "failed": {"NextUpdate": "t", "Error": "s", "ErrorKind": "s"}}


class Later:
    """A result for which coroutines wait."""
    def __init__(self):
        self.waiters = []

    def __await__(self):
        return (yield self)

    def end(self, value):
        for coroutine in self.waiters:
            run(coroutine, value)


def run(coroutine, value=None):
    with contextlib.suppress(StopIteration):
        coroutine.send(value).waiters.append(coroutine)


def trouble(message, kind):
    refusal = Refusal("ActionFailed", message)
    refusal.kind = kind
    return refusal


def kind_of(error):
    """Returns the kind of a call's error (C-155)."""
    if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.TIMED_OUT):
        return "timed-out"
    name = (Gio.dbus_error_get_remote_error(error) or "").rpartition(".")[2]
    if name in ("NoReply", "ServiceUnknown", "NameHasNoOwner"):
        return "crashed"
    return "app" if name else "invalid-answer"


class Provided:
    """The state of a widget that panels don't see."""
    def __init__(self, provider, sender):
        self.provider = provider
        self.provides_itself = provider is not None and provider[0] == sender
        self.run = None  # the running update
        self.wanted = None  # the reason to update it soon
        self.tried = 0


class ProvidingCenter(Center):
    def __init__(self):
        self.provided = {}
        super().__init__()

    # Late answers
    def give(self, invocation, result):
        if inspect.iscoroutine(result):
            run(self.give_later(invocation, result))
        else:
            super().give(invocation, result)

    async def give_later(self, invocation, coroutine):
        with refusing(invocation):
            super().give(invocation, await coroutine)

    # Registration
    def RegisterWidget(self, sender, identifier, dictionary):
        w, known = self.find(identifier, must_exist=False), self.provided.get(identifier)
        definition = read("InvalidDefinition", dictionary, DEFINITION, "compact")
        name, path = definition.get("BusName"), definition.get("ObjectPath")
        if name and not path:
            path = "/" + name.replace(".", "/").replace("-", "_")
        provider = (name or sender, path) if path else None
        if w and known.provides_itself and w.registrant != sender and w.values["State"] != "unavailable":
            raise Refusal("AlreadyRegistered", f"identifier: {identifier} is provided by {w.registrant}")
        if provider and provider in [other.provider for other in self.provided.values() if other is not known]:
            key = "BusName" if name else "ObjectPath"
            raise Refusal("InvalidDefinition", f"{key}: {provider} provides another widget")
        object_path = super().RegisterWidget(sender, identifier, dictionary)
        new = self.provided[identifier] = Provided(provider, sender)
        if known:
            new.run, new.wanted, new.tried = known.run, known.wanted, known.tried
        elif self.emitted["Viewing"]:
            new.wanted = "visible"
        return object_path

    def UnregisterWidget(self, sender, identifier):
        super().UnregisterWidget(sender, identifier)
        del self.provided[identifier]

    def owner_changed(self, name, old, owner):
        super().owner_changed(name, old, owner)
        for identifier, p in self.provided.items():
            if p.provider and p.provider[0] == name:
                with self.changing(self.widgets[identifier]):
                    self.widgets[identifier].values["State"] = "idle" if owner else "unavailable"

    def accept(self, w, changes):
        had_content = w.values["HasContent"]
        super().accept(w, changes)
        if w.values["HasContent"] and not had_content:
            self.of(w).wanted = "has-content"

    def BeginViewing(self, sender, options):
        was_viewing = self.emitted["Viewing"]
        super().BeginViewing(sender, options)
        for identifier, p in self.provided.items():
            w = self.widgets[identifier]
            if not was_viewing and now() >= w.values["UpdatedAt"] + self.interval(w):
                p.wanted = "visible"

    # Providers
    def of(self, w):
        return self.provided[w.values["Identifier"]]

    def interval(self, w):
        return w.values["Options"]["UpdateInterval"].unpack() * 1e6

    def owner(self, w):
        provider = self.of(w).provider
        with contextlib.suppress(GLib.Error):
            return provider and self.ask_bus(self.bus, "GetNameOwner", "(s)", provider[0])

    async def ask(self, w, member, *arguments):
        """Returns the answer of a provider, or raises a Refusal."""
        owner, method, later = self.owner(w), INTERFACES[PROVIDER].lookup_method(member), Later()
        if not owner:
            raise trouble("the widget has no running provider", "no-provider")
        types = ["(" + "".join(a.signature for a in half) + ")" for half in (method.in_args, method.out_args)]
        self.bus.call(owner, self.of(w).provider[1], PROVIDER, member, GLib.Variant(types[0], arguments),
                      GLib.VariantType(types[1]), Gio.DBusCallFlags.NONE, 18000, None,
                      lambda _, result: later.end(result))
        try:
            return parts(self.bus.call_finish(await later))
        except GLib.Error as error:
            raise trouble(error.message, kind_of(error)) from error

    async def PerformUpdate(self, sender, identifier):
        w = self.find(identifier)
        if self.of(w).run and sender == self.owner(w):
            raise Refusal(INVALID_ARGS, f"identifier: {identifier} is being updated by the caller")
        return await self.update(w, "requested") if self.of(w).provider else "no-data"

    async def update(self, w, reason):
        """Runs an update, or waits for the running one (C-100 to C-107)."""
        p = self.of(w)
        if p.run:
            return await p.run
        p.run, p.tried, begun, values = Later(), now(), time.monotonic(), w.values
        with self.changing(w):
            values["State"] = "updating" if self.owner(w) else "unavailable"
            values["NextUpdate"] = values["NextUpdate"] if values["NextUpdate"] > now() else 0
        context = {
            "Identifier": values["Identifier"], "DisplayMode": values["DisplayMode"], "Reason": reason,
            "Version": 3, "Size": values["Options"]["Size"].unpack(), "CompactSize": (320, 110), "ExpandedSize": (320, 640), "Locale": "C",
            "ProposedMarginInsets": (0,) * 4, "ColorScheme": "light", "Viewing": self.emitted["Viewing"],
            "Settings": {}}
        try:
            result, changes = await self.ask(w, "PerformUpdate", variants(CONTEXT, context))
            if result not in COUNTED:
                raise Refusal("ActionFailed", f"{result} isn't a result")
            changes = read(
                "InvalidContent", changes, COUNTED[result], values["LargestDisplayMode"], result == "new-data")
            kind = changes.get("ErrorKind", "app")
        except Refusal as refusal:
            result, changes, kind = "failed", {"Error": str(refusal)}, getattr(refusal, "kind", "invalid-answer")
        with self.changing(w):
            mode = values["DisplayMode"]
            is_new = w.apply(changes) or values["DisplayMode"] != mode
            result = "no-data" if result == "new-data" and not is_new else result
            error = changes.get("Error") or ("the provider failed" if result == "failed" else "")
            values.update(LastResult=result, Error=error, ErrorKind=kind if error else "", State=values["State"].replace("updating", "idle"))
            if result != "failed":
                values["UpdatedAt"] = age(changes)
        details = {"Revision": values["Revision"], "Error": values["Error"], "ErrorKind": values["ErrorKind"],
                   "DurationUsec": int((time.monotonic() - begun) * 1e6)}
        details = variants({"Revision": "t", "Error": "s", "ErrorKind": "s", "DurationUsec": "t"}, details)
        self.emit(ROOT, CENTER, "WidgetUpdated", "(ssa{sv})", values["Identifier"], result, details)
        ended, p.run = p.run, None
        ended.end(result)
        return result

    def tick(self):
        for identifier, p in list(self.provided.items()):
            w = self.widgets[identifier]
            reason, p.wanted, values = p.wanted, None, w.values
            if 0 < values["NextUpdate"] <= now():
                reason = reason or "next-update"
            interval = self.interval(w)
            if interval and values["UpdatedAt"] and now() >= max(values["UpdatedAt"], p.tried) + interval:
                reason = reason or "interval"
            is_shown = values["HasContent"] and values["Arranged"]
            if reason and p.provider and is_shown and values["State"] == "idle":
                run(self.update(w, reason))
        return super().tick()

    # Taps
    async def InvokeAction(self, sender, identifier, action, parameter, platform_data):
        w = self.tapped(identifier, parameter, platform_data)
        if action == "today.refresh":
            await self.PerformUpdate(None, identifier)
        elif action.startswith("today."):
            super().InvokeAction(sender, identifier, action, parameter, platform_data)
        else:
            changes, = await self.ask(w, "InvokeAction", action, parameter, platform_data)
            self.accept(w, read("ActionFailed", changes, CHANGES, w.values["LargestDisplayMode"]))


if __name__ == "__main__":
    main(ProvidingCenter, NOT_IMPLEMENTED)
