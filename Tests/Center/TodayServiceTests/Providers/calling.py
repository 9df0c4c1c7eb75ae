"""Makes calls, each [name, path, interface, member, signature, arguments] as JSON, and prints their results."""

import json

import dbus
import dbus.lowlevel


def value(argument):
    if isinstance(argument, dict):
        if list(argument) == ["objectPath"]:
            return dbus.ObjectPath(argument["objectPath"])
        return dbus.Dictionary({key: value(inner) for key, inner in argument.items()}, signature="sv")
    if isinstance(argument, list):
        return dbus.Array([value(inner) for inner in argument], signature="s")
    return argument


def run(connection, call):
    name, path, interface, member, signature, arguments = call
    message = dbus.lowlevel.MethodCallMessage(
        destination=name, path=path, interface=interface or None, method=member
    )
    message.append(*[value(argument) for argument in arguments], signature=signature)
    try:
        reply = connection.send_message_with_reply_and_block(message, 60)
        return {"reply": [str(part) for part in reply.get_args_list()]}
    except dbus.DBusException as error:
        return {"error": error.get_dbus_name(), "message": error.get_dbus_message()}


def run_all(connection, calls):
    """Prints a line of JSON for each call."""
    for call in calls:
        print(json.dumps(run(connection, json.loads(call)), sort_keys=True), flush=True)
