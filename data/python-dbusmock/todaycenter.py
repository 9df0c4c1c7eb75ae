"""A Today Center for tests, as a template of python-dbusmock. It takes the place of the center, so a test of a widget
or a panel needs no other part of Today Center.

    python3 -m dbusmock --session --template /usr/share/todaycenter/python-dbusmock/todaycenter.py

    DBusTestCase.spawn_server_template(TEMPLATE, {"Widgets": {"org.example.A": {"Name": "A"}}}, subprocess.PIPE)

It has the methods, properties and signals of the contract, in the right order, and those of org.todaycenter.Apps1
without App Groups. It calls providers as the center does, and stores nothing on disk. It doesn't check content
('todayctl lint' does), and doesn't schedule updates. A test runs them with the interface org.todaycenter.Mock
of the center's object:

    Update(s identifier, s reason) -> s result            updates a widget for a reason: start, visible, interval, ...
    Begin(s identifier) -> a{sv} changes                  makes a provider's first call; other calls do so, too
    Appear(s identifier), Disappear(s identifier), EndRequest(s identifier)
                                                          make these calls
    Install(s identifier, a{sv} definition)               installs a widget with a manifest
    Fail(s method, s error, s message)                    makes the next call of a method of the center fail; an empty
                                                          error is ActionFailed
    Restart()                                             restarts the center, which loses all registered widgets
    Context(a{sv} keys)                                   sets keys of all further contexts, such as Locale

The parameter Widgets is a dictionary of widgets at the start, as Install takes them. GetCalls and the signal
MethodCalled of python-dbusmock report the calls of a test.
"""

import base64
import json
import re
import time

import dbus
import dbus.lowlevel
import dbus.service
from dbusmock import OBJECT_MANAGER_IFACE, mockobject

BUS_NAME = "org.todaycenter.NotificationCenter1"
MAIN_OBJ = "/org/todaycenter/NotificationCenter1"
MAIN_IFACE = BUS_NAME
APPS = "org.todaycenter.Apps1"
APPS_OBJ = "/org/todaycenter/Apps1"
SYSTEM_BUS = False
IS_OBJECT_MANAGER = True

WIDGET = BUS_NAME + ".Widget"
PROVIDER = BUS_NAME + ".Provider"
MOCK = "org.todaycenter.Mock"
VERSION = 3
LIMITS = {
    "IdentifierBytes": 240, "ContentBytes": 131072, "TotalContentBytes": 32 << 20, "Nodes": 256, "Depth": 16,
    "StringBytes": 4096, "Widgets": 512, "WidgetsPerConnection": 32, "InstancesPerWidget": 16,
    "RemovedInstances": 64, "RemovedUsec": 30 * 24 * 3600 * 10**6,
    "SettingsPerWidget": 64, "SettingBytes": 4096, "SettingsBytes": 65536, "Panels": 32, "PushBurst": 10,
    "PushPerSecondViewing": 10, "PushPerSecondHidden": 1, "MessageBytes": 2 << 20, "WidgetsPerApp": 32, "ContentBytesPerApp": 4 << 20,
    "GroupsPerApp": 16, "UpdateDeadlineUsec": 20000000, "GroupBytes": 1 << 20, "GroupValueBytes": 65536,
    "URLBytes": 2048}
MODES = ("compact", "expanded")


def _error(name, message):
    prefix = "" if "." in name else BUS_NAME + ".Error."
    return dbus.exceptions.DBusException(message, name=prefix + name)


def _now():
    return dbus.UInt64(time.time() * 1e6)


def _vardict(values):
    return dbus.Dictionary(values, signature="sv")


def _plain_identifier(identifier):
    return identifier.partition("#")[0]


def _path(identifier):
    def escape(match):
        return f"_{ord(match[0]):02x}"
    return MAIN_OBJ + "/widget/" + re.sub(r"[^A-Za-z0-9]|^[0-9]", escape, identifier)


# Content

ATTRIBUTES = {name: kind for kind, names in (
    (dbus.Double, "spacing width height minimum maximum step"), (dbus.UInt32, "columns visible-rows lines"),
    (dbus.UInt64, "until since show-after show-before")) for name in names.split()}


def _attribute(kind, name, value):
    if name in ("values", "series"):
        return dbus.Array([dbus.Double(number) for number in value], signature="d")
    if name in ("modes", "show-values"):
        return dbus.Array(value, signature="s")
    if name == "data":
        return dbus.ByteArray(base64.b64decode(value))
    if name == "value" and kind in ("progress", "slider"):
        return dbus.Double(value)
    return ATTRIBUTES[name](value) if name in ATTRIBUTES else _untyped(value)


def _untyped(value):
    if isinstance(value, list):
        return dbus.Array([_untyped(item) for item in value], signature="v")
    if isinstance(value, dict):
        return _vardict({key: _untyped(item) for key, item in value.items()})
    return dbus.Int64(value) if type(value) is int else value  # pylint: disable=unidiomatic-typecheck


