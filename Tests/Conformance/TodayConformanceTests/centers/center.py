#!/usr/bin/python3
"""A center, written only from data/specification, to test whether that is complete. It keeps pushed content, and shows it to
panels. providing.py adds the calls to providers.

    center.py DATA                    runs it; DATA is the folder data of the project
    center.py DATA --not-implemented  prints the rules that it leaves out, with reasons"""

import contextlib
import json
import math
import os
import re
import sys
import time
from pathlib import Path

from gi.repository import Gio, GLib

NOT_IMPLEMENTED = {
    "it starts no programs": "C-41 C-91 C-94 C-95 C-97 C-98 C-99",
    "it reads no manifests": "C-38 C-50 C-51 C-162 C-176",
    "it keeps nothing on disk": "C-23 C-133 C-134 C-135 C-136 C-137 C-152 C-175",
    "it has no settings": "C-142 C-143 C-144 C-150 C-151",
    "it has no instances": "C-145 C-146 C-147 C-148 C-149 C-153 C-171 C-172 C-173 C-174",
    "it has no App Groups": "C-123 C-124 C-125 C-126 C-127 C-128 C-129",
    "it applies every push at once": "C-68 C-69 C-70 C-71",
    "it has only the limit of identifiers": "C-83 C-138 C-139",
    "it doesn't call or find providers":
        "C-30 C-39 C-40 C-42 C-44 C-45 C-47 C-61 C-65 C-79 C-85 C-86 C-87 C-88 C-89 C-90 C-92 C-93 C-96 C-100 C-101 C-102 "
        "C-103 C-155 C-104 C-105 C-106 C-107 C-108 C-109 C-110 C-111 C-112 C-113 C-114 C-115 "
        "C-117 C-169 C-170",
    "it opens no URL": "C-119",
    "it explains nothing": "C-120 C-121 C-122 C-165",
    "it doesn't retry after a failure": "C-156",
    "GDBus can't send an error with two arguments": "C-164",
    "it doesn't recognize sandboxed apps": "C-131 C-132",
    "it handles calls in order, and answers each at once": "C-140 C-154",
    "it has no samples": "C-161",
    "it takes any tree": " ".join(f"T-{number}" for number in [*range(1, 126), *range(134, 151)] if number != 17),
}
# The contract, from its files
DATA = Path(sys.argv[1])
CENTER, APPS = "org.todaycenter.NotificationCenter1", "org.todaycenter.Apps1"
WIDGET = CENTER + ".Widget"
ROOT, APPS_PATH = "/org/todaycenter/NotificationCenter1", "/org/todaycenter/Apps1"
DBUS, PROPERTIES, MANAGER = ("org.freedesktop.DBus" + name for name in ("", ".Properties", ".ObjectManager"))
ERROR, INVALID_ARGS = DBUS + ".Error.", DBUS + ".Error.InvalidArgs"
MANAGER_XML = f"""<node><interface name="{MANAGER}"><method name="GetManagedObjects">
    <arg name="objects" type="a{{oa{{sa{{sv}}}}}}" direction="out"/></method></interface></node>"""
INTERFACES = {interface.name: interface
              for xml in [MANAGER_XML, *(file.read_text() for file in DATA.glob("dbus-1/interfaces/*.xml"))]
              for interface in Gio.DBusNodeInfo.new_for_xml(xml).interfaces}
TYPES = {name: {p.name: p.signature for p in interface.properties} for name, interface in INTERFACES.items()}


def table(file, place):
    """Returns the first two columns of the first table after a place in the specification."""
    text = (DATA / "specification" / file).read_text().split(place)[1]
    rows = re.search(r"(\n\|.*)+", text)[0]
    return dict(re.findall(r"\n\| `([\w-]+)` \| `?([^`| ]+)", rows))


