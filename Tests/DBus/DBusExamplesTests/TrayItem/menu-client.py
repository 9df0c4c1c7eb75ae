# Shows the menu of tray-item with libdbusmenu, like GTK trays, and uses it like a person. Prints what it sees.
import sys

import gi

gi.require_version("Dbusmenu", "0.4")
from gi.repository import Dbusmenu, GLib

loop = GLib.MainLoop()
client = Dbusmenu.Client.new(sys.argv[1], "/Menu")
GLib.timeout_add_seconds(50, lambda: sys.exit("it took too long"))


def wait(condition):
    """Runs the main loop until a condition is true."""
    while not condition():
        GLib.MainContext.default().iteration(True)


def labels(item):
    return [child.property_get("label") for child in item.get_children()]


def item(label):
    return next(child for child in root().get_children() if child.property_get("label") == label)


def click(menu_item):
    menu_item.handle_event("clicked", GLib.Variant("i", 0), 0)


def root():
    return client.get_root()


def outline(menu_item, depth=0):
    for child in menu_item.get_children():
        facts = [child.property_get("type") or "", child.property_get("label") or ""]
        if child.property_get("toggle-type"):
            facts.append("%s %d" % (child.property_get("toggle-type"), child.property_get_int("toggle-state")))
        if child.property_get("type") != "separator" and not child.property_get_bool("enabled"):
            facts.append("disabled")
        print("  " * depth + ", ".join(fact for fact in facts if fact))
        outline(child, depth + 1)


wait(lambda: root() is not None and "_Output" in labels(root()) and len(item("_Output").get_children()) == 2
     and all(child.property_get("toggle-type") for child in item("_Output").get_children()))
outline(root())

# Changed properties of items
mute = item("_Mute")
click(mute)
wait(lambda: mute.property_get_int("toggle-state") == 1 and "Volume: muted" in labels(root()))
click(mute)
wait(lambda: mute.property_get_int("toggle-state") == 0 and "Volume: 50 %" in labels(root()))
headphones = item("_Output").get_children()[1]
click(headphones)
wait(lambda: headphones.property_get_int("toggle-state") == 1)
print("speakers", item("_Output").get_children()[0].property_get_int("toggle-state"))

# Added and removed items
for _ in range(5):
    click(item("_Louder"))
wait(lambda: "Volume: 100 %" in labels(root()) and "Back to _50 %" in labels(root()))
wait(lambda: not item("_Louder").property_get_bool("enabled"))
outline(root())
click(item("Back to _50 %"))
wait(lambda: "Back to _50 %" not in labels(root()) and "Volume: 50 %" in labels(root()))
# A removed property has its default again.
wait(lambda: item("_Louder").property_get_bool("enabled"))
print("done")