def _node(tree):
    kind = tree.get("kind", "")
    attributes = {name: _attribute(kind, name, value) for name, value in tree.items() if name not in ("kind", "children")}
    children = [_node(child) for child in tree.get("children", [])]
    return dbus.Struct((kind, _vardict(attributes), dbus.Array(children, signature="v")), signature=None)


def _content(value):
    """Returns content in its form on the bus, from that form or from JSON."""
    if not isinstance(value, str):
        return dbus.Struct(value, signature="sa{sv}av")
    try:
        tree = json.loads(value)
        return dbus.Struct(tuple(_node(tree)), signature="sa{sv}av")
    except (ValueError, AttributeError, TypeError) as error:
        raise _error("InvalidContent", f"Content: {error}") from error


# Settings

SETTING_TYPES = {
    "string": dbus.String, "choice": dbus.String, "color-role": dbus.String, "file": dbus.String, "folder": dbus.String,
    "integer": dbus.Int64, "number": dbus.Double, "boolean": dbus.Boolean}


def _setting_value(setting, value):
    """Returns a value in the type of its setting."""
    key, kind = setting["Key"], setting.get("Type", "string")
    is_boolean, is_number = isinstance(value, (bool, dbus.Boolean)), isinstance(value, (int, float))
    fits = {"boolean": is_boolean, "integer": isinstance(value, int) and not is_boolean,
            "number": is_number and not is_boolean}.get(kind, isinstance(value, str))
    if fits and kind == "choice":
        fits = value in setting["Choices"]
    elif fits and kind in ("integer", "number"):
        fits = setting.get("Minimum", value) <= value <= setting.get("Maximum", value)
    elif fits and kind in ("file", "folder"):
        fits = not value or value.startswith("/")
    if not fits or (setting.get("Required") and value == ""):
        raise _error("InvalidSetting", f"{key}: {value!r} isn't a value of this setting, whose type is {kind}")
    return SETTING_TYPES[kind](value)


def _default(setting):
    kind = setting.get("Type", "string")
    if "Default" in setting:
        return SETTING_TYPES[kind](setting["Default"])
    if kind in ("integer", "number"):
        return SETTING_TYPES[kind](min(max(0, setting.get("Minimum", 0)), setting.get("Maximum", 0) or 0))
    return {"choice": dbus.String((setting.get("Choices") or [""])[0]), "boolean": dbus.Boolean(False),
            "color-role": dbus.String("primary")}.get(kind, dbus.String(""))


# Widgets

class Hosted:
    """A widget or one of its instances, without its properties."""

    def __init__(self, identifier, definition, sender, source):
        self.identifier, self.definition, self.sender, self.source = identifier, definition, sender, source
        self.values, self.options = {}, {}
        self.has_begun = False
        self.number = int(identifier.partition("#")[2] or 1)

    @property
    def provider(self):
        """Returns the name and the path of the provider; None if content is only pushed."""
        name, path = self.definition.get("BusName"), self.definition.get("ObjectPath")
        if "Exec" in self.definition:
            name = name or _plain_identifier(self.identifier)
        if not name and not path:
            return None
        path = path or "/" + name.replace(".", "/").replace("-", "_")
        return name or self.sender, path if self.number == 1 else f"{path}/instance/{self.number}"

    @property
    def sizes(self):
        return dbus.Array(self.definition.get("Sizes", ["regular"]), signature="s")

    def options_in_force(self):
        size = self.options.get("Size", "regular")
        interval = self.options.get("UpdateInterval", self.definition.get("UpdateInterval", 900))
        return _vardict({"Size": size if size in self.sizes else "regular", "UpdateInterval": dbus.UInt32(interval),
                         "Paused": dbus.Boolean(self.options.get("Paused", False))})

    def settings(self):
        schema = self.definition.get("SettingsSchema", [])
        return _vardict({setting["Key"]: self.values.get(setting["Key"], _default(setting)) for setting in schema})


def _widget(center, identifier):
    if identifier not in center.hosted:
        raise _error("UnknownWidget", f'identifier: unknown widget "{identifier}"')
    return center.hosted[identifier]


def _properties(hosted):
    return mockobject.objects[_path(hosted.identifier)].props[WIDGET]


def _emit(center, interface, values, path):
    center.EmitSignalDetailed(
        "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as",
        [interface, _vardict(values), dbus.Array([], signature="s")], {"path": path})


def _change(center, hosted, values):
    """Changes properties of a widget that still exists, then Today, and emits signals for changed values."""
    if center.hosted.get(hosted.identifier) is not hosted:
        return {}
    properties = _properties(hosted)
    changed = {name: value for name, value in values.items() if properties.get(name) != value}
    if changed:
        properties.update(changed)
        _emit(center, WIDGET, changed, _path(hosted.identifier))
    _arrange(center, center.props[BUS_NAME]["Arrangement"])
    return changed


