import DBus
import DBusTesting

/// The model of an app, which lives on the main actor, with all kinds of members.
@MainActor final class Radio {
    private let connection: Connection
    private let path: ObjectPath

    var station = "one"
    var volume = 0.5
    var isBroken = false
    var frequency: UInt32 = 100
    /// The side effect of reading the station.
    var whenRead: () -> Void = {}
    private(set) var notes: [String] = []
    let gate = Gate()
    let events = WatchedValue<[String]>([])

    init(_ connection: Connection, at path: ObjectPath = "/radio") {
        self.connection = connection
        self.path = path
    }

    struct Broken: Error, CustomStringConvertible { let description = "the radio is broken" }

    nonisolated static let name: InterfaceName = "org.example.Radio"
    nonisolated static let heard = SignalDescription(name, "Heard", ["text"], as: String.self)

    static let interface = Interface<Radio>(name, documentation: "A radio") {
        Method("Tune", in: ["station"], out: ["before"]) { (radio: Radio, station: String) in radio.tune(station) }
        Method("TuneByStep", in: ["steps"]) { (radio: Radio, steps: UInt32) in radio.step(steps) }
        Method("State", out: ["station", "volume"]) { (radio: Radio) in (radio.station, radio.volume) }
        Method("Note", in: ["text"]) { (radio: Radio, text: String) in radio.notes.append(text) }
        Method("Notes") { (radio: Radio) in radio.notes }
        Method("Fail") { (_: Radio) throws in throw RemoteError("org.example.Error.Static", "nothing is heard") }
        Method("Caller") { (_: Radio, call: MethodCall) in (call.sender?.rawValue ?? "", call.path) }
        Method("Wait") { (radio: Radio) in
            radio.events.change { $0.append("waits") }
            await radio.gate.wait()
            radio.events.change { $0.append(Task.isCancelled ? "cancelled" : "goes on") }
            return radio.station
        }
        Method("AskBack", out: ["answer"]) { (_: Radio, call: MethodCall) in
            try await call.connection.call(
                call.sender, path: Echo.path, interface: Echo.name, "Text", "from the radio") as String
        }
        Property("Station", doc: "What it plays") { (radio: Radio) in
            radio.whenRead()
            return radio.station
        }
        Property("Frequency") { (radio: Radio) in
            if radio.isBroken { throw Broken() }
            return radio.frequency
        }
        Property("Volume") { (radio: Radio, _: ObjectPath) in
            radio.volume
        } set: { (radio: Radio, _: MethodCall, value: Double) in
            guard (0...1).contains(value) else { throw RemoteError(.invalidArgs, "\(value) is not 0 to 1") }
            radio.volume = value
            radio.changed("Volume")
        }
        Property("Alarm", .silent) { (radio: Radio, _: ObjectPath) in
            ""
        } set: { (radio: Radio, _: MethodCall, value: String) in
            await radio.gate.wait()
            if value.isEmpty { throw RemoteError("org.example.Error.Asleep", "there is no alarm") }
            radio.notes.append(value)
        }
        Property("Place", .constant) { (_: Radio, path: ObjectPath) in path }
        heard
    }

    func changed(_ property: MemberName) { connection.propertiesDidChange(path, Self.name, [property]) }
    func say(_ text: String) throws { try connection.emit(Self.heard, at: path, text) }

    func tune(_ station: String) -> String {
        defer { self.station = station }
        changed("Station")
        return self.station
    }

    /// Notes each step, and says what it hears in between.
    func step(_ steps: UInt32) {
        for _ in 0..<steps {
            frequency += 1
            changed("Frequency")
        }
        try? say("noise")
        station = "between"
        changed("Station")
    }
}
