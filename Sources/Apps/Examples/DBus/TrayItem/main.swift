// A volume in the tray: a click mutes it, the wheel changes it, and the rest is in its menu. It is a volume of its own, so
// that nothing is heard.
//
// The XML files in Generated are the interfaces, and the Swift files are the output of dbus-codegen for them.
import DBus
import Glibc

let bus = try await Connection.open(.session)
let item = VolumeItem(bus)
try await bus.export(VolumeItem.statusNotifierItemInterface, of: item, at: VolumeItem.path)
try await bus.export(VolumeItem.menuInterface, of: item, at: VolumeItem.menuPath)

// The name that the specification wants. It is taken when all is there, so that the first who looks finds everything.
let name = try BusName("org.kde.StatusNotifierItem-\(getpid())-1")
try await bus.requestName(name, .doNotQueue)

// The watcher may start later than this, and when it starts anew it has forgotten everybody.
let watcher = StatusNotifierWatcher(bus)
for await owner in try await bus.owners(of: "org.kde.StatusNotifierWatcher") where owner != nil {
    do { try await watcher.registerStatusNotifierItem(service: name.rawValue) } catch { print("not shown: \(error)") }
}
