"""Widgets for Today Center in Python. The library needs only PyGObject (Debian: python3-gi).

    import time
    import todaycenter as today

    clock = today.Widget("org.example.Clock", name="Clock", update_interval=60, settings={"Seconds": False})

    @clock.update
    def show(context):
        return today.text(time.strftime("%H:%M:%S" if context.settings["Seconds"] else "%H:%M"), style="title")

    clock.run()

Keys of the bus are in snake case: update_interval is UpdateInterval. Attributes have _ for -: show_after is
show-after. A moment is a number of microseconds since 1970, a datetime, or a timedelta from now.
"""

import base64
import contextlib
import datetime
import functools
import json
import os
import re
import signal
import sys
import types
import zoneinfo

from gi.repository import Gio, GLib

CENTER = "org.todaycenter.NotificationCenter1"
PATH = "/org/todaycenter/NotificationCenter1"
APPS = "org.todaycenter.Apps1"  # The only name of the center inside a sandbox.
_FOR_APPS = {"name": APPS, "path": "/org/todaycenter/Apps1", "interface": APPS}
_BUS = "org.freedesktop.DBus"
_METHODS = {"BeginRequest": ("a{sv}", "a{sv}"), "PerformUpdate": ("a{sv}", "sa{sv}"), "Appear": ("", ""),
            "DisplayModeChanged": ("s(dd)", "a{sv}"), "InvokeAction": ("sava{sv}", "a{sv}"),
            "Disappear": ("", ""), "EndRequest": ("", "")}
_PROVIDER = Gio.DBusNodeInfo.new_for_xml(f"<node><interface name='{CENTER}.Provider'>" + "".join(
    f"<method name='{method}'>" + "".join(
        f"<arg type='{kind}' direction='{way}'/>" for way, kinds in zip(("in", "out"), arguments)
        for kind in re.findall(r"s|av|a\{sv\}|\(dd\)", kinds)
    ) + "</method>" for method, arguments in _METHODS.items()) + "</interface></node>").interfaces[0]

# Content: nodes are dictionaries in the JSON form of todaycenter-content(7). A string or a number is a text.
# from the schema: UPDATE_DATA=1 swift test --filter ContentFilesTests
_EVERY = "id action parameter url enabled modes show-after show-before tooltip accessible-label fallback private"
_ATTRIBUTES = {
    "column": "children spacing alignment",
    "row": "children spacing alignment",
    "grid": "children columns spacing",
    "list": "children visible-rows",
    "text": "text style color lines alignment",
    "timer": "until since style finished-text",
    "progress": "value since until style color label",
    "image": "icon data width height description",
    "button": "label icon style",
    "toggle": "label value",
    "chart": "values style minimum maximum series label series-label unit show-values",
    "section": "children label expanded",
    "divider": "",
    "spacer": "",
    "checkbox": "label value",
    "slider": "label value minimum maximum step",
    "clock": "zone style",
    "entry": "label placeholder value",
}
# end of the schema
_NEW = ("checkbox", "slider", "clock", "entry")  # Panels of version 2 show their fallback.
_CLOCKS = {"seconds": "%H:%M:%S", "date": "%Y-%m-%d", "date-time": "%Y-%m-%d %H:%M"}
_sent = {}  # The last content of each widget, in JSON.


@functools.cache
def _warn(message): print("todaycenter: " + message, file=sys.stderr, flush=True)


def _child(kind, child):
    if isinstance(child, (str, int, float)) and not isinstance(child, bool):
        return text(child)
    if isinstance(child, dict) and "kind" in child:
        return child
    raise TypeError(f"{kind}: each child is a node or a text, not a {type(child).__name__}, "
                    "and attributes have names, as in spacing=3")


def _plain_text(kind, label="", value=None, minimum=0, maximum=1, zone=None, style="time", **_others):
    if kind == "checkbox":
        return f"[{'x' if value else ' '}] {label}"
    if kind == "entry":
        return f"[{label}…]"
    if kind == "clock":
        return datetime.datetime.now(zone and zoneinfo.ZoneInfo(zone)).strftime(_CLOCKS.get(style, "%H:%M"))
    part = (value - minimum) / (maximum - minimum)
    cells = (100 if part >= 1 else min(int(part * 100 + 0.5), 99)) // 5
    return f"{label} {'█' * cells}{'░' * (20 - cells)}"


