#!/usr/bin/python3
"""A center, written from data/specification alone, to see whether that is enough. It keeps nothing on disk, starts no
programs, and reads no manifests; SettingsSchema and Instances are unknown keys to it.

  center.py [FAULT]      a fault is something that it then does wrong, see FAULTS"""

import json, math, os, re, sys, time
import dbus, dbus.bus
from dbus.lowlevel import ErrorMessage, MethodCallMessage, MethodReturnMessage, SignalMessage
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

FAULTS = ["reply-first", "counts-the-same", "today-first", "hides-half", "arranges-half", "expects-nothing", "holds-nothing",
          "keeps-errors", "tells-all", "hides-at-once", "no-data-counts", "mode-stays", "errors-are-errors", "partial-patch"]
FAULT = sys.argv[1] if len(sys.argv) > 1 else None
CENTER, APPS = "org.todaycenter.NotificationCenter1", "org.todaycenter.Apps1"
ROOT, APPS_ROOT = "/org/todaycenter/NotificationCenter1", "/org/todaycenter/Apps1"
STANDARD, WIDGET, GROUP, PROVIDER = "org.freedesktop.DBus.", CENTER + ".Widget", APPS + ".Group", CENTER + ".Provider"
MODES = ["compact", "expanded"]
LIMITS = dict(IdentifierBytes=240, ContentBytes=131072, TotalContentBytes=32 << 20, Nodes=256, Depth=16, StringBytes=4096,
              Widgets=512, WidgetsPerConnection=32, WidgetsPerApp=32, ContentBytesPerApp=4 << 20, GroupsPerApp=16, Panels=32,
              PushBurst=10, PushPerSecondViewing=10, PushPerSecondHidden=1, UpdateDeadlineUsec=20000000, URLBytes=2048,
              GroupBytes=1 << 20, GroupValueBytes=64 << 10, MessageBytes=2 << 20, InstancesPerWidget=16,
              SettingsPerWidget=64, SettingBytes=4096, SettingsBytes=64 << 10)
CHANGES = dict(Content="content", HasContent="b", PreferredContentSize="size", LargestDisplayMode="mode", DisplayMode="mode",
               MarginInsets="insets", NextUpdate="t", Error="s")
DEFINITION = dict(CHANGES, Name="s", Description="s", Icon="s", ContainingApp="s", BusName="s", Exec="s", ObjectPath="path",
                  UpdateInterval="u", MemoryMax="t", AppGroups="groups", Arranged="b", Transient="b")
VIEWING = dict(Name="s", CompactSize="size", ExpandedSize="size", ProposedMarginInsets="insets", ColorScheme="scheme", Locale="s")
METHODS = {
    CENTER: dict(RegisterWidget=("sa{sv}", "o"), UnregisterWidget=("s", ""), UpdateWidget=("sa{sv}", "t"), SetHasContent=("sb", ""),
                 PerformUpdate=("s", "s"), OpenURL=("ssa{sv}", "b"), InvokeAction=("ssava{sv}", ""), Arrange=("asa{sv}", ""),
                 SetDisplayMode=("ss", ""), BeginViewing=("a{sv}", ""), EndViewing=("", ""), Explain=("s", "a{sv}")),
    GROUP: dict(Get=("s", "v"), GetAll=("", "a{sv}"), Set=("a{sv}", ""), Remove=("as", "")), WIDGET: {},
    STANDARD + "ObjectManager": dict(GetManagedObjects=("", "a{oa{sa{sv}}}")),
    STANDARD + "Properties": dict(Get=("ss", "v"), GetAll=("s", "a{sv}"), Set=("ssv", "")),
    STANDARD + "Peer": dict(Ping=("", ""), GetMachineId=("", "s")), STANDARD + "Introspectable": dict(Introspect=("", "s"))}
METHODS[APPS] = {m: METHODS[CENTER][m] for m in ("RegisterWidget", "UnregisterWidget", "UpdateWidget", "SetHasContent", "OpenURL")}
SIGNALS = {CENTER: {"WidgetUpdated": "ssa{sv}"}, GROUP: {"Changed": "a{sv}as"}}
NAMES = dict(RegisterWidget=["identifier", "definition"])
EMPTY = dbus.Struct(("", dbus.Dictionary({}, signature="sv"), dbus.Array([], "v")), signature="sa{sv}av")
NOT_READY = [STANDARD + "Error." + e for e in ("UnknownMethod", "UnknownObject", "UnknownInterface")]


class Refusal(Exception):
    def __init__(self, name, message):
        super().__init__(message)
        self.name = name if "." in name else CENTER + ".Error." + name


def bad_argument(message): return Refusal(STANDARD + "Error.InvalidArgs", message)
def now(): return int(time.time() * 1e6)
def escaped(name): return re.sub(rb"[^A-Za-z0-9]|^[0-9]", lambda m: b"_%02x" % m[0][0], name.encode()).decode()
def path_of(identifier): return ROOT + "/widget/" + escaped(identifier)
def is_integer(value): return isinstance(value, int) and not isinstance(value, (bool, dbus.Boolean))
def strings(value): return isinstance(value, dbus.Array) and all(isinstance(v, str) for v in value)