def _arrange(center, identifiers):
    known = [name for name in identifiers if name in center.hosted]
    values = {"Arrangement": known, "Today": [name for name in known if _properties(center.hosted[name])["HasContent"]]}
    own = center.props[BUS_NAME]
    changed = {name: dbus.Array(value, signature="s") for name, value in values.items() if own[name] != value}
    if changed:
        own.update(changed)
        _emit(center, BUS_NAME, changed, MAIN_OBJ)


def _show(center, hosted, place=None):
    """Makes the object of a widget and arranges it."""
    definition, path = hosted.definition, _path(hosted.identifier)
    if hosted.identifier in center.hosted:
        center.hosted[hosted.identifier] = hosted
        values = {name: definition[name] for name in ("Name", "Description", "Icon") if name in definition}
        _change(center, hosted, {**values, "Options": hosted.options_in_force(), "Sizes": hosted.sizes})
    else:
        center.AddObject(path, WIDGET, _vardict({
            "Identifier": hosted.identifier, "Name": definition.get("Name", hosted.identifier),
            "Description": definition.get("Description", ""), "Icon": definition.get("Icon", ""),
            "ContainingApp": definition.get("ContainingApp", ""), "HasContent": dbus.Boolean(True),
            "Arranged": dbus.Boolean(definition.get("Arranged", True)), "DisplayMode": "compact",
            "LargestDisplayMode": definition.get("LargestDisplayMode", "compact"),
            "PreferredContentSize": dbus.Struct((0.0, 0.0), signature="dd"),
            "MarginInsets": dbus.Struct((-1.0,) * 4, signature="dddd"), "Content": _content("{}"),
            "Revision": dbus.UInt64(0), "UpdatedAt": dbus.UInt64(0), "NextUpdate": dbus.UInt64(0),
            "IsSnapshot": dbus.Boolean(False), "LastResult": "", "State": "idle", "Error": "", "Source": hosted.source,
            "ErrorKind": "", "RetryAt": dbus.UInt64(0), "Attention": "none", "Badge": dbus.UInt32(0),
            "Options": hosted.options_in_force(), "Sizes": hosted.sizes, "Category": definition.get("Category", ""),
            "Instances": dbus.Boolean(definition.get("Instances", False)), "Settings": hosted.settings(),
            "SettingsSchema": dbus.Array(definition.get("SettingsSchema", []), signature="a{sv}")}), [])
        center.hosted[hosted.identifier] = hosted
        center.object_manager_emit_added(path)
        if definition.get("Arranged", True):
            names = list(center.props[BUS_NAME]["Arrangement"])
            names.insert(len(names) if place is None else place, hosted.identifier)
            _arrange(center, names)
    _apply(center, hosted, {key: value for key, value in definition.items() if key in CHANGES})
    _settings_changed(center, hosted)


def _remove(center, identifier):
    center.hosted.pop(identifier)
    _arrange(center, center.props[BUS_NAME]["Arrangement"])
    center.object_manager_emit_removed(_path(identifier))
    center.RemoveObject(_path(identifier))


CHANGES = ("Content", "HasContent", "PreferredContentSize", "LargestDisplayMode", "DisplayMode", "MarginInsets",
           "NextUpdate", "Error", "ErrorKind", "Attention", "Badge", "UpdatedAt")
WORDS = {"DisplayMode": MODES, "LargestDisplayMode": MODES, "Attention": ("none", "badge", "alert"),
         "ErrorKind": ("app", "unreachable")}
TYPES = {"NextUpdate": dbus.UInt64, "UpdatedAt": dbus.UInt64, "HasContent": dbus.Boolean, "Badge": dbus.UInt32}


def _apply(center, hosted, changes, more=None):
    """Applies changes from a push or a provider, and other properties. Returns the changed ones."""
    if center.hosted.get(hosted.identifier) is not hosted:
        return {}
    properties, values = _properties(hosted), {}
    for key in CHANGES:
        if key in changes:
            values[key] = TYPES.get(key, lambda value: value)(changes[key])
    largest = values.get("LargestDisplayMode", properties["LargestDisplayMode"])
    for key, words in WORDS.items():
        if values.get(key, words[0]) not in words:
            raise _error("InvalidContent", f'{key}: "{values[key]}" isn\'t one of {", ".join(words)}')
    if "ErrorKind" in values and "Error" not in values:
        raise _error("InvalidContent", "ErrorKind: it is only allowed with Error")
    if "UpdatedAt" in values and "Content" not in values and (more or {}).get("LastResult") != "new-data":
        raise _error("InvalidContent", "UpdatedAt: it is only allowed with Content or the result new-data")
    if largest == "compact" and values.get("DisplayMode") == "expanded":
        raise _error("InvalidContent", "DisplayMode: expanded is above compact, the largest mode of this widget")
    if largest == "compact":
        values["DisplayMode"] = "compact"
    if not values.get("HasContent", True):
        values.setdefault("Content", "{}")
    if "Content" in values:
        values["Content"] = _content(values["Content"])
        values.setdefault("Error", "")
    if "Error" in values:
        values["ErrorKind"] = values.get("ErrorKind", "app") if values["Error"] else ""
    if "Badge" in values:
        values.setdefault("Attention", "badge" if values["Badge"] else "none")
    if not values.get("HasContent", properties["HasContent"]):
        values.update({"Attention": "none", "Badge": dbus.UInt32(0)})
    silent = ("Error", "ErrorKind", "NextUpdate", "Attention", "Badge", "UpdatedAt")
    if any(properties[key] != value for key, value in values.items() if key not in silent):
        values["Revision"] = dbus.UInt64(properties["Revision"] + 1)
    age = {"UpdatedAt": min(values["UpdatedAt"], _now())} if "UpdatedAt" in values else {}
    return _change(center, hosted, {**values, **(more or {}), **age})


