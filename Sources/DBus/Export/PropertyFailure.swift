/// A property that could not be read when it was to be sent together with others, and was left out.
public struct PropertyFailure: Error, Sendable, CustomStringConvertible {
    /// The object.
    public let path: ObjectPath
    /// The interface of the property.
    public let interface: InterfaceName
    /// The property.
    public let property: MemberName
    /// What its getter threw, or why its value cannot be sent.
    public let error: any Error

    public var description: String { "the property \(interface).\(property) of \(path) is left out: \(error)" }
}

extension Connection {
    /// Calls `report` on the loop's thread with each property that is left out because it cannot be read; nil is nobody.
    ///
    /// Such a property is not in the answers of `GetAll` and `GetManagedObjects`, nor in `InterfacesAdded`, and
    /// `PropertiesChanged` has its name without a value. Whoever asks for it alone gets the error. For all the others
    /// nothing is changed, so that only a log tells:
    ///
    /// ```swift
    /// await bus.reportPropertyFailures { logger.error("\($0)") }
    /// ```
    public func reportPropertyFailures(to report: (@Sendable (PropertyFailure) -> Void)?) {
        propertyFailureReport = report
    }

    func report(_ failures: [PropertyFailure]) {
        if let propertyFailureReport { failures.forEach(propertyFailureReport) }
    }
}
