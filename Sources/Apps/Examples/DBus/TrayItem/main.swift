// A volume in the tray: a click mutes it, the wheel changes it, and the menu has the rest. The volume is simulated, so
// you don't hear anything.
//
// The XML files in Generated are the interfaces, and the Swift files are the output of dbus-codegen for them.
import DBus
import Glibc

let bus = try await Connection.open(.session)
let item = VolumeItem(bus)
try await bus.export(VolumeItem.statusNotifierItemInterface, of: item, at: VolumeItem.path)
try await bus.export(VolumeItem.menuInterface, of: item, at: VolumeItem.menuPath)

// The name that the specification requires. It is acquired last, so that every client finds all objects.
let name = try BusName("org.kde.StatusNotifierItem-\(getpid())-1")
try await bus.requestName(name, .doNotQueue)

// The watcher may start later than this program, and forgets all items when it restarts.
let watcher = StatusNotifierWatcher(bus)
for await owner in try await bus.owners(of: "org.kde.StatusNotifierWatcher") where owner != nil {
    do { try await watcher.registerStatusNotifierItem(service: name.rawValue) } catch { print("not shown: \(error)") }
}
