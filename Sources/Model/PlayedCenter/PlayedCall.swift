package import DBus

/// A call that a ``PlayedCenter`` got.
package struct PlayedCall: Sendable {
    package let member: MemberName
    package let sender: BusName?
    package let path: ObjectPath
    /// The arguments that are strings, in order.
    private var texts: [String] = []
    package private(set) var flag = false
    /// Identifiers to arrange, or keys to reset.
    package private(set) var names: [String] = []
    /// The parameter of an action.
    package private(set) var parameter: [DBusValue] = []
    /// A definition, changes, settings, options or platform data.
    package private(set) var values: [String: DBusValue] = [:]

    /// The widget's identifier; empty in a call that names no widget.
    package var identifier: String { texts.first ?? "" }
    /// An action, a URL or a mode.
    package var text: String { texts.dropFirst().first ?? "" }

    init<each Input: DBusType>(_ call: MethodCall, _ input: repeat each Input) {
        (member, sender, path) = (call.member, call.sender, call.path)
        for argument in repeat each input {
            switch argument {
            case let text as String: texts.append(text)
            case let flag as Bool: self.flag = flag
            case let names as [String]: self.names = names
            case let parameter as [DBusValue]: self.parameter = parameter
            case let values as [String: DBusValue]: self.values = values
            default: break
            }
        }
    }
}