LIMITS = {name: GLib.Variant("t", int(value)) for name, value in table("center.md", ">**C-138**").items()}
CHANGES = table("center.md", ">**C-52**")
DEFINITION = {**CHANGES, **table("center.md", ">**C-34**")}
del DEFINITION["AppGroups"], DEFINITION["SettingsSchema"]
VIEWING = table("center.md", ">**C-80**")
OPTIONS = {"Size": "s", "UpdateInterval": "u", "Paused": "b"}
TAP = {"activation-token": "s", "desktop-startup-id": "s", "node": "s", "revision": "t"}
IDENTIFIER = r"[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)+"
TEXTS = {
    "Attention": "none|badge|alert", "ErrorKind": "app|unreachable", "DisplayMode": "compact|expanded", "LargestDisplayMode": "compact|expanded", "ColorScheme": "light|dark",
    "ObjectPath": r"/|(/\w+)+", "Icon": r"[A-Za-z0-9._+-]{0,255}|(?!.*/\.\.(/|$))/[^\x00-\x1f\x7f-\x9f]*",
    "BusName": r"(?!org\.freedesktop\.DBus$)[A-Za-z_-][\w-]*(\.[A-Za-z_-][\w-]*)+"}
TREE = "(sa{sv}av)"
EMPTY = GLib.Variant(TREE, ("", {}, []))
SHOWN = ["Content", "HasContent", "PreferredContentSize", "LargestDisplayMode", "MarginInsets"]
NEW = {
    "Description": "", "Icon": "", "ContainingApp": "", "HasContent": True, "Content": EMPTY, "Revision": 0,
    "DisplayMode": "compact", "LargestDisplayMode": "compact", "PreferredContentSize": (0, 0), "UpdatedAt": 0,
    "MarginInsets": (-1,) * 4, "Arranged": False, "NextUpdate": 0, "LastResult": "", "State": "idle",
    "Error": "", "IsSnapshot": False, "Source": "registered", "Instances": False, "Settings": {},
    "SettingsSchema": [], "ErrorKind": "", "RetryAt": 0, "Attention": "none", "Badge": 0, "Category": "", "Sizes": ["regular"]}
CATEGORIES = "AudioVideo Development Education Game Graphics Network Office Science Settings System Utility".split()


class Refusal(Exception):
    def __init__(self, name, message):
        super().__init__(message)
        self.name = name if "." in name else f"{CENTER}.Error.{name}"


@contextlib.contextmanager
def refusing(invocation):
    """Answers a call with the Refusal of the body, if any."""
    try:
        yield
    except Refusal as refusal:
        invocation.return_dbus_error(refusal.name, str(refusal))


def now():
    return int(time.time() * 1e6)


def variants(types, values):
    return {name: value if isinstance(value, GLib.Variant) else GLib.Variant(types[name], value)
            for name, value in values.items()}


# Arguments of callers
def parts(variant):
    """Returns the arguments of a call, or the parts of a node. A value in an a{sv} or av stays a variant."""
    def unpacked(part):
        if part.get_type_string() == "a{sv}":
            return {name: part.lookup_value(name) for name in part.keys()}
        if part.get_type_string() == "av":
            return [part.get_child_value(i).get_variant() for i in range(len(part))]
        return part.unpack()
    return [unpacked(variant.get_child_value(i)) for i in range(variant.n_children())]


def fits(signature, value):
    if signature.startswith("("):
        least = 0 if signature == "(dd)" else -math.inf
        return type(value) is tuple and len(value) == len(signature) - 2 and all(
            type(part) in (int, float) and least <= part and math.isfinite(part) for part in value)
    kind = {"s": str, "o": str, "b": bool, "u": int, "t": int, "as": list}[signature]
    return type(value) is kind and (kind is not int or 0 <= value < 2 ** (32 if signature == "u" else 64))


