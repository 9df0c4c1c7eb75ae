internal import DBus
package import TodayModel

/// The identifiers here of widgets from elsewhere: `org.todaycenter.remote.NAME.ID`.
package enum RemoteIdentifier {
    /// The beginning of all of them.
    package static let prefix = "org.todaycenter.remote."

    /// Returns the identifier here of another machine's widget; nil if it would be too long. Instance 2 of a widget ends
    /// with `.instance-2`.
    ///
    /// - Parameter source: The name of the host in the configuration.
    package static func identifier(of widget: WidgetIdentifier, source: String) -> WidgetIdentifier? {
        let number = widget.instance
        let name = prefix + source + "." + widget.widget.rawValue
        return WidgetIdentifier(rawValue: number == 1 ? name : name + ".instance-\(number)")
    }

    /// Returns the name of the source in an identifier; nil for a widget of this machine.
    package static func source(of widget: WidgetIdentifier) -> String? {
        guard widget.rawValue.utf8.starts(with: prefix.utf8) else { return nil }
        return widget.rawValue.dropFirst(prefix.count).split(at: ".").first.map(String.init)
    }
}