def _settings_changed(center, hosted):
    values = hosted.settings()
    title = values.get("Title")
    name = title if isinstance(title, str) and title else hosted.definition.get("Name", hosted.identifier)
    return _change(center, hosted, {"Settings": values, "Name": name})


# Providers

# The ErrorKind of errors from the bus
KINDS = {"ServiceUnknown": "no-provider", "NameHasNoOwner": "no-provider", "NoReply": "timed-out"}


def _context(center, hosted, reason):
    properties = _properties(hosted)
    size = properties["Options"]["Size"]
    return _vardict({
        "Identifier": hosted.identifier, "Version": dbus.UInt32(VERSION), "Reason": reason, "Size": size,
        "DisplayMode": properties["DisplayMode"],
        "CompactSize": dbus.Struct((160.0 if size == "small" else 320.0, 110.0), signature="dd"),
        "ExpandedSize": dbus.Struct((320.0, 640.0), signature="dd"),
        "ProposedMarginInsets": dbus.Struct((0.0,) * 4, signature="dddd"), "Locale": "C", "ColorScheme": "light",
        "Viewing": center.props[BUS_NAME]["Viewing"], "Settings": hosted.settings(), **center.context})


def _call(center, hosted, method, signature, arguments, replied, failed):
    """Calls a provider; its first call is BeginRequest."""
    if hosted.provider is None:
        return failed(_error("ActionFailed", "the widget has no provider"))
    name, path = hosted.provider

    def send(*_):
        center.connection.call_async(name, path, PROVIDER, method, signature, arguments, replied, failed, 20)

    def begun(changes):
        _apply(center, hosted, changes)
        send()

    if hosted.has_begun or method in ("BeginRequest", "EndRequest"):
        hosted.has_begun = method != "EndRequest"
        return send()
    hosted.has_begun = True
    return center.connection.call_async(
        name, path, PROVIDER, "BeginRequest", "a{sv}", [_context(center, hosted, "start")], begun, send, 20)


def _update(center, identifier, reason, replied):
    """Updates a widget by its provider, applies the answer, and calls `replied` with the result."""
    hosted = _widget(center, identifier)
    begin = time.monotonic()

    def end(result, changes, kind="app"):
        if result not in ("new-data", "no-data", "failed"):
            result, changes = "failed", {"Error": f'the provider answered "{result}"'}
        keys = {"new-data": CHANGES, "no-data": ("NextUpdate",), "failed": ("Error", "ErrorKind", "NextUpdate")}[result]
        more = {"State": "idle", "LastResult": result}
        if result != "failed":
            error = changes.get("Error", "")
            more.update(UpdatedAt=_now(), Error=error, ErrorKind=changes.get("ErrorKind", "app") if error else "")
        elif kind != "app":
            more["ErrorKind"] = kind
        try:
            _apply(center, hosted, {key: value for key, value in changes.items() if key in keys}, more)
        except dbus.exceptions.DBusException as error:
            result = "failed"
            _change(center, hosted, {"State": "idle", "LastResult": result, "Error": error.get_dbus_message(),
                                     "ErrorKind": "invalid-answer"})
        if center.hosted.get(identifier) is not hosted:
            return replied("failed")
        properties = _properties(hosted)
        details = {"Revision": properties["Revision"], "Error": properties["Error"], "ErrorKind": properties["ErrorKind"],
                   "DurationUsec": dbus.UInt64((time.monotonic() - begin) * 1e6)}
        center.EmitSignal(BUS_NAME, "WidgetUpdated", "ssa{sv}", [identifier, result, _vardict(details)])
        return replied(result)

    if hosted.provider is None:
        return replied("no-data")
    _change(center, hosted, {"State": "updating"})
    return _call(center, hosted, "PerformUpdate", "a{sv}", [_context(center, hosted, reason)], end,
                 lambda error: end("failed", {"Error": error.get_dbus_message() or error.get_dbus_name()},
                                   KINDS.get(error.get_dbus_name().rpartition(".")[2], "app")))