def read(error, dictionary, types, largest="expanded", may_be_dated=False):
    """Returns the known keys of a dictionary after checking them."""
    values = {}
    for key in dictionary.keys() & types.keys():
        value = values[key] = dictionary[key].unpack()
        try:
            if types[key] == TREE:
                values[key] = tree(key, json.loads(value) if type(value) is str else dictionary[key])
            elif not fits(types[key], value) or not re.fullmatch(TEXTS.get(key, "(?s:.*)"), str(value), re.A):
                raise ValueError("the value is invalid")
        except (ValueError, TypeError, LookupError, RecursionError) as fault:
            place = "" if str(fault).startswith(key) else f"{key}: {value!s:.80}: "
            raise Refusal(error, f"{place}{fault}") from fault
    if values.get("DisplayMode", "compact") > values.get("LargestDisplayMode", largest):
        raise Refusal(error, "DisplayMode: expanded is above LargestDisplayMode")
    for number, size in enumerate(values.get("Sizes", [])):
        if size not in ("small", "regular"):
            raise Refusal(error, f"Sizes[{number}]: {size} isn't a size")
    if "regular" not in values.get("Sizes", ["regular"]):
        raise Refusal(error, "Sizes: regular is missing")
    if "UpdatedAt" in values and not may_be_dated and "Content" not in values:
        raise Refusal(error, "UpdatedAt: Content is missing")
    if "ErrorKind" in values and "Error" not in values:
        raise Refusal(error, "ErrorKind: Error is missing")
    return values


def tree(place, node):
    """Returns a tree of content in the form of the bus, from a variant or from JSON."""
    if isinstance(node, GLib.Variant) and node.get_type_string() == TREE:
        kind, attributes, children = parts(node)
    elif isinstance(node, dict) and isinstance(node.get("children", []), list):
        kind, children = node["kind"] if node else "", node.get("children", [])
        attributes = {name: json_value(node[name]) for name in node if name not in ("kind", "children")}
    else:
        raise ValueError(f"{place}: it isn't a node")
    if kind == "progress" and "value" in attributes and not 0 <= attributes["value"].unpack() <= 1:
        raise ValueError(f"{place}.value: {attributes['value']} isn't from 0 to 1")
    children = [tree(f"{place}.children[{i}]", child) for i, child in enumerate(children)]
    return GLib.Variant(TREE, (kind, attributes, children))


def json_value(value):
    if isinstance(value, list):
        return GLib.Variant("av", [json_value(item) for item in value])
    return GLib.Variant({bool: "b", str: "s", int: "d", float: "d"}[type(value)], value)


def of_app(app, key):
    """Returns the value of a key in an app's desktop file."""
    with contextlib.suppress(OSError):
        text = (Path(os.environ["XDG_DATA_HOME"]) / "applications" / f"{app}.desktop").read_text()
        found = re.search(rf"^{key}=(.*)", text, re.M)
        return found[1] if found else ""
    return ""


def icon(app):
    """Returns the icon of an app, if a definition can have it."""
    found = of_app(app, "Icon")
    return found if re.fullmatch(TEXTS["Icon"], found) else ""


def age(changes):
    """Returns the moment that content is from (C-158)."""
    return min(changes.get("UpdatedAt", now()), now())


class Widget:
    def __init__(self, identifier):
        self.path = ROOT + "/widget/" + re.sub("[^A-Za-z0-9]", lambda c: f"_{ord(c[0]):02x}", identifier)
        self.values = {**NEW, "Identifier": identifier}
        self.content = EMPTY  # also while HasContent is false
        self.choices = {}
        self.registrant = None

    def define(self, sender, definition):
        self.registrant, self.definition = sender, definition
        for key in ("Description", "Icon", "ContainingApp", "PreferredContentSize", "LargestDisplayMode", "Category"):
            self.values[key] = definition.get(key, NEW[key])
        self.values["Sizes"] = list(dict.fromkeys(definition.get("Sizes", NEW["Sizes"])))
        self.choose({})
        categories = of_app(self.values["ContainingApp"], "Categories").split(";")
        self.values["Category"] = (
            self.values["Category"] or next((name for name in categories if name in CATEGORIES), ""))
        self.values["Icon"] = self.values["Icon"] or icon(self.values["ContainingApp"])
        self.values.update(Name=definition.get("Name") or self.values["Identifier"], State="idle")
        is_new = self.apply({key: definition[key] for key in definition if key in CHANGES})
        if is_new and "Content" in definition:
            self.values["UpdatedAt"] = age(definition)

    def choose(self, choices):
        """Sets options after read() (C-167)."""
        self.choices.update(choices)
        options = {"Size": "regular", "UpdateInterval": self.definition.get("UpdateInterval", 900), "Paused": False,
                   **self.choices}
        options["Size"] = options["Size"] if options["Size"] in self.values["Sizes"] else "regular"
        self.values["Options"] = variants(OPTIONS, options)

    def apply(self, changes):
        """Applies changes after read() (C-52 to C-67). Returns whether they show anything new."""
        before = [self.values[key] for key in SHOWN]
        if not changes.get("HasContent", True) and self.values["HasContent"]:
            self.content, self.values["NextUpdate"] = EMPTY, 0
        if "Content" in changes:
            self.content, self.values["Error"] = changes["Content"], ""
        self.values.update({key: changes[key] for key in changes if key != "UpdatedAt"})
        if "Error" in changes:
            self.values["ErrorKind"] = changes.get("ErrorKind", "app")
        if not self.values["Error"]:
            self.values["ErrorKind"] = ""
        if "Badge" in changes and "Attention" not in changes:
            self.values["Attention"] = "badge" if changes["Badge"] else "none"
        if not self.values["HasContent"]:
            self.values.update(Attention="none", Badge=0)
        self.values["Content"] = self.content if self.values["HasContent"] else EMPTY
        if self.values["LargestDisplayMode"] == "compact":
            self.values["DisplayMode"] = "compact"
        is_new = before != [self.values[key] for key in SHOWN]
        self.values["Revision"] += is_new
        return is_new


