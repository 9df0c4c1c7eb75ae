import DBus

/// An object with a property of each kind.
actor Lamp {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    var brightness: Int32 = 1
    var label = "desk"
    var isBroken = false

    init(loop: EventLoop) { self.loop = loop }

    struct Broken: Error, CustomStringConvertible { let description = "the lamp is broken" }

    static let name: InterfaceName = "org.example.Lamp"

    static let interface = Interface<Lamp>(name, documentation: "A lamp & its <switch>") {
        Property("Brightness", doc: "0 to 10") {
            (it: isolated Lamp, _: ObjectPath) in
            if it.isBroken { throw Broken() }
            return it.brightness
        } set: { (it: isolated Lamp, call: MethodCall, value: Int32) in
            guard (0...10).contains(value) else {
                throw RemoteError("org.example.Error.Range", "\(value) is not 0 to 10")
            }
            it.brightness = value
            call.connection.assumeIsolated {
                $0.emitPropertiesChanged(call.path, name, ["Brightness", "Power", "Label"])
            }
        }
        Property("Label", .silent) { (it: isolated Lamp, _: ObjectPath) in
            it.label
        } set: { (it: isolated Lamp, _: MethodCall, value: String) in
            it.label = value
        }
        Property("Words", .silent) { (_: isolated Lamp, _: ObjectPath) in
            ["a"]
        } set: { (_: isolated Lamp, _: MethodCall, _: [String]) in
        }
        Property("Extra", .silent) { (_: isolated Lamp, _: ObjectPath) in
            DBusValue.int32(7)
        } set: { (it: isolated Lamp, _: MethodCall, value: DBusValue) in
            it.label = "\(value)"
        }
        Property("Serial", .constant) { (_: isolated Lamp) in "no. 1" }
        Property("Power", .invalidates) { (it: isolated Lamp) in Double(it.brightness) / 2 }
        Property("Place") { (_: isolated Lamp, path: ObjectPath) in path }
        Method("Toggle", in: ["on"]) { (it: isolated Lamp, on: Bool) in it.brightness = on ? 10 : 0 }
        burnt
    }

    static let burnt = SignalDescription(
        name, "Burnt", ["hours", "how"], as: UInt32.self, [String: DBusValue].self, doc: "It is \"over\"")

    func setBrightness(_ value: Int32) { brightness = value }
    func breakDown() { isBroken = true }
}