def _check(center, method):
    """Raises an error if the test requested one for this method."""
    if center.failures.get(method):
        raise _error(*center.failures[method].pop(0))


# The center's methods

def _method(name, signature, answer="", is_async=False, interface=BUS_NAME):
    callbacks = ("replied", "failed") if is_async else None
    return dbus.service.method(interface, in_signature=signature, out_signature=answer, async_callbacks=callbacks,
                               sender_keyword="sender" if name == "RegisterWidget" else None,
                               message_keyword="message" if name == "InvokeAction" else None)


@_method("RegisterWidget", "sa{sv}", "o")
def RegisterWidget(self, identifier, definition, sender=None):
    _check(self, "RegisterWidget")
    if len(identifier) > 240 or not re.fullmatch(r"[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)+", identifier, re.ASCII):
        raise _error("InvalidIdentifier", f'identifier: "{identifier}" isn\'t a widget identifier')
    other = self.hosted.get(identifier)
    if other and (other.source == "manifest" or other.provider and other.sender not in (None, sender)):
        raise _error("AlreadyRegistered", f"identifier: {identifier} is provided by {other.sender or 'a manifest'}")
    _host(self, identifier, definition, sender, "registered")
    return dbus.ObjectPath(_path(identifier))


@_method("UnregisterWidget", "s")
def UnregisterWidget(self, identifier):
    _check(self, "UnregisterWidget")
    if _widget(self, identifier).source == "manifest":
        raise _error("org.freedesktop.DBus.Error.NotSupported", f"{identifier} has a manifest")
    for name in [name for name in self.hosted if _plain_identifier(name) == identifier]:
        _remove(self, name)
    for name in [name for name in self.removed if _plain_identifier(name) == identifier]:
        del self.removed[name]


@_method("UpdateWidget", "sa{sv}", "t")
def UpdateWidget(self, identifier, changes):
    _check(self, "UpdateWidget")
    hosted = _widget(self, identifier)
    _apply(self, hosted, changes, {"UpdatedAt": _now()})
    return _properties(hosted)["Revision"]


@_method("SetHasContent", "sb")
def SetHasContent(self, identifier, has_content):
    _check(self, "SetHasContent")
    _apply(self, _widget(self, identifier), {"HasContent": has_content})


@_method("PerformUpdate", "s", "s", is_async=True)
def PerformUpdate(self, identifier, replied=None, failed=None):
    try:
        _check(self, "PerformUpdate")
        _update(self, identifier, "requested", replied)
    except dbus.exceptions.DBusException as error:
        failed(error)


@_method("OpenURL", "ssa{sv}", "b")
def OpenURL(self, identifier, url, _options):
    _check(self, "OpenURL")
    _widget(self, identifier)
    if not re.match("[A-Za-z][A-Za-z0-9+.-]*:", url):
        raise _error("InvalidURL", f'url: "{url}" isn\'t an absolute URL')
    return True


@_method("InvokeAction", "ssava{sv}", is_async=True)
def InvokeAction(self, identifier, action, parameter, platform_data, replied=None, failed=None, message=None):
    def refuse(error, kind="app"):
        if not error.get_dbus_name().endswith(".ActionFailed"):
            return failed(error)
        # dbus-python can't send an error with a second argument.
        answer = dbus.lowlevel.ErrorMessage(message, error.get_dbus_name(), error.get_dbus_message())
        answer.append(kind, signature="s")
        return None if message.get_no_reply() else self.connection.send_message(answer)

    def applied(changes):
        try:
            _apply(self, self.hosted[identifier], changes)
        except dbus.exceptions.DBusException as error:
            return refuse(_error("ActionFailed", error.get_dbus_message()), "invalid-answer")
        return replied()

    def provider_failed(error):
        word = error.get_dbus_name().rpartition(".")[2]
        kind = "unknown-action" if word in ("UnknownMethod", "UnknownInterface") else KINDS.get(word, "app")
        refuse(_error("ActionFailed", error.get_dbus_message() or str(error)), kind)

    try:
        _check(self, "InvokeAction")
        hosted = _widget(self, identifier)
        if action == "today.refresh":
            return _update(self, identifier, "requested", lambda result: replied())
        if action.startswith("today.") and (
                action != "today.toggle-display-mode" or _properties(hosted)["LargestDisplayMode"] == "compact"):
            return refuse(_error("ActionFailed", f"action: the widget has no {action}"), "unknown-action")
        if action == "today.toggle-display-mode":
            mode = "compact" if _properties(hosted)["DisplayMode"] == "expanded" else "expanded"
            SetDisplayMode(self, identifier, mode)
            return replied()
        if hosted.provider is None:
            return refuse(_error("ActionFailed", "the widget has no provider"), "no-provider")
        return _call(
            self, hosted, "InvokeAction", "sava{sv}", [action, parameter, platform_data], applied, provider_failed)
    except dbus.exceptions.DBusException as error:
        return refuse(error)


