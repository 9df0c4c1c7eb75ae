internal import DBus
internal import TodayModel

/// A provider of widgets that are added and removed while a program runs: for example, one for each account, device or
/// file.
///
/// ```swift
/// let provider = try NCWidgetProvider(busName: "org.example.Accounts")
/// for account in accounts {
///     let widget = AccountWidget(account)
///     try await provider.add(widget, as: account.identifier, at: account.path)
/// }
/// exit(try await provider.run())
/// ```
///
/// All widgets are objects with the same name on the bus. Each has a definition with that name and its path:
/// ``NCWidgetDefinition/Provider/activatable(busName:objectPath:)``. If you know all widgets when you write the
/// program, use an ``NCWidgetBundle``.
@WidgetActor
public final class NCWidgetProvider {
    private let busName: BusName
    private let provider: WidgetProvider
    private let link: CenterLink
    private var paths: [WidgetIdentifier: ObjectPath] = [:]

    /// Makes a provider without connecting to the bus.
    ///
    /// - Parameters:
    ///   - busName: The name to own on the bus.
    ///   - endsOnRequest: Whether the program ends when the center doesn't need any of its widgets. The center starts
    ///     it again when it needs one.
    /// - Throws: ``NCError`` with code `invalidDefinition` if the name isn't valid.
    public convenience init(busName: String, endsOnRequest: Bool = true) throws(NCError) {
        try self.init(busName: busName, endsOnRequest: endsOnRequest, over: .shared)
    }

    package init(busName: String, endsOnRequest: Bool = true, over link: CenterLink) throws(NCError) {
        if let fault = BusName.fault(in: busName) {
            throw NCError(.invalidDefinition, "\(busName.debugDescription) isn't a bus name: \(fault)")
        }
        self.busName = BusName(unchecked: busName)
        self.link = link
        provider = WidgetProvider(over: link, endsOnRequest: endsOnRequest)
    }

    /// Adds a widget, before or while the program runs. Replaces a widget with the same identifier.
    ///
    /// - Parameters:
    ///   - widget: The widget.
    ///   - identifier: The widget's identifier.
    ///   - objectPath: The path of its object, which must be unique.
    ///   - makeInstance: Makes the widget of another instance from its identifier, when the center first calls it; nil
    ///     if the definition doesn't have ``NCWidgetDefinition/instances``.
    /// - Throws: ``NCError``, with code `invalidIdentifier` or `invalidDefinition` for invalid values, or `noCenter` if
    ///   the bus isn't running.
    public func add(
        _ widget: any NCWidgetProviding, as identifier: String, at objectPath: String,
        makeInstance: (@WidgetActor (_ identifier: String) -> any NCWidgetProviding)? = nil
    ) async throws(NCError) {
        let checked: WidgetIdentifier
        do { checked = try WidgetIdentifier(widget: identifier) } catch {
            throw NCError(.invalidIdentifier, error.description)
        }
        guard let path = ObjectPath(rawValue: objectPath) else {
            throw NCError(.invalidDefinition, "\(objectPath.debugDescription) isn't an object path")
        }
        if let other = paths.first(where: { $0.value == path && $0.key != checked })?.key {
            throw NCError(.invalidDefinition, "\(other) and \(checked) have the same object path, \(path)")
        }
        await remove(identifier)
        paths[checked] = path
        do { try await provider.add(widget, checked, at: path, makeInstance: makeInstance) } catch {
            paths[checked] = nil
            throw NCError(error)
        }
    }

    /// Stops providing a widget with all its instances, or one instance. Calls their
    /// ``NCWidgetProviding/widgetWillTerminate()``. The definition stays.
    public func remove(_ identifier: String) async {
        guard let identifier = WidgetIdentifier(rawValue: identifier) else { return }
        if identifier.instance > 1 {
            if let path = paths[identifier.widget] { await provider.remove(path.ofInstance(identifier.instance)) }
        } else if let path = paths.removeValue(forKey: identifier) {
            await provider.remove(path)
        }
    }

    /// Acquires the name, and runs until ``end(_:)``, SIGTERM, SIGINT, or a request from the center.
    ///
    /// - Parameter started: Called when the name is acquired.
    /// - Returns: The exit status: 0, or 1 if the bus has ended.
    /// - Throws: ``NCError``, with code `noCenter` if the bus isn't running, or `alreadyRegistered` if the name is
    ///   taken.
    public func run(started: @WidgetActor () async -> Void = {}) async throws(NCError) -> Int32 {
        do {
            return try await provider.run(as: [busName.rawValue]) { connection in
                guard try await connection.acquire(busName) else {
                    await connection.close()
                    throw NCError(.alreadyRegistered, "the name \(busName) is taken: is the program already running?")
                }
                await started()
            }
        } catch { throw NCError(error) }
    }

    /// Ends the program: ``run(started:)`` returns the status when the work in progress is done.
    public func end(_ status: Int32 = 0) { provider.end(status) }
}
