internal import DBus

/// A call that a ``StageCenter`` has answered.
struct StageCall: Sendable {
    let member: MemberName
    let sender: BusName?
    /// Which widget it is about, if any.
    var identifier = ""
    /// An action, a URL or a mode.
    var text = ""
    /// The parameter of an action.
    var parameter: [DBusValue] = []
    /// A definition, changes, options or platform data.
    var values: [String: DBusValue] = [:]
}

/// A call that reads, or asks who is there.
struct StageReading: Sendable, Equatable {
    let member: MemberName
    let sender: BusName?
    let path: ObjectPath
}