@_method("Arrange", "asa{sv}")
def Arrange(self, identifiers, options):
    _check(self, "Arrange")
    current = list(self.props[BUS_NAME]["Arrangement"])
    if "Expected" in options and list(options["Expected"]) != current:
        raise _error("Conflict", "Expected: the arrangement has changed")
    if len(set(identifiers)) < len(identifiers):
        raise _error("org.freedesktop.DBus.Error.InvalidArgs", "identifiers: one is duplicated")
    for identifier in identifiers:
        _widget(self, identifier)
    for identifier, hosted in self.hosted.items():
        values = {"Arranged": dbus.Boolean(identifier in identifiers)}
        if _properties(hosted)["Arranged"] != values["Arranged"]:
            _properties(hosted).update(values)
            _emit(self, WIDGET, values, _path(identifier))
    _arrange(self, identifiers)


@_method("SetDisplayMode", "ss")
def SetDisplayMode(self, identifier, mode):
    _check(self, "SetDisplayMode")
    hosted = _widget(self, identifier)
    if mode not in MODES or (mode, _properties(hosted)["LargestDisplayMode"]) == ("expanded", "compact"):
        raise _error("org.freedesktop.DBus.Error.InvalidArgs", f'mode: "{mode}" isn\'t a mode of this widget')
    if _change(self, hosted, {"DisplayMode": mode}) and hosted.provider:
        size = dbus.Struct((320.0, 640.0 if mode == "expanded" else 110.0), signature="dd")
        _call(self, hosted, "DisplayModeChanged", "s(dd)", [mode, size], lambda changes: _apply(self, hosted, changes),
              lambda error: None)


@_method("BeginViewing", "a{sv}")
def BeginViewing(self, _options):
    _check(self, "BeginViewing")
    _view(self, True)


@_method("EndViewing", "")
def EndViewing(self):
    _check(self, "EndViewing")
    _view(self, False)


def _view(center, viewing):
    values = {"Viewing": dbus.Boolean(viewing)}
    if center.props[BUS_NAME]["Viewing"] != values["Viewing"]:
        center.props[BUS_NAME].update(values)
        _emit(center, BUS_NAME, values, MAIN_OBJ)


@_method("Explain", "s", "a{sv}")
def Explain(self, identifier):
    _check(self, "Explain")
    properties = _properties(_widget(self, identifier))
    reason = "paused" if properties["Options"]["Paused"] else "fresh"
    return _vardict({
        "State": properties["State"], "Reason": reason, "Message": f"{identifier} is shown by a test.",
        "LastResult": properties["LastResult"], "Error": properties["Error"], "Provider": "",
        "UpdatedAt": properties["UpdatedAt"], "NextUpdate": properties["NextUpdate"], "MemoryBytes": dbus.UInt64(0),
        "Failures": dbus.UInt32(0), "UpdatesToday": dbus.UInt32(0), "ErrorKind": properties["ErrorKind"],
        "RetryAt": properties["RetryAt"], "Reasons": dbus.Array([_vardict(
            {"Kind": reason, "At": properties["UpdatedAt"], "Count": dbus.UInt32(0)})], signature="a{sv}")})


@_method("GetSample", "s", "(sa{sv}av)")
def GetSample(self, identifier):
    _check(self, "GetSample")
    return _content(_widget(self, identifier).definition.get("Sample", "{}"))


@_method("SetSettings", "sa{sv}")
def SetSettings(self, identifier, values):
    _check(self, "SetSettings")
    hosted = _widget(self, identifier)
    _set(self, hosted, {**hosted.values, **_checked(hosted, values)})


@_method("ResetSettings", "sas")
def ResetSettings(self, identifier, names):
    _check(self, "ResetSettings")
    hosted = _widget(self, identifier)
    for name in names:
        _setting(hosted, name)
    _set(self, hosted, {key: value for key, value in hosted.values.items() if names and key not in names})


def _setting(hosted, key):
    for setting in hosted.definition.get("SettingsSchema", []):
        if setting["Key"] == key:
            return setting
    raise _error("InvalidSetting", f"{key}: {hosted.identifier} has no such setting")


def _checked(hosted, values):
    return {key: _setting_value(_setting(hosted, key), value) for key, value in values.items()}


def _set(center, hosted, values):
    hosted.values = values
    if _settings_changed(center, hosted) and hosted.provider:
        _update(center, hosted.identifier, "settings", lambda result: None)


