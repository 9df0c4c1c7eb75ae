package import DBus
package import TodayModel

/// A widget that exists for a moment on another machine. The time of its content shows the clock there.
package enum RemoteProbe {
    private static let prefix = "org.todaycenter.Bridge.Clock."

    /// Returns the identifier of the probe of a connection, so that probes don't disturb one another.
    ///
    /// - Parameter name: The unique name of the connection there, such as `:1.42`.
    package static func identifier(ofConnection name: String) -> WidgetIdentifier? {
        let number = name.utf8.map { (0x30...0x39).contains($0) ? $0 : UInt8(ascii: "_") }
        return WidgetIdentifier(rawValue: prefix + String(decoding: number, as: UTF8.self))
    }

    package static func isProbe(_ widget: WidgetIdentifier) -> Bool {
        widget.rawValue.utf8.starts(with: prefix.utf8)
    }

    /// Its definition: nothing is stored, and no panel shows it.
    package static let definition: [String: DBusValue] = [
        "Transient": .boolean(true), "Arranged": .boolean(false),
        "Content": Content(kind: .text, [.text: .string("today-bridge")]).dbusValue,
    ]
}