def node(kind, *children, **attributes):
    """Returns a node of any kind. It leaves out attributes and children with the value None."""
    given = {name.strip("_").replace("_", "-"): value for name, value in attributes.items() if value is not None}
    for name, value in given.items():
        if isinstance(value, dict) and name != "parameter":
            raise TypeError(f"{kind}: {name} can't be a " + ("node" if "kind" in value else "dictionary"))
        given[name] = str(value) if name in ("label", "text") else value
    below = [_child(kind, child) for child in children if child is not None]
    if kind in _NEW:
        with contextlib.suppress(Exception):  # The center refuses a node without a plain text.
            given.setdefault("fallback", _plain_text(kind, **given))
    tree = {"kind": kind, **given, **({"children": below} if below else {})}
    if kind not in _ATTRIBUTES:
        _warn(f"unknown kind {kind} (known: {', '.join(_ATTRIBUTES)})")
    known = [*_ATTRIBUTES.get(kind, " ".join(tree)).split(), *_EVERY.split()]
    for name in sorted(tree.keys() - {"kind", *known}):
        _warn(f"unknown attribute {name} of {kind} (known: {', '.join(known)})")
    return tree


column, row, grid, rows, divider, spacer = (
    functools.partial(node, kind) for kind in ("column", "row", "grid", "list", "divider", "spacer"))


def section(label, *children, **attributes): return node("section", *children, label=label, **attributes)
def text(text, **attributes): return node("text", text=text, **attributes)
def timer(**attributes): return node("timer", **attributes)
def progress(value=None, **attributes): return node("progress", value=value, **attributes)
def image(icon=None, **attributes): return node("image", icon=icon, **attributes)
def button(label, action=None, **attributes): return node("button", label=label, action=action, **attributes)
def toggle(label, value, action, **more): return node("toggle", label=label, value=value, action=action, **more)
def checkbox(label, value, action, **more): return node("checkbox", label=label, value=value, action=action, **more)
def slider(label, value, action, **more): return node("slider", label=label, value=value, action=action, **more)
def entry(label, action, **attributes): return node("entry", label=label, action=action, **attributes)
def clock(zone=None, **attributes): return node("clock", zone=zone, **attributes)
def chart(values, **attributes): return node("chart", values=list(values), **attributes)


def moment(when):
    """Returns a time in microseconds since 1970."""
    when = datetime.datetime.now() + when if isinstance(when, datetime.timedelta) else when
    return int(when.timestamp() * 1e6) if isinstance(when, datetime.datetime) else int(when)


def to_json(content):
    """Returns content in its JSON form. None is empty content."""
    def default(value): return base64.b64encode(value).decode() if isinstance(value, bytes) else moment(value)
    content = {} if content in (None, {}) else _child("content", content)
    return json.dumps(content, ensure_ascii=False, allow_nan=False, default=default)


class Changes(dict):
    """Content together with other changes, such as next_update and badge.

    Changes(tree, next_update=datetime.timedelta(hours=1), badge=3)

    An answer with an error makes the update fail. The error is a sentence for the user."""

    def __init__(self, content=None, **keys):
        super().__init__({"".join(word.title() for word in key.split("_")): value for key, value in keys.items()})
        for key in {"NextUpdate", "UpdatedAt"} & set(self):
            self[key] = moment(self[key])
        if isinstance(self.get("Sample"), dict):
            self["Sample"] = to_json(self["Sample"])
        if content is not None:
            self["Content"] = to_json(content)


class Error(Exception):
    """The center refused a call. The attribute name is a word such as InvalidContent."""

    def __init__(self, error):
        self.name = (Gio.dbus_error_get_remote_error(error) or "").rpartition(".")[2]
        super().__init__(re.sub(r"^GDBus\.Error:[^:]*: ", "", error.message))


_TYPES = {bool: ("boolean", "b"), int: ("integer", "x"), float: ("number", "d"), list: ("choice", "as")}


def _variant(value):
    if isinstance(value, dict):
        return GLib.Variant("a{sv}", _variants(value))
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return GLib.Variant("aa{sv}", [_variants(item) for item in value])
    kind = "(" + "d" * len(value) + ")" if isinstance(value, tuple) else _TYPES.get(type(value), "ss")[1]
    return GLib.Variant(kind, value)


def _variants(values): return {key: _variant(value) for key, value in values.items()}


@functools.cache
def bus():
    """Returns the connection to the session bus."""
    return Gio.bus_get_sync(Gio.BusType.SESSION)


