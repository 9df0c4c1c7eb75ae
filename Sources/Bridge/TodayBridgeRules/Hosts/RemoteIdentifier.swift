internal import DBus
package import TodayModel

/// The identifiers here of widgets from elsewhere: `org.todaycenter.remote.NAME.ID`.
package enum RemoteIdentifier {
    /// The beginning of all of them.
    package static let prefix = "org.todaycenter.remote."

    /// Returns the identifier here of a widget; nil if it would be too long.
    ///
    /// - Parameters:
    ///   - name: The end of the identifier.
    ///   - source: The name of the host or broker in the configuration.
    package static func identifier(of name: String, source: String) -> WidgetIdentifier? {
        WidgetIdentifier(rawValue: prefix + source + "." + name)
    }

    /// Returns the identifier here of another machine's widget; nil if it would be too long.
    package static func identifier(of widget: WidgetIdentifier, source: String) -> WidgetIdentifier? {
        identifier(of: widget.withoutNumberSign, source: source)
    }

    /// Returns the name of the source in an identifier; nil for a widget of this machine.
    package static func source(of widget: WidgetIdentifier) -> String? {
        guard widget.rawValue.utf8.starts(with: prefix.utf8) else { return nil }
        return widget.rawValue.dropFirst(prefix.count).split(at: ".").first.map(String.init)
    }
}

extension WidgetIdentifier {
    /// The identifier without `#`, for places that can't have it: instance 2 of a widget ends with `.instance-2`.
    package var withoutNumberSign: String { instance == 1 ? rawValue : "\(widget).instance-\(instance)" }
}