# Content: as much as is needed to say where something is wrong.
def json_node(text):
    def build(node, place):
        if not isinstance(node, dict) or not isinstance(node.get("kind", ""), str) or not isinstance(node.get("children", []), list):
            raise ValueError(f"{place}: not a node")
        attributes = {k: float(v) if k == "value" and not isinstance(v, bool) else v for k, v in node.items() if k not in ("kind", "children")}
        children = [build(c, f"{place}.children[{i}]") for i, c in enumerate(node.get("children", []))]
        return (node.get("kind", ""), attributes, children)
    try: return build(json.loads(text), "Content")
    except (ValueError, RecursionError) as error: raise ValueError(f"Content: {error}")


def content(value, place="Content"):
    if isinstance(value, str): value = json_node(value)
    elif not isinstance(value, (tuple, dbus.Struct)) or len(value) != 3 or not isinstance(value[1], dict):
        raise ValueError(f"{place}: {value!r:.50} is no tree")
    kind, attributes, children = value
    for name, item in attributes.items():
        if name == "value" and kind == "progress" and not (isinstance(item, (int, float)) and 0 <= item <= 1):
            raise ValueError(f"{place}.value: {item} is outside 0…1")
        if name in ("text", "label") and not isinstance(item, str): raise ValueError(f"{place}.{name}: {item} is no text")
    children = [content(child, f"{place}.children[{i}]") for i, child in enumerate(children)]
    return dbus.Struct((kind, dbus.Dictionary(attributes, signature="sv"), dbus.Array(children, "v")), signature="sa{sv}av")