def call(method, signature="()", *arguments, name=CENTER, path=PATH, interface=CENTER):
    """Calls a method, by default of the center, and returns the answer."""
    try:
        reply = bus().call_sync(name, path, interface, method, GLib.Variant(signature, arguments), None, 0, -1)
    except GLib.Error as error:
        raise Error(error) from None
    return reply.unpack()[0] if reply.n_children() else None


def push(identifier, content=None, **keys):
    """Sends new content or other changes of a widget and returns its revision."""
    changes = Changes(content, **keys)
    _sent[identifier] = changes.get("Content", _sent.get(identifier))
    return call("UpdateWidget", "(sa{sv})", identifier, _variants(changes), **_FOR_APPS)


def register(identifier, **definition):
    """Adds a widget without a provider, for push()."""
    return call("RegisterWidget", "(sa{sv})", identifier, _variants(Changes(**definition)), **_FOR_APPS)


def unregister(identifier):
    """Removes a registered widget."""
    call("UnregisterWidget", "(s)", identifier, **_FOR_APPS)


def set_has_content(identifier, has_content):
    """Hides a widget that has nothing to show, or shows it again."""
    call("SetHasContent", "(sb)", identifier, has_content, **_FOR_APPS)


def open_url(identifier, url, activation_token=""):
    """Opens a URL for a widget and returns whether a program accepted it."""
    options = {"activation-token": activation_token} if activation_token else {}
    return call("OpenURL", "(ssa{sv})", identifier, url, _variants(options), **_FOR_APPS)


def setting(key, value):
    """Returns the declaration of a setting from a default, a list of choices or a dictionary of keys."""
    kind = _TYPES.get(type(value), ["string"])[0]
    return {"Key": key, **(value if isinstance(value, dict) else {
        "Type": kind, "Choices" if kind == "choice" else "Default": value})}


class Unreachable(Exception):
    """Raised by an update handler that can't reach another machine."""