@_method("AddInstance", "sa{sv}", "s")
def AddInstance(self, identifier, options):
    _check(self, "AddInstance")
    first = _widget(self, _plain_identifier(identifier))
    if not first.definition.get("Instances", False):
        raise _error(
            "org.freedesktop.DBus.Error.NotSupported", f"{first.identifier} has no Instances, so it can't be added again")
    instances = [hosted for hosted in self.hosted.values() if _plain_identifier(hosted.identifier) == first.identifier]
    if len(instances) >= LIMITS["InstancesPerWidget"]:
        raise _error("LimitExceeded", f"{first.identifier} has {len(instances)} instances")
    removed = [hosted for hosted, *_ in self.removed.values() if _plain_identifier(hosted.identifier) == first.identifier]
    number = max(hosted.number for hosted in instances + removed) + 1
    new = Hosted(f"{first.identifier}#{number}", first.definition, first.sender, first.source)
    new.values = _checked(new, options.get("Settings", {}))
    if options.get("DryRun", False):
        return new.identifier
    names = list(self.props[BUS_NAME]["Arrangement"])
    places = [place for place, name in enumerate(names) if _plain_identifier(name) == first.identifier]
    _show(self, new, places[-1] + 1 if places else None)
    return new.identifier


@_method("RemoveInstance", "s")
def RemoveInstance(self, instance):
    _check(self, "RemoveInstance")
    hosted = _widget(self, instance)
    if hosted.number == 1:
        raise _error("org.freedesktop.DBus.Error.NotSupported", f"{instance} is the first instance")
    names = list(self.props[BUS_NAME]["Arrangement"])
    place = names.index(instance) if instance in names else None
    self.removed[instance] = hosted, dict(_properties(hosted)), place, _now()
    _remove(self, instance)


@_method("ListRemoved", "", "aa{sv}")
def ListRemoved(self):
    _check(self, "ListRemoved")
    return dbus.Array([_vardict({
        "Identifier": instance, "Name": properties["Name"], "Icon": properties["Icon"], "RemovedAt": moment,
        "ExpiresAt": dbus.UInt64(moment + LIMITS["RemovedUsec"])})
        for instance, (_, properties, _, moment) in reversed(self.removed.items())], signature="a{sv}")


def _removed(center, instance):
    if instance not in center.removed:
        raise _error("UnknownWidget", f"{instance} is not among the removed instances")
    return center.removed[instance]


@_method("RestoreInstance", "s")
def RestoreInstance(self, instance):
    _check(self, "RestoreInstance")
    hosted, properties, place, _ = _removed(self, instance)
    first = self.hosted.get(_plain_identifier(instance))
    if not first or not first.definition.get("Instances", False):
        raise _error("org.freedesktop.DBus.Error.NotSupported", f"the definition of {instance} no longer exists")
    del self.removed[instance]
    hosted.definition = {key: value for key, value in first.definition.items() if key not in CHANGES}
    _show(self, hosted, place)
    keys = {key: properties[key] for key in CHANGES if key in properties}
    _change(self, hosted, {**keys, "Revision": dbus.UInt64(properties["Revision"] + 1),
                           "IsSnapshot": dbus.Boolean(bool(properties["Content"][0]))})


@_method("DeleteRemoved", "as")
def DeleteRemoved(self, instances):
    _check(self, "DeleteRemoved")
    for instance in instances:
        _removed(self, instance)
    for instance in list(instances or self.removed):
        del self.removed[instance]


@_method("SetOptions", "sa{sv}")
def SetOptions(self, identifier, values):
    _check(self, "SetOptions")
    hosted = _widget(self, identifier)
    interval = values.get("UpdateInterval", 0)
    if values.get("Size", "regular") not in hosted.sizes or not (interval == 0 or 60 <= interval <= 604800):
        raise _error("org.freedesktop.DBus.Error.InvalidArgs", "values: Size or UpdateInterval is out of range")
    _choose(self, hosted, {**hosted.options, **values})


@_method("ResetOptions", "sas")
def ResetOptions(self, identifier, names):
    _check(self, "ResetOptions")
    hosted = _widget(self, identifier)
    _choose(self, hosted, {key: value for key, value in hosted.options.items() if names and key not in names})


def _choose(center, hosted, options):
    size = _properties(hosted)["Options"]["Size"]
    hosted.options = options
    _change(center, hosted, {"Options": hosted.options_in_force()})
    now = _properties(hosted)["Options"]
    if size != now["Size"] and not now["Paused"] and hosted.provider:
        _update(center, hosted.identifier, "context", lambda result: None)


def _host(center, identifier, definition, sender, source):
    if any(setting.get("Type") == "secret" for setting in definition.get("SettingsSchema", [])):
        raise _error("InvalidDefinition", "SettingsSchema: secrets belong in the keyring")
    for index, setting in enumerate(definition.get("SettingsSchema", [])):
        names, choices = (len(setting.get(key, [])) for key in ("ChoiceNames", "Choices"))
        if names and names != choices:
            raise _error("InvalidDefinition", f"SettingsSchema[{index}].ChoiceNames: {names} names of {choices} choices")
    hosted = Hosted(identifier, definition, sender, source)
    previous = center.hosted.get(identifier)
    hosted.values = previous.values if previous else {}
    hosted.options = previous.options if previous else {}
    _show(center, hosted)
    if hosted.provider is None:
        return

    def owned(owner):
        if center.hosted.get(identifier) is not hosted:
            return
        hosted.has_begun = False
        is_startable = hosted.source == "manifest"
        if not owner and definition.get("Transient"):
            _remove(center, identifier)
        else:
            _change(center, hosted, {"State": "idle" if owner or is_startable else "unavailable"})

    hosted.watch = center.connection.watch_name_owner(hosted.provider[0], owned)


