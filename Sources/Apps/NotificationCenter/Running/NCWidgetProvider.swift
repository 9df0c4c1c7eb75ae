internal import DBus
internal import TodayModel

/// Provides widgets that come and go while a program runs: one for each account, device or file.
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
/// All of them are objects at one name on the bus, and have a definition each with that name and their path:
/// ``NCWidgetDefinition/Provider/activatable(busName:objectPath:)``. A program whose widgets are known when it is written is a
/// ``NCWidgetBundle``.
@WidgetActor
public final class NCWidgetProvider {
    private let busName: BusName
    private let provider: WidgetProvider
    private let link: CenterLink
    private var paths: [WidgetIdentifier: ObjectPath] = [:]

    /// Makes a provider; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - busName: the name to own on the bus.
    ///   - endsOnRequest: whether the program ends when the center needs none of its widgets, to be started again when it
    ///     does.
    /// - Throws: ``NCError`` with code `invalidDefinition` for what is no name.
    public convenience init(busName: String, endsOnRequest: Bool = true) throws(NCError) {
        try self.init(busName: busName, endsOnRequest: endsOnRequest, over: .shared)
    }

    package init(busName: String, endsOnRequest: Bool = true, over link: CenterLink) throws(NCError) {
        if let fault = BusName.fault(in: busName) {
            throw NCError(.invalidDefinition, "\(busName.debugDescription) is no name for the bus: \(fault)")
        }
        self.busName = BusName(unchecked: busName)
        self.link = link
        provider = WidgetProvider(over: link, endsOnRequest: endsOnRequest)
    }

    /// Provides a widget from now on, before or while the program runs. One of the same identifier goes first.
    ///
    /// - Parameters:
    ///   - widget: the widget.
    ///   - identifier: the widget's identifier.
    ///   - objectPath: the path of its object, which no other one has.
    ///   - makeInstance: makes the widget of a further instance, told its identifier, when the center first calls that;
    ///     nil when the definition has no ``NCWidgetDefinition/instances``.
    /// - Throws: ``NCError``, with code `invalidIdentifier` or `invalidDefinition` for what is wrong, or `noCenter` when
    ///   there is no bus.
    public func add(
        _ widget: any NCWidgetProviding, as identifier: String, at objectPath: String,
        makeInstance: (@WidgetActor (_ identifier: String) -> any NCWidgetProviding)? = nil
    ) async throws(NCError) {
        let checked: WidgetIdentifier
        do { checked = try WidgetIdentifier(widget: identifier) } catch {
            throw NCError(.invalidIdentifier, error.description)
        }
        guard let path = ObjectPath(rawValue: objectPath) else {
            throw NCError(.invalidDefinition, "\(objectPath.debugDescription) is no path of an object")
        }
        if let other = paths.first(where: { $0.value == path && $0.key != checked })?.key {
            throw NCError(.invalidDefinition, "\(other) and \(checked) are at the same place, \(path)")
        }
        await remove(identifier)
        paths[checked] = path
        do { try await provider.add(widget, checked, at: path, makeInstance: makeInstance) } catch {
            paths[checked] = nil
            throw NCError(error)
        }
    }

    /// Provides a widget no longer, with all its instances, or one of these. They are told with ``NCWidgetProviding/widgetWillTerminate()``; its definition stays.
    public func remove(_ identifier: String) async {
        guard let identifier = WidgetIdentifier(rawValue: identifier) else { return }
        if identifier.instance > 1 {
            if let path = paths[identifier.widget] { await provider.remove(path.ofInstance(identifier.instance)) }
        } else if let path = paths.removeValue(forKey: identifier) {
            await provider.remove(path)
        }
    }

    /// Takes the name, and goes on until ``end(_:)``, SIGTERM or SIGINT, or as the center asks.
    ///
    /// - Parameter started: called when the name is taken.
    /// - Returns: the exit status: 0, or 1 when the bus has gone away.
    /// - Throws: ``NCError``, with code `noCenter` when there is no bus, `alreadyRegistered` when the name is taken.
    public func run(started: @WidgetActor () async -> Void = {}) async throws(NCError) -> Int32 {
        do {
            return try await provider.run(as: [busName.rawValue]) { connection in
                guard try await connection.takes(busName) else {
                    await connection.close()
                    throw NCError(.alreadyRegistered, "the name \(busName) is taken: is the program running already?")
                }
                await started()
            }
        } catch { throw NCError(error) }
    }

    /// Ends the program: ``run(started:)`` returns the status when what is under way has been done.
    public func end(_ status: Int32 = 0) { provider.end(status) }
}