class Widget:
    """A widget that this program provides, with all of its copies.

    The methods update, begin, display_mode_changed, appear, disappear and action register handlers. A handler gets a
    context, which has identifier, reason, display_mode, size, compact_size, expanded_size, locale, color_scheme,
    viewing and settings (a dictionary). It also has state, an object for the program's own values, one for each copy.
    The handler of an action gets a parameter, too. A handler returns content, Changes, or None if nothing is new.
    """

    def __init__(self, identifier, settings=None, **definition):
        self.is_started_by_center = "TODAYCENTER_WIDGET" in os.environ  # The center then sets the identifier.
        self.identifier = os.environ.get("TODAYCENTER_WIDGET", identifier).partition("#")[0]
        self.path = "/" + self.identifier.replace(".", "/").replace("-", "_")
        self.definition = Changes(object_path=self.path, **definition)
        if settings:
            self.definition["SettingsSchema"] = [setting(key, value) for key, value in settings.items()]
        self.handlers, self.actions, self.contexts = {}, {}, {}

    def update(self, handler):
        """Registers the handler of updates."""
        return self.handlers.setdefault("PerformUpdate", handler)

    def begin(self, handler):
        """Registers the handler of the first call, before any update."""
        return self.handlers.setdefault("BeginRequest", handler)

    def display_mode_changed(self, handler):
        """Registers the handler for a change of the display mode."""
        return self.handlers.setdefault("DisplayModeChanged", handler)

    def appear(self, handler):
        """Registers the handler that runs when a panel starts to show the widget."""
        return self.handlers.setdefault("Appear", handler)

    def disappear(self, handler):
        """Registers the handler that runs when the last panel hides the widget."""
        return self.handlers.setdefault("Disappear", handler)

    def action(self, name):
        """Registers the handler of an action."""
        return lambda handler: self.actions.setdefault(name, handler)

    def run(self):
        """Provides the widget until SIGTERM or SIGINT, then exits.

        The status is 0, 1 if the name is taken or the connection is lost, or 69 without a bus."""
        for number in (signal.SIGTERM, signal.SIGINT):
            GLib.unix_signal_add(GLib.PRIORITY_HIGH, number, lambda: sys.exit(0))
        try:
            self.start()
        except GLib.Error as error:
            print(f"{self.identifier}: {error.message}", file=sys.stderr)
            sys.exit(69)
        GLib.MainLoop().run()

    def start(self):
        """Provides the widget in a program that runs its own GLib main loop."""
        bus().set_exit_on_close(False)
        bus().connect("closed", lambda *_: sys.exit(f"{self.identifier}: lost the connection to the session bus"))
        # The objects come first, for more copies than a user can have: the first call finds them.
        for number in range(1, 1000):
            path = self.path + (f"/instance/{number}" if number > 1 else "")
            bus().register_object(path, _PROVIDER, self._called, None, None)
        if call("RequestName", "(su)", self.identifier, 4, name=_BUS, path="/", interface=_BUS) not in (1, 4):
            sys.exit(f"{self.identifier}: another program already provides it")
        Gio.bus_watch_name_on_connection(
            bus(), APPS, Gio.BusNameWatcherFlags.AUTO_START, lambda *_: self._center_appeared(), None)

    def _center_appeared(self):
        try:
            if not self.is_started_by_center:
                call("RegisterWidget", "(sa{sv})", self.identifier, _variants(self.definition), **_FOR_APPS)
        except Error as error:
            # The center finds a widget with a manifest by its name. After NoReply, the center will appear again.
            is_known = error.name == "AlreadyRegistered" and self._get(self.identifier, "Source") in ("manifest", None)
            if error.name != "NoReply" and not is_known:
                sys.exit(f"{self.identifier}: {error}")

    def _get(self, identifier, key):
        """Returns a property of the widget, or None for an app in a sandbox."""
        path = PATH + "/widget/" + re.sub("[^A-Za-z0-9]", lambda c: f"_{ord(c[0]):02x}", identifier)
        with contextlib.suppress(Error):
            return call("Get", "(ss)", CENTER + ".Widget", key, path=path, interface=_BUS + ".Properties")

    def _context(self, path, method, values):
        number = path[len(self.path):].rpartition("/")[2]
        context = self.contexts.setdefault(path, types.SimpleNamespace(
            identifier=self.identifier + ("#" + number if number else ""), settings={}, state=types.SimpleNamespace()))
        news = values[0] if values and isinstance(values[0], dict) else {}
        if method == "DisplayModeChanged":
            news = {"DisplayMode": values[0], values[0].title() + "Size": values[1]}
        vars(context).update({re.sub("(?<=[a-z])(?=[A-Z])", "_", key).lower(): value for key, value in news.items()})
        return context

    def _unsent(self, identifier, action):
        """Returns the value of a tap without one, in a list: panels of version 2 show the fallback.

        An empty list means no change."""
        nodes = [json.loads(_sent.get(identifier) or "{}") or self._get(identifier, "Content") or {}]
        for node in nodes:
            node = node if isinstance(node, dict) else {"kind": node[0], "children": node[2], **node[1]}
            nodes += node.get("children", [])
            if node.get("action") == action:
                return {"checkbox": [not node.get("value")], "slider": [], "entry": []}.get(node["kind"], [None])
        return [None]

    def _answer(self, context, method, values):
        if method != "InvokeAction":
            answer = self.handlers.get(method, lambda context: None)(context)
        elif values[0] in self.actions:
            given = values[1] or self._unsent(context.identifier, values[0])
            answer = self.actions[values[0]](context, *given) if given else None
        else:
            raise LookupError(f"the widget has no action {values[0]}")
        changes = answer if isinstance(answer, Changes) else Changes(answer)
        result = "failed" if changes.get("Error") else "new-data" if set(changes) - {"NextUpdate"} else "no-data"
        _sent[context.identifier] = changes.get("Content", _sent.get(context.identifier))
        return {"": None, "a{sv}": (_variants(changes),), "sa{sv}": (result, _variants(changes))}[_METHODS[method][1]]

    def _called(self, _bus, _sender, path, _interface, method, parameters, invocation):
        values = parameters.unpack()
        try:
            answer = self._answer(self._context(path, method, values), method, values)
        except Exception as error:
            sys.excepthook(*sys.exc_info())
            reason = re.sub(r"[\0-\x09\x0b-\x1f]", " ", str(error) or type(error).__name__)[:1000]
            if method != "PerformUpdate":
                return invocation.return_dbus_error(CENTER + ".Error.ActionFailed", reason)
            kind = {"ErrorKind": "unreachable"} if isinstance(error, Unreachable) else {}
            answer = ("failed", _variants({"Error": reason, **kind}))
        invocation.return_value(answer and GLib.Variant(f"({_METHODS[method][1]})", answer))
        if method == "EndRequest":
            bus().flush_sync()
            sys.exit(0)