def checked(key, kind, value):
    """A value of a dictionary in its documented type."""
    def refuse(why): raise ValueError(f"{key}: {value!s:.60} {why}")
    if kind == "content": return content(value)
    if kind == "b": return bool(value) if isinstance(value, (bool, dbus.Boolean)) else refuse("is no boolean")
    if kind in "ut":
        if not is_integer(value): refuse("is no integer")
        return int(value) if 0 <= value < 2 ** (32 if kind == "u" else 64) else refuse("is out of range")
    if kind in ("size", "insets"):
        if not isinstance(value, dbus.Struct) or len(value) != (2 if kind == "size" else 4): refuse("has the wrong type")
        if not all(isinstance(v, (int, float)) and math.isfinite(v) for v in value): refuse("has no numbers")
        if kind == "size" and min(value) < 0: refuse("is below 0")
        return tuple(float(v) for v in value)
    if kind == "groups":
        if not strings(value): refuse("is no array of texts")
        for i, name in enumerate(value):
            if not re.fullmatch(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*", name): raise ValueError(f"AppGroups[{i}]: {name} is no App Group")
        return [str(v) for v in value]
    if not isinstance(value, str): refuse("is no text")
    if kind == "mode" and value not in MODES: refuse("is no mode")
    if kind == "scheme" and value not in ("light", "dark"): refuse("is none")
    if kind == "path" and not re.fullmatch(r"/|(/[A-Za-z0-9_]+)+", value): refuse("is no path")
    if key == "BusName" and (not re.fullmatch(r"[A-Za-z_-][\w-]*(\.[A-Za-z_-][\w-]*)+", value) or value == STANDARD[:-1]):
        refuse("is no bus name")
    return str(value)


def read(dictionary, kinds, error):
    try: values = {k: checked(k, kinds[k], v) for k, v in dictionary.items() if k in kinds}
    except ValueError as fault: raise error(str(fault))
    return values


class Widget:
    def __init__(self, identifier):
        self.identifier, self.path, self.registrant, self.kept, self.held = identifier, path_of(identifier), None, EMPTY, []
        self.revision = self.updated = self.next = self.told = self.failures = self.runs = 0
        self.has_content, self.mode, self.insets, self.error, self.result, self.state = True, "compact", (-1.0,) * 4, "", "", "idle"
        self.tokens, self.filled, self.waiters, self.timers, self.appeared, self.look = 10.0, time.monotonic(), None, {}, False, None

    def define(self, definition):
        self.definition = definition
        self.largest = definition.get("LargestDisplayMode", "compact")
        self.size = definition.get("PreferredContentSize", (0.0, 0.0))
        if self.largest == "compact": self.mode = "compact"
        name, path = definition.get("BusName"), definition.get("ObjectPath")
        self.provider = (name, path or "/" + name.replace(".", "/").replace("-", "_")) if name else (self.registrant, path) if path else None

    def apply(self, changes):
        """Applies changes that were checked. Whether they make a revision."""
        before = (self.has_content, self.shown, self.size, self.largest, self.insets)
        if "HasContent" in changes:
            if not changes["HasContent"] and FAULT != "hides-half": self.kept, self.next = EMPTY, 0
            self.has_content = changes["HasContent"]
        for key, name in (("Content", "kept"), ("PreferredContentSize", "size"), ("LargestDisplayMode", "largest"),
                          ("DisplayMode", "mode"), ("MarginInsets", "insets"), ("NextUpdate", "next")):
            if key in changes: setattr(self, name, changes[key])
        if self.largest == "compact" and FAULT != "mode-stays": self.mode = "compact"
        if "Error" in changes or "Content" in changes and FAULT != "keeps-errors": self.error = changes.get("Error", "")
        is_new = before != (self.has_content, self.shown, self.size, self.largest, self.insets)
        if is_new or FAULT == "counts-the-same" and "Content" in changes: self.revision += 1
        return is_new

    @property
    def shown(self): return self.kept if self.has_content or FAULT == "hides-half" else EMPTY


class Center:
    def __init__(self):
        address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
        self.connections = {name: dbus.bus.BusConnection(address, mainloop=DBusGMainLoop()) for name in (APPS, CENTER)}
        self.widgets, self.places, self.seen, self.revisions, self.panels, self.lingering = {}, [], set(), {}, {}, None
        self.groups, self.readers, self.owners, self.told = {}, {}, {}, None
        for name, connection in self.connections.items():
            connection.set_exit_on_disconnect(True)
            connection.add_message_filter(self.received)
        self.bus = self.connections[CENTER]
        self.bus.add_match_string("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'")
        self.told = self.properties()
        for name in (APPS, CENTER):
            if self.connections[name].request_name(name, dbus.bus.NAME_FLAG_DO_NOT_QUEUE) != dbus.bus.REQUEST_NAME_REPLY_PRIMARY_OWNER:
                sys.exit(f"{name} is taken")

    # What is sent
    def emit(self, name, path, interface, member, signature, *values, to=None):
        signal = SignalMessage(path, interface, member)
        signal.append(*values, signature=signature)
        if to: signal.set_destination(to)
        self.connections[name].send_message(signal)

    def tell(self, path, interface, values):
        if values: self.emit(CENTER, path, STANDARD + "Properties", "PropertiesChanged", "sa{sv}as", interface, values, [])

    @property
    def viewing(self): return bool(self.panels) or self.lingering is not None
    @property
    def arrangement(self): return [i for i in self.places if i in self.widgets]

    def properties(self):
        today = [i for i in self.arrangement if self.widgets[i].has_content]
        return dict(Version=dbus.UInt32(2), Arrangement=dbus.Array(self.arrangement, "s"), Today=dbus.Array(today, "s"), Viewing=self.viewing,
                    StateStored=True, StateError="", Limits=dbus.Dictionary({k: dbus.UInt64(v) for k, v in LIMITS.items()}, "sv"))

    def publish(self):
        before, self.told = self.told, self.properties()
        self.tell(ROOT, CENTER, {k: v for k, v in self.told.items() if v != before[k]})

    def of_widget(self, w):
        d = w.definition
        return dict(Identifier=w.identifier, Name=d.get("Name") or w.identifier, Description=d.get("Description", ""), Icon=d.get("Icon", ""),
                    ContainingApp=d.get("ContainingApp", ""), HasContent=w.has_content, Arranged=w.identifier in self.places,
                    DisplayMode=w.mode, LargestDisplayMode=w.largest, PreferredContentSize=dbus.Struct(w.size, signature="dd"),
                    MarginInsets=dbus.Struct(w.insets, signature="dddd"), Content=w.shown, Revision=dbus.UInt64(w.revision),
                    UpdatedAt=dbus.UInt64(w.updated), NextUpdate=dbus.UInt64(w.next), IsSnapshot=False, LastResult=w.result, State=w.state,
                    Error=w.error, Source="registered", Instances=False, Settings=dbus.Dictionary({}, "sv"),
                    SettingsSchema=dbus.Array([], "a{sv}"))

    def change(self, w, body, *arguments):
        """Does something with a widget, and tells of what is different then."""
        self.release(w)
        before = self.of_widget(w)
        result = body(*arguments)
        after = self.of_widget(w)
        names = [k for k in after if after[k] != before[k] or k == "Content" and after["Revision"] != before["Revision"]]
        if names == ["UpdatedAt"] and w.updated - w.told < 60e6: names = []
        if "UpdatedAt" in names: w.told = w.updated
        self.tell(w.path, WIDGET, {k: after[k] for k in names})
        self.publish()
        if w.next != before["NextUpdate"]: self.plan(w)
        return result

    # Registration
    def find(self, identifier):
        if not re.fullmatch(r"[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)+", identifier, re.ASCII) or len(identifier) > 240:
            raise Refusal("InvalidIdentifier", f"identifier: {identifier!r} is none")
        if identifier not in self.widgets: raise Refusal("UnknownWidget", f"identifier: there is no {identifier}")
        return self.widgets[identifier]

    def RegisterWidget(self, sender, identifier, dictionary):
        try: w = self.find(identifier)
        except Refusal as refusal:
            if "Invalid" in refusal.name: raise
            w = None
        invalid = lambda text: Refusal("InvalidDefinition", text)
        d = read(dictionary, DEFINITION, invalid)
        if d.get("DisplayMode", "compact") > d.get("LargestDisplayMode", "compact"): raise invalid("DisplayMode: expanded is above compact")
        if w and w.provider and w.provider[0] == w.registrant != sender and w.state != "unavailable":
            raise Refusal("AlreadyRegistered", f"identifier: {identifier} is provided by {w.registrant}")
        new = Widget(identifier)
        new.registrant = sender
        new.define(d)
        for other in self.widgets.values():
            if new.provider and other.provider == new.provider and other is not w:
                raise invalid(f"{'BusName' if 'BusName' in d else 'ObjectPath'}: {new.provider} provides {other.identifier}")
        if sum(o.registrant == sender for o in self.widgets.values() if o is not w) >= 32:
            raise Refusal("LimitExceeded", "WidgetsPerConnection is 32")
        if not w and len(self.widgets) >= 512: raise Refusal("LimitExceeded", "Widgets is 512")
        changes = {k: v for k, v in d.items() if k in CHANGES and k not in ("LargestDisplayMode", "PreferredContentSize")}
        def fill(w):
            w.registrant, w.state = sender, "idle"
            w.define(d)
            if w.apply(changes) and "Content" in changes: w.updated = now()
        if w: self.change(w, fill, w)
        else:
            fill(new)
            new.revision += self.revisions.get(identifier, 0)
            self.widgets[identifier], new.told = new, new.updated
            if identifier not in self.seen and d.get("Arranged", True): self.places.append(identifier)
            self.seen.add(identifier)
            if FAULT == "today-first": self.publish()
            self.emit(CENTER, ROOT, STANDARD + "ObjectManager", "InterfacesAdded", "oa{sa{sv}}", new.path, {WIDGET: self.of_widget(new)})
            self.publish()
            w = new
        self.keep_groups()
        GLib.idle_add(self.plan, w)
        if w.provider and "BusName" in d: self.owners.setdefault(d["BusName"], self.bus.name_has_owner(d["BusName"]))
        return w.path

    def keep_groups(self):
        named = {g for w in self.widgets.values() for g in w.definition.get("AppGroups", [])}
        self.named = {APPS_ROOT + "/group/" + escaped(g) for g in named}

    def UnregisterWidget(self, sender, identifier): self.remove(self.find(identifier))

    def remove(self, w):
        self.release(w)
        for timer in w.timers.values(): GLib.source_remove(timer)
        w.timers = {}
        del self.widgets[w.identifier]
        self.revisions[w.identifier] = w.revision
        self.publish()
        self.emit(CENTER, ROOT, STANDARD + "ObjectManager", "InterfacesRemoved", "oas", w.path, [WIDGET])
        self.keep_groups()

    # Pushes
    def UpdateWidget(self, sender, identifier, dictionary, reply=None):
        w, invalid = self.find(identifier), lambda text: Refusal("InvalidContent", text)
        if FAULT == "partial-patch" and isinstance(dictionary.get("HasContent"), dbus.Boolean): self.SetHasContent(sender, identifier, dictionary["HasContent"])
        changes = read(dictionary, CHANGES, invalid)
        largest = w.largest
        for held, _ in w.held: largest = held.get("LargestDisplayMode", largest)
        if changes.get("DisplayMode", "compact") > changes.get("LargestDisplayMode", largest):
            raise invalid(f"DisplayMode: {changes['DisplayMode']} is above {changes.get('LargestDisplayMode', largest)}")
        rate = 10 if self.viewing else 1
        w.tokens, w.filled = min(10.0, w.tokens + (time.monotonic() - w.filled) * rate), time.monotonic()
        if FAULT == "holds-nothing" or w.tokens >= 1 and not w.held:
            w.tokens -= 1
            self.accept(w, changes)
            return w.revision
        w.held.append((changes, reply))
        if len(w.held) == 1: w.timers["held"] = GLib.timeout_add(int(min(1000, (1 - w.tokens) / rate * 1000)), self.release, w)
        return reply

    def release(self, w):
        if not w.held: return False
        GLib.source_remove(w.timers.pop("held"))
        held, w.held, merged = w.held, [], {}
        for changes, _ in held: merged.update(changes)
        w.tokens -= 1
        self.accept(w, merged)
        for _, reply in held: reply(w.revision)
        return False

    def accept(self, w, changes):
        was_shown = w.has_content
        def apply():
            is_new = w.apply(changes)
            if is_new or not changes.keys().isdisjoint(("Content", "PreferredContentSize", "LargestDisplayMode", "MarginInsets")): w.updated = now()
        self.change(w, apply)
        if w.has_content and not was_shown: self.run_later(w, "has-content")
        self.plan(w)

    def SetHasContent(self, sender, identifier, flag):
        w = self.find(identifier)
        self.release(w)
        if w.has_content != bool(flag): self.accept(w, {"HasContent": bool(flag)})

    # Arranging and modes
    def Arrange(self, sender, identifiers, options):
        if not strings(options.get("Expected", dbus.Array([], "s"))): raise bad_argument("options: Expected is no array of texts")
        if "Expected" in options and list(options["Expected"]) != self.arrangement and FAULT != "expects-nothing":
            raise Refusal("Conflict", f"Expected: the arrangement is {self.arrangement}")
        if FAULT == "arranges-half": identifiers = [i for i in identifiers if i in self.widgets]
        for i in identifiers: self.find(i)
        for i in identifiers:
            if list(identifiers).count(i) > 1: raise bad_argument(f"identifiers: {i} is there twice")
        differ = [w for i, w in self.widgets.items() if (i in identifiers) != (i in self.places)]
        for w in differ: self.release(w)
        self.places = [str(i) for i in identifiers] + [i for i in self.places if i not in self.widgets]
        for w in differ: self.tell(w.path, WIDGET, {"Arranged": w.identifier in self.places})
        self.publish()
        for w in differ: self.plan(w)

    def SetDisplayMode(self, sender, identifier, mode):
        w = self.find(identifier)
        if mode not in MODES or mode > w.largest: raise bad_argument(f"mode: {mode} is none that {identifier} has")
        if w.mode == mode: return
        self.change(w, setattr, w, "mode", str(mode))
        size = dbus.Struct(self.context(w, "")["CompactSize" if mode == "compact" else "ExpandedSize"], signature="dd")
        self.ask(w, "DisplayModeChanged", "s(dd)", (mode, size), lambda reply: self.accept(w, read(reply[0], CHANGES, ValueError)), lambda *_: None)

    # Viewing
    def BeginViewing(self, sender, options):
        panel = read(options, VIEWING, lambda text: bad_argument("options: " + text))
        if sender not in self.panels and len(self.panels) >= 32: raise Refusal("LimitExceeded", "Panels is 32")
        was_viewing = self.viewing
        self.panels[sender] = panel
        if self.lingering: GLib.source_remove(self.lingering[1])
        self.lingering = None
        self.publish()
        for w in list(self.widgets.values()):
            if not was_viewing: self.appear(w)
            interval = w.definition.get("UpdateInterval", 900) * 1e6
            if not was_viewing and now() - w.updated >= interval: self.run_later(w, "visible")
            elif w.look and w.look != self.look() and w.provider and not w.waiters: self.run_later(w, "context")

    def EndViewing(self, sender):
        if sender not in self.panels: return
        panel = self.panels.pop(sender)
        if not self.panels: self.lingering = (panel, GLib.timeout_add(0 if FAULT == "hides-at-once" else 1000, self.hide))

    def hide(self):
        self.lingering = None
        self.publish()
        for w in list(self.widgets.values()): self.appear(w)
        return False

    def appear(self, w):
        wanted = self.viewing and w.identifier in self.places and w.has_content and w.provider is not None and w.state != "unavailable"
        if wanted != w.appeared: self.ask(w, "Appear" if wanted else "Disappear", "", (), lambda reply: None, lambda *_: None)
        w.appeared = wanted

    # Providers
    def look(self):
        panels = list(self.panels.values())[::-1] + ([self.lingering[0]] if self.lingering else [])
        def largest(key, default):
            sizes = [p[key] for p in panels if key in p]
            return tuple(map(max, zip(*sizes))) if sizes else default
        latest = lambda key, default: next((p[key] for p in panels if key in p), default)
        return dict(CompactSize=largest("CompactSize", (320.0, 110.0)), ExpandedSize=largest("ExpandedSize", (320.0, 640.0)),
                    Locale=latest("Locale", "C"), ColorScheme=latest("ColorScheme", "light"),
                    ProposedMarginInsets=latest("ProposedMarginInsets", (0.0,) * 4))

    def context(self, w, reason):
        look = {k: dbus.Struct(v) if isinstance(v, tuple) else v for k, v in self.look().items()}
        return dict(look, Identifier=w.identifier, Version=dbus.UInt32(2), Reason=reason, DisplayMode=w.mode, Viewing=self.viewing,
                    Settings=dbus.Dictionary({}, "sv"))

    def owner(self, name):
        if name.startswith(":"): return name
        return self.bus.get_name_owner(name) if self.bus.name_has_owner(name) else None

    def ask(self, w, member, signature, arguments, done, failed, deadline=None):
        if not w.provider: return failed("", "The widget has no program that could answer")
        deadline = deadline or time.monotonic() + 18
        owner = self.owner(w.provider[0])
        if not owner: return failed("absent", f"nobody owns {w.provider[0]}")
        call = MethodCallMessage(owner, w.provider[1], PROVIDER, member)
        call.append(*arguments, signature=signature)
        since = self.owners.get(owner, 0)
        def replied(message):
            if not isinstance(message, ErrorMessage):
                try: return done(message.get_args_list())
                except Exception as error: return failed("nonsense", f"the answer makes no sense: {error}")
            name = message.get_error_name()
            if name in NOT_READY and member == "PerformUpdate" and time.monotonic() - since < 2:
                return GLib.timeout_add(200, lambda: self.ask(w, member, signature, arguments, done, failed, deadline) and False)
            failed(name, str((message.get_args_list() or [name])[0]))
        self.bus.send_message_with_reply(call, replied, max(0.001, deadline - time.monotonic()))

    def PerformUpdate(self, sender, identifier, reply=None):
        w = self.find(identifier)
        if not w.provider: return "no-data"
        if w.waiters is not None and sender == self.owner(w.provider[0]):
            raise bad_argument(f"identifier: {identifier} is being updated by the caller")
        self.run(w, "requested", reply)
        return reply

    def run_later(self, w, reason): GLib.idle_add(lambda: self.is_due(w) and self.run(w, reason) and False)
    def is_due(self, w): return self.widgets.get(w.identifier) is w and w.provider and w.has_content and w.identifier in self.places and w.state != "unavailable"

    def run(self, w, reason, waiter=None):
        waiters = [waiter] if waiter else []
        if w.waiters is not None: return w.waiters.extend(waiters)
        w.waiters, begun, w.look = waiters, time.monotonic(), self.look()
        def begin():
            if w.state != "unavailable": w.state = "updating"
            if w.next and w.next <= now(): w.next = 0
        self.change(w, begin)
        def end(result, changes):
            rest = {} if result == "new-data" else {k: v for k, v in changes.items() if k in (("NextUpdate", "Error") if result == "failed" else ("NextUpdate",))}
            if FAULT == "no-data-counts" and result == "no-data": rest = changes
            def finish():
                nonlocal result
                if w.state == "updating": w.state = "idle"
                mode = w.mode
                if result == "failed":
                    w.failures, w.error, w.next = w.failures + 1, rest.get("Error") or "The widget could not be updated", rest.get("NextUpdate", w.next)
                else:
                    is_new = w.apply(changes if result == "new-data" else rest)
                    if result == "new-data" and not is_new and w.mode == mode: result = "no-data"
                    w.error, w.updated, w.failures = changes.get("Error", "") if result == "new-data" else "", now(), 0
                w.result, w.runs = result, w.runs + 1
            if self.widgets.get(w.identifier) is w:
                self.change(w, finish)
                details = {"Revision": dbus.UInt64(w.revision), "DurationUsec": dbus.UInt64((time.monotonic() - begun) * 1e6), "Error": w.error}
                self.emit(CENTER, ROOT, CENTER, "WidgetUpdated", "ssa{sv}", w.identifier, result, details)
                self.plan(w)
            waiters, w.waiters = w.waiters, None
            for reply in waiters: reply(result)
        def done(answer):
            word, changes = answer
            if word not in ("new-data", "no-data", "failed"): raise ValueError(f"{word} is no result")
            wanted = {"new-data": CHANGES, "no-data": {"NextUpdate": "t"}, "failed": {"NextUpdate": "t", "Error": "s"}}[word]
            if FAULT == "no-data-counts": wanted = CHANGES
            values = read(changes, wanted, ValueError)
            if values.get("DisplayMode", "compact") > values.get("LargestDisplayMode", w.largest): raise ValueError("DisplayMode: above the largest")
            end(str(word), values)
        def failed(kind, text):
            if kind == "absent": self.change(w, setattr, w, "state", "unavailable")
            if FAULT == "errors-are-errors" and w.waiters: return [r(Refusal("ActionFailed", text)) for r in w.waiters]
            end("failed", {"Error": text})
        self.ask(w, "PerformUpdate", "a{sv}", (self.context(w, reason),), done, failed)

    def plan(self, w):
        """When it is due next."""
        for name in ("next-update", "interval"):
            if name in w.timers: GLib.source_remove(w.timers.pop(name))
        if not self.is_due(w) or w.waiters is not None: return False
        def at(name, time):
            def due():
                w.timers.pop(name, None)
                if self.is_due(w): self.run(w, name)
                return False
            w.timers[name] = GLib.timeout_add(int(min(max(0, time - now()) / 1000, 2 ** 31)), due)
        if w.next: at("next-update", w.next)
        interval = w.definition.get("UpdateInterval", 900)
        if interval and w.updated: at("interval", w.updated + interval * 1e6)
        if self.viewing and not w.updated and not w.result: self.run_later(w, "visible")
        self.appear(w)
        return False

    # Taps and URLs
    def InvokeAction(self, sender, identifier, action, parameter, data, reply=None):
        w = self.find(identifier)
        if len(parameter) > 1: raise bad_argument("parameter: it has several values")
        read(data, {"activation-token": "s", "desktop-startup-id": "s", "node": "s", "revision": "t"}, lambda t: bad_argument("platform_data: " + t))
        if action == "today.refresh":
            result = self.PerformUpdate(None, identifier, lambda result: reply())
            return reply if callable(result) else None
        if action == "today.toggle-display-mode" and w.largest == "expanded":
            return self.SetDisplayMode(sender, identifier, MODES[1 - MODES.index(w.mode)])
        if action.startswith("today."): raise Refusal("ActionFailed", f"action: {action} cannot be done")
        def done(answer):
            self.accept(w, read(answer[0], CHANGES, ValueError))
            reply()
        self.ask(w, "InvokeAction", "sava{sv}", (action, parameter, data), done, lambda _, text: reply(Refusal("ActionFailed", text)))
        return reply

    def OpenURL(self, sender, identifier, url, options):
        self.find(identifier)
        read(options, {"activation-token": "s"}, lambda text: bad_argument("options: " + text))
        inner = re.sub("^(view-source:)+", "", url.lower())
        if not re.match(r"[a-z][a-z0-9+.-]*:", inner) or inner.split(":")[0] in ("javascript", "data") or len(url) > 2048:
            raise Refusal("InvalidURL", f"url: {url} is not to be opened")
        return False

    def Explain(self, sender, identifier):
        w = self.find(identifier)
        interval, due = w.definition.get("UpdateInterval", 900), 0
        if w.provider: due = w.next or (interval and (w.updated or now()) + interval * 1000000)
        reason = ("updating" if w.waiters is not None else "no-content" if not w.has_content else "not-arranged" if identifier not in self.places
                  else "no-provider" if not w.provider or w.state == "unavailable" else "interval" if w.result == "failed"
                  else "hidden" if not interval and not self.viewing else "fresh" if w.updated else "interval")
        return dict(State=w.state, Reason=reason, Message=f"{identifier} is as it is ({w.error or reason}).", LastResult=w.result, Error=w.error,
                    Provider=str(w.provider or "none"), UpdatedAt=dbus.UInt64(w.updated), NextUpdate=dbus.UInt64(due),
                    MemoryBytes=dbus.UInt64(0), Failures=dbus.UInt32(w.failures), UpdatesToday=dbus.UInt32(w.runs))

    # App Groups
    def group(self, path): return self.groups.setdefault(path, {})

    def Get(self, sender, path, key):
        if key not in self.group(path): raise Refusal("UnknownKey", f"key: there is no {key}")
        return self.group(path)[key]

    def GetAll(self, sender, path):
        self.readers.setdefault(path, set()).add(sender)
        return self.group(path)

    def Set(self, sender, path, values):
        def size(v): return len(v.encode()) if isinstance(v, str) else sum(map(size, v.items() if isinstance(v, dict) else v)) if isinstance(v, (list, dict, tuple)) else 8
        for key, value in values.items():
            if isinstance(value, dbus.Struct): raise bad_argument(f"values: {key}: a struct cannot be kept")
            if size(value) > 65536: raise Refusal("LimitExceeded", f"values: {key}: GroupValueBytes is 65536")
        changed = {k: v for k, v in values.items() if k not in self.group(path) or self.group(path)[k] != v or type(self.group(path)[k]) != type(v)}
        if size(dict(self.group(path), **changed)) > 1 << 20: raise Refusal("LimitExceeded", f"values: {list(values)}: GroupBytes is 1048576")
        self.group(path).update(changed)
        self.tell_group(path, changed, [])

    def Remove(self, sender, path, keys):
        removed = [k for k in keys if self.group(path).pop(k, None) is not None]
        self.tell_group(path, {}, removed)

    def tell_group(self, path, changed, removed):
        listeners = [None] if FAULT == "tells-all" else self.readers.get(path, ())
        for reader in listeners if changed or removed else ():
            self.emit(APPS, path, GROUP, "Changed", "a{sv}as", dbus.Dictionary(changed, "sv"), dbus.Array(removed, "s"), to=reader)

    # The bus
    def received(self, connection, message):
        if isinstance(message, SignalMessage) and message.get_member() == "NameOwnerChanged" and connection is self.bus: self.owner_changed(*message.get_args_list())
        if not isinstance(message, MethodCallMessage): return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        def reply(*values, signature=""):
            answer = MethodReturnMessage(message)
            if values and isinstance(values[0], Refusal): answer = ErrorMessage(message, values[0].name, str(values[0]))
            elif values and values[0] is not None: answer.append(*values, signature=signature)
            connection.send_message(answer)
        try:
            method, signature, is_open = self.method(connection, message)
            if FAULT == "reply-first" and message.get_member() in ("SetHasContent", "Arrange"): reply()
            later = lambda *values: reply(*values, signature=signature)
            result = method(later) if is_open else method()
            if result is later: pass
            elif FAULT != "reply-first" or message.get_member() not in ("SetHasContent", "Arrange"): later(result)
        except Refusal as refusal: reply(refusal)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    def owner_changed(self, name, old, new):
        self.owners[name] = self.owners[new] = time.monotonic()
        if new or not name.startswith(":"): return
        self.EndViewing(name)
        for w in list(self.widgets.values()):
            if w.registrant != name: continue
            if w.definition.get("Transient"): self.remove(w)
            elif w.provider and w.provider[0] == name: self.change(w, setattr, w, "state", "unavailable")

    def interfaces(self, connection, path):
        """The interfaces of an object with their properties; None where there is no object and none below."""
        objects = {ROOT: {CENTER: self.properties(), STANDARD + "ObjectManager": {}}, **{w.path: {WIDGET: self.of_widget(w)} for w in self.widgets.values()}}
        if connection is not self.bus:
            objects = {APPS_ROOT: {APPS: {"Version": dbus.UInt32(2)}}, **{g: {GROUP: {}} for g in getattr(self, "named", ())}}
        below = {p[len(path.rstrip("/")) + 1:].split("/")[0] for p in objects if p.startswith(path.rstrip("/") + "/")}
        return objects.get(path, {} if below else None), below

    def method(self, connection, message):
        path, interface, member, sender = message.get_path(), message.get_interface(), message.get_member(), message.get_sender()
        own, children = self.interfaces(connection, path)
        if own is None: raise Refusal(STANDARD + "Error.UnknownObject", f"there is no {path}")
        known = list(own) + [STANDARD + i for i in ("Properties", "Peer", "Introspectable")]
        if interface is None: interface = next((i for i in known if member in METHODS[i]), known[0])
        if interface not in known: raise Refusal(STANDARD + "Error.UnknownInterface", f"there is no {interface} at {path}")
        if member not in METHODS[interface]: raise Refusal(STANDARD + "Error.UnknownMethod", f"{interface} has no {member}")
        wanted, result = METHODS[interface][member]
        if message.get_signature() != wanted: raise bad_argument(f"{member} takes {wanted}, not {message.get_signature()}")
        arguments = message.get_args_list()
        if len(str(arguments)) > LIMITS["MessageBytes"]: raise Refusal("LimitExceeded", f"{member}: MessageBytes is 2097152")
        name = interface.removeprefix(STANDARD)
        if name == "Properties": return lambda: self.standard(member, own, *arguments), result, False
        if name == "Peer": return lambda: open("/etc/machine-id").read().strip() if member == "GetMachineId" else None, result, False
        if name == "Introspectable": return lambda: self.introspection(own, children), result, False
        if name == "ObjectManager": return lambda: {w.path: {WIDGET: self.of_widget(w)} for w in self.widgets.values()}, result, False
        function = getattr(self, member)
        if interface == GROUP: return lambda: function(sender, path, *arguments), result, False
        is_open = member in ("UpdateWidget", "PerformUpdate", "InvokeAction")
        return (lambda reply: function(sender, *arguments, reply)) if is_open else (lambda: function(sender, *arguments)), result, is_open

    def standard(self, member, own, interface, name=None, value=None):
        if interface not in own: raise Refusal(STANDARD + "Error.UnknownInterface", f"there is no {interface}")
        if member == "GetAll": return dbus.Dictionary(own[interface], "sv")
        if name not in own[interface]: raise Refusal(STANDARD + "Error.UnknownProperty", f"there is no {name}")
        if member == "Set": raise Refusal(STANDARD + "Error.PropertyReadOnly", f"{name} cannot be set")
        return own[interface][name]

    def introspection(self, own, children):
        doc = '<annotation name="org.gtk.GDBus.DocString" value="See the specification."/>'
        def arguments(member, signature, direction):
            types = list(dbus.Signature(signature))
            names = NAMES.get(member, []) if direction == ' direction="in"' else []
            return "".join(f'<arg name="{names[i] if i < len(names) else f"value{i}"}" type="{t}"{direction}/>' for i, t in enumerate(types))
        text = "<node>"
        for interface, properties in own.items():
            methods = "".join(f'<method name="{m}">{doc}{arguments(m, i, chr(32) + "direction=" + chr(34) + "in" + chr(34))}'
                              f'{arguments(m, o, " direction=" + chr(34) + "out" + chr(34))}</method>' for m, (i, o) in METHODS[interface].items())
            signals = "".join(f'<signal name="{m}">{doc}{arguments(m, s, "")}</signal>' for m, s in SIGNALS.get(interface, {}).items())
            text += f'<interface name="{interface}">{doc}{methods}{signals}' + "".join(
                f'<property name="{p}" type="v" access="read">{doc}</property>' for p in properties) + "</interface>"
        return text + "".join(f'<node name="{c}"/>' for c in sorted(children)) + "</node>"


if FAULT and FAULT not in FAULTS: sys.exit(f"{FAULT} is none of {', '.join(FAULTS)}")
center = Center()
GLib.MainLoop().run()