class Center:
    def __init__(self):
        self.widgets, self.places, self.revisions, self.exported = {}, [], {}, {}
        self.panels, self.viewed_until = set(), 0
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus, self.apps_bus = (Gio.DBusConnection.new_for_address_sync(
            os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None) for _ in range(2))
        self.emitted = self.properties()
        self.export(self.bus, ROOT, CENTER, MANAGER)
        self.export(self.apps_bus, APPS_PATH, APPS)
        self.bus.signal_subscribe(DBUS, DBUS, "NameOwnerChanged", None, None, Gio.DBusSignalFlags.NONE,
                                  lambda *signal: self.owner_changed(*signal[5].unpack()))
        for bus, name in (self.apps_bus, APPS), (self.bus, CENTER):
            bus.add_filter(self.refuse_unknown)
            if self.ask_bus(bus, "RequestName", "(su)", name, 4) != 1:  # 4 means: don't wait
                sys.exit(f"{name} is taken")
        GLib.timeout_add(100, self.tick)

    def ask_bus(self, bus, member, signature, *values):
        arguments, path = GLib.Variant(signature, values), "/org/freedesktop/DBus"
        return bus.call_sync(DBUS, path, DBUS, member, arguments, None, 0, -1, None).unpack()[0]

    # Calls
    def export(self, bus, path, *interfaces):
        self.exported[path] = {name: bus.register_object(path, INTERFACES[name], self.answer, self.property, None)
                               for name in interfaces}

    def answer(self, _bus, sender, _path, _interface, member, parameters, invocation):
        with refusing(invocation):
            if not hasattr(self, member):
                raise Refusal(ERROR + "NotSupported", f"this center has no {member}")
            self.give(invocation, getattr(self, member)(sender, *parts(parameters)))

    def give(self, invocation, result):
        signature = "".join(out.signature for out in invocation.get_method_info().out_args)
        invocation.return_value(GLib.Variant(f"({signature})", (result,) if signature else ()))

    def property(self, _bus, _sender, path, interface, name):
        found = [w.values for w in self.widgets.values() if w.path == path] or [self.properties()]
        return variants(TYPES[interface], {name: found[0][name]})[name]

    def refuse_unknown(self, bus, message, incoming):
        """Answers calls for which GDBus has other errors (C-15, C-16)."""
        interface, member = message.get_interface(), message.get_member()
        if (not incoming or message.get_message_type() != Gio.DBusMessageType.METHOD_CALL
                or interface in (DBUS + ".Peer", DBUS + ".Introspectable")):
            return message
        known, about, name, error = self.exported.get(message.get_path(), {}), interface, None, None
        if interface == PROPERTIES and message.get_signature() in ("s", "ss", "ssv"):
            about, name = (*message.get_body().unpack(), None)[:2]
        if not known:
            error = "UnknownObject"
        elif about not in (None, PROPERTIES, *known):
            error = "UnknownInterface"
        elif name and name not in TYPES[about]:
            error = "UnknownProperty"
        elif name and member == "Set":
            error = "PropertyReadOnly"
        if not error:
            return message
        reply = message.new_method_error_literal(ERROR + error, f"{error}: {about} {name or member}")
        bus.send_message(reply, Gio.DBusSendMessageFlags.NONE)
        return None

    def GetManagedObjects(self, _):
        return {w.path: {WIDGET: variants(TYPES[WIDGET], w.values)} for w in self.widgets.values()}

    # Signals
    def emit(self, path, interface, member, signature, *values):
        self.bus.emit_signal(None, path, interface, member, GLib.Variant(signature, values))

    def properties(self):
        arrangement = [i for i in self.places if i in self.widgets]
        today = [i for i in arrangement if self.widgets[i].values["HasContent"]]
        viewing = bool(self.panels) or now() < self.viewed_until
        return {"Version": 3, "Arrangement": arrangement, "Today": today, "Viewing": viewing,
                "StateStored": True, "StateError": "", "StateErrorKind": "", "Limits": LIMITS}

    @contextlib.contextmanager
    def changing(self, *widgets):
        """Emits the changes of its body: first of the widgets, then of the center (C-25, C-26)."""
        before = [(w.path, WIDGET, dict(w.values)) for w in widgets] + [(ROOT, CENTER, self.emitted)]
        yield
        self.emitted = self.properties()
        for (path, interface, old), new in zip(before, [w.values for w in widgets] + [self.emitted]):
            changed = {key: value for key, value in new.items() if value != old[key] or key == "Content"
                       and new["Revision"] != old["Revision"]}
            if changed.keys() - {"UpdatedAt"}:
                changed = variants(TYPES[interface], changed)
                self.emit(path, PROPERTIES, "PropertiesChanged", "(sa{sv}as)", interface, changed, [])

    # Registration
    def find(self, identifier, must_exist=True):
        if not re.fullmatch(IDENTIFIER, identifier, re.ASCII) or len(identifier) > 240:
            raise Refusal("InvalidIdentifier", f"identifier: {identifier!r} isn't an identifier")
        if must_exist and identifier not in self.widgets:
            raise Refusal("UnknownWidget", f"identifier: unknown widget {identifier}")
        return self.widgets.get(identifier)

    def RegisterWidget(self, sender, identifier, dictionary):
        w = self.find(identifier, must_exist=False)
        definition = read("InvalidDefinition", dictionary, DEFINITION, "compact")
        if w:
            with self.changing(w):
                w.define(sender, definition)
            return w.path
        w = Widget(identifier)
        w.define(sender, definition)
        with self.changing():
            if identifier not in self.revisions and definition.get("Arranged", True):
                self.places.append(identifier)
            w.values["Arranged"] = identifier in self.places
            w.values["Revision"] += self.revisions.setdefault(identifier, 0)
            self.widgets[identifier] = w
            self.export(self.bus, w.path, WIDGET)
            interfaces = {WIDGET: variants(TYPES[WIDGET], w.values)}
            self.emit(ROOT, MANAGER, "InterfacesAdded", "(oa{sa{sv}})", w.path, interfaces)
        return w.path

    def UnregisterWidget(self, _, identifier):
        w = self.find(identifier)
        with self.changing():
            self.revisions[identifier] = w.values["Revision"]
            del self.widgets[identifier]
        self.bus.unregister_object(self.exported.pop(w.path)[WIDGET])
        self.emit(ROOT, MANAGER, "InterfacesRemoved", "(oas)", w.path, [WIDGET])

    def owner_changed(self, name, _, owner):
        if not owner:
            self.EndViewing(name)
        for identifier, w in list(self.widgets.items()):
            if w.registrant == name and w.definition.get("Transient"):
                self.UnregisterWidget(None, identifier)

    # Changes
    def UpdateWidget(self, _, identifier, dictionary):
        w = self.find(identifier)
        self.accept(w, read("InvalidContent", dictionary, CHANGES, w.values["LargestDisplayMode"]))
        return w.values["Revision"]

    def SetHasContent(self, _, identifier, flag):
        w = self.find(identifier)
        if w.values["HasContent"] != flag:
            self.accept(w, {"HasContent": flag})

    def accept(self, w, changes):
        with self.changing(w):
            if w.apply(changes) or changes.keys() & set(SHOWN) - {"HasContent"}:
                w.values["UpdatedAt"] = age(changes)

    def GetSample(self, _, identifier):
        return self.find(identifier).definition.get("Sample", EMPTY)

    def SetDisplayMode(self, _, identifier, mode):
        w = self.find(identifier)
        if mode not in ("compact", "expanded") or mode > w.values["LargestDisplayMode"]:
            raise Refusal(INVALID_ARGS, f"mode: {identifier} doesn't support {mode}")
        with self.changing(w):
            w.values["DisplayMode"] = mode

    # Options
    def SetOptions(self, _, identifier, dictionary):
        w = self.find(identifier)
        choices = read(INVALID_ARGS, dictionary, OPTIONS)
        for key, is_valid in ("Size", choices.get("Size", "regular") in w.values["Sizes"]), (
                "UpdateInterval", choices.get("UpdateInterval", 0) in (0, *range(60, 604801))):
            if not is_valid:
                raise Refusal(INVALID_ARGS, f"{key}: {identifier} doesn't offer {choices[key]}")
        with self.changing(w):
            w.choose(choices)

    def ResetOptions(self, _, identifier, names):
        w = self.find(identifier)
        with self.changing(w):
            w.choices = {key: value for key, value in w.choices.items() if names and key not in names}
            w.choose({})

    # Panels
    def Arrange(self, _, identifiers, options):
        expected = read(INVALID_ARGS, options, {"Expected": "as"}).get("Expected")
        if expected not in (None, self.emitted["Arrangement"]):
            raise Refusal("Conflict", f"Expected: the arrangement is {self.emitted['Arrangement']}")
        for identifier in identifiers:
            self.find(identifier)
            if identifiers.count(identifier) > 1:
                raise Refusal(INVALID_ARGS, f"identifiers: duplicate {identifier}")
        with self.changing(*self.widgets.values()):
            self.places = identifiers + [i for i in self.places if i not in self.widgets]
            for identifier, w in self.widgets.items():
                w.values["Arranged"] = identifier in identifiers

    def BeginViewing(self, sender, options):
        read(INVALID_ARGS, options, VIEWING)
        with self.changing():
            self.panels.add(sender)

    def EndViewing(self, sender):
        if self.panels == {sender}:
            self.viewed_until = now() + 1000000
        self.panels.discard(sender)

    def PerformUpdate(self, _, identifier):
        self.find(identifier)
        return "no-data"

    # Taps
    def tapped(self, identifier, parameter, platform_data):
        read(INVALID_ARGS, platform_data, TAP)
        if len(parameter) > 1:
            raise Refusal(INVALID_ARGS, "parameter: more than one value")
        return self.find(identifier)

    def InvokeAction(self, sender, identifier, action, parameter, platform_data):
        w = self.tapped(identifier, parameter, platform_data)
        if action == "today.toggle-display-mode" and w.values["LargestDisplayMode"] == "expanded":
            is_compact = w.values["DisplayMode"] == "compact"
            self.SetDisplayMode(sender, identifier, "expanded" if is_compact else "compact")
        elif action != "today.refresh":
            raise Refusal("ActionFailed", f"action: {action} isn't possible")

    def OpenURL(self, _, identifier, url, options):
        self.tapped(identifier, [], options)
        scheme = re.match(r"(?:view-source:)*([a-z][a-z0-9+.-]*):", url.lower())
        if not scheme or scheme[1] in ("javascript", "data") or len(url) > 2048:
            raise Refusal("InvalidURL", f"url: {url} isn't allowed")
        return False

    def tick(self):
        with self.changing():
            pass  # the last panel can have left
        return True


def main(center, left_out):
    if "--not-implemented" in sys.argv:
        return print(*(f"{rule} {why}" for why, rules in left_out.items() for rule in rules.split()), sep="\n")
    center()
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(Center, NOT_IMPLEMENTED)