# The object for apps

class Apps(dbus.service.Object):
    """The object for apps: methods of the center under another name, also in a sandbox."""

    # python-dbusmock reads these attributes in each object.
    interface, methods = APPS, {}

    def __init__(self, center):
        super().__init__(center.connection, APPS_OBJ)
        self.center = center

    @dbus.service.method(APPS, "sa{sv}", "o", sender_keyword="sender")
    def RegisterWidget(self, identifier, definition, sender=None):
        return self.center.RegisterWidget(identifier, definition, sender=sender)

    @dbus.service.method(APPS, "s")
    def UnregisterWidget(self, identifier):
        self.center.UnregisterWidget(identifier)

    @dbus.service.method(APPS, "sa{sv}", "t")
    def UpdateWidget(self, identifier, changes):
        return self.center.UpdateWidget(identifier, changes)

    @dbus.service.method(APPS, "sb")
    def SetHasContent(self, identifier, has_content):
        self.center.SetHasContent(identifier, has_content)

    @dbus.service.method(APPS, "ssa{sv}", "b")
    def OpenURL(self, identifier, url, options):
        return self.center.OpenURL(identifier, url, options)

    @dbus.service.method(dbus.PROPERTIES_IFACE, "ss", "v")
    def Get(self, _interface, _name):
        return dbus.UInt32(VERSION)


# The interface for tests

@_method("Install", "sa{sv}", interface=MOCK)
def Install(self, identifier, definition):
    _host(self, identifier, definition, None, "manifest")


def _request(center, method, identifier, signature="", arguments=(), replied=None, failed=None):
    try:
        _call(center, _widget(center, identifier), method, signature, list(arguments), replied, failed)
    except dbus.exceptions.DBusException as error:
        failed(error)


@_method("Update", "ss", "s", is_async=True, interface=MOCK)
def Update(self, identifier, reason, replied=None, failed=None):
    try:
        _update(self, identifier, reason, replied)
    except dbus.exceptions.DBusException as error:
        failed(error)


@_method("Begin", "s", "a{sv}", is_async=True, interface=MOCK)
def Begin(self, identifier, replied=None, failed=None):
    def applied(changes):
        _apply(self, self.hosted[identifier], changes)
        replied(changes)

    context = _context(self, _widget(self, identifier), "start")
    _request(self, "BeginRequest", identifier, "a{sv}", [context], applied, failed)


@_method("Appear", "s", is_async=True, interface=MOCK)
def Appear(self, identifier, replied=None, failed=None):
    _request(self, "Appear", identifier, "", (), replied, failed)


@_method("Disappear", "s", is_async=True, interface=MOCK)
def Disappear(self, identifier, replied=None, failed=None):
    _request(self, "Disappear", identifier, "", (), replied, failed)


@_method("EndRequest", "s", is_async=True, interface=MOCK)
def EndRequest(self, identifier, replied=None, failed=None):
    _request(self, "EndRequest", identifier, "", (), replied, failed)


@_method("Fail", "sss", interface=MOCK)
def Fail(self, method, error, message):
    self.failures.setdefault(str(method), []).append((error or "ActionFailed", message))


@_method("Context", "a{sv}", interface=MOCK)
def Context(self, keys):
    self.context.update(keys)


@_method("Restart", "", interface=MOCK)
def Restart(self):
    for name in (BUS_NAME, APPS):
        self.connection.release_name(name)
    for identifier, hosted in list(self.hosted.items()):
        if hosted.source == "registered":
            _remove(self, identifier)
        hosted.has_begun = False
    self.props[BUS_NAME]["Viewing"] = dbus.Boolean(False)
    for name in (BUS_NAME, APPS):
        self.connection.request_name(name)


def load(mock, parameters):
    mock.hosted, mock.removed, mock.context, mock.failures = {}, {}, {}, {}
    mock.props[BUS_NAME] = _vardict({
        "Version": dbus.UInt32(VERSION), "Arrangement": dbus.Array([], signature="s"),
        "Today": dbus.Array([], signature="s"), "Viewing": dbus.Boolean(False), "StateStored": dbus.Boolean(True),
        "StateError": "", "StateErrorKind": "", "Limits": _vardict({name: dbus.UInt64(value) for name, value in LIMITS.items()})})
    for identifier, definition in parameters.get("Widgets", {}).items():
        _host(mock, identifier, definition, None, "manifest")
    # Reuses the object: a test that calls Reset runs this code again.
    mock.apps = getattr(mock, "apps", None) or Apps(mock)
    mock.connection.request_name(APPS)
