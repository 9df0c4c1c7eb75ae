internal import DBus
internal import TodayModel
internal import TodayPlatform

/// The objects of a widget and its instances that the center calls, interface
/// `org.todaycenter.NotificationCenter1.Provider`.
///
/// It decodes the calls from the bus. Sessions, which live on the same thread, do all work.
actor ProviderEndpoint {
    /// Returns the session of the object at a path.
    private let session: @WidgetActor @Sendable (ObjectPath) throws -> WidgetSession
    /// Called with an object after it has answered `EndRequest`.
    private let onEnd: @WidgetActor @Sendable (ObjectPath) -> Void

    nonisolated var unownedExecutor: UnownedSerialExecutor { WidgetActor.shared.unownedExecutor }

    /// - Parameters:
    ///   - session: Returns the session for every call but `EndRequest`.
    ///   - onEnd: Called with an object after it has answered `EndRequest`.
    init(
        session: @escaping @WidgetActor @Sendable (ObjectPath) throws -> WidgetSession,
        onEnd: @escaping @WidgetActor @Sendable (ObjectPath) -> Void
    ) {
        self.session = session
        self.onEnd = onEnd
    }

    private typealias Values = [String: DBusValue]

    static let interface = Interface<ProviderEndpoint>(
        TodayBus.provider,
        documentation: """
            Provides the content of a widget. The center calls it; all methods but PerformUpdate are optional. \
            Context: Identifier, Reason, DisplayMode, Locale, ColorScheme (s), Version (u), CompactSize, ExpandedSize \
            (dd), ProposedMarginInsets (dddd), Viewing (b), Settings (a{sv}). Since version 3: Size (s, small or \
            regular). The center sends all keys. Reason is start, visible, interval, next-update, requested, \
            has-content, wake, context or settings. Changes: the keys of UpdateWidget of the center. The object of a \
            further instance is /instance/NUMBER below this one.
            """
    ) {
        Method.later(
            ProviderMember.beginRequest, in: ["context"], out: ["changes"],
            doc: """
                The first call to an object of a program that was started for the widget. Other programs don't get it. The \
                reply has remembered content to show at once; it confirms nothing.
                """
        ) { (it: isolated ProviderEndpoint, call: MethodCall, reply: DeferredReply<Values>, context: Values) in
            it.answer(reply, at: call.path) { session in
                let context = try await it.context(context, of: session)
                reply.send(session.begin(context, for: call.sender).dictionary)
            }
        }
        Method.later(
            ProviderMember.performUpdate, in: ["context"], out: ["result", "changes"],
            doc: """
                Updates the content within 18 s, including the start of the program. The result is new-data, no-data \
                or failed. Of the changes, the center uses only NextUpdate with no-data, and only Error, ErrorKind and \
                NextUpdate with failed.
                """
        ) {
            (
                it: isolated ProviderEndpoint, call: MethodCall, reply: DeferredReply<String, Values>,
                context: [String: DBusValue]
            ) in
            it.answer(reply, at: call.path) { session in
                let context = try await it.context(context, of: session)
                let (result, changes) = await session.performUpdate(context, for: call.sender)
                reply.send(result.rawValue, changes.dictionary)
            }
        }
        Method.later(
            ProviderMember.displayModeChanged, in: ["mode", "maximum_size"], out: ["changes"],
            doc: "The display mode has changed to compact or expanded. maximum_size is the largest size in that mode."
        ) {
            (it: isolated ProviderEndpoint, call: MethodCall, reply: DeferredReply<Values>, word: String, size: Size) in
            let (mode, size) = try ProviderEndpoint.checked(word, size)
            it.answer(reply, at: call.path) { session in
                let changes = session.displayModeChanged(to: mode, maximum: size, for: call.sender)
                reply.send(changes.dictionary)
            }
        }
        Method.later(
            ProviderMember.invokeAction, in: ["action", "parameter", "platform_data"], out: ["changes"],
            doc: """
                The user tapped something. The parameter has no value or one; for a toggle, its new value. Keys of \
                platform_data: activation-token, desktop-startup-id, node (s), revision (t).
                """
        ) {
            (
                it: isolated ProviderEndpoint, call: MethodCall, reply: DeferredReply<Values>, action: String,
                parameter: [DBusValue], platformData: [String: DBusValue]
            ) in
            let parameter = try ProviderEndpoint.single(parameter)
            var token: String?
            if case .string(let text)? = platformData["activation-token"]?.unwrapped { token = text }
            it.answer(reply, at: call.path) { [token] session in
                let changes = try await session.invokeAction(
                    action, parameter: parameter, activationToken: token, for: call.sender)
                reply.send(changes.dictionary)
            }
        }
        Method.async(ProviderMember.appear, doc: "A panel shows the widget. Alternates with Disappear.") {
            (it: isolated ProviderEndpoint, call: MethodCall) in try await it.session(call.path).appear()
        }
        Method.async(ProviderMember.disappear, doc: "No panel shows the widget now.") {
            (it: isolated ProviderEndpoint, call: MethodCall) in try await it.session(call.path).disappear()
        }
        Method(
            ProviderMember.endRequest,
            doc: """
                The last call to an object of a program that was started for the widget. Other programs don't get it. The \
                program replies and ends within 2 s. With several objects, it may end after the first call or the \
                last.
                """
        ) { (it: isolated ProviderEndpoint, call: MethodCall) in it.end(call.path) }
    }

    /// Answers a call on the thread of the sessions. The body sends the reply in the step that reads the widget's state:
    /// a push with a later state would arrive first otherwise, and the center would show the former state after it.
    private func answer<each Output: DBusType>(
        _ reply: DeferredReply<repeat each Output>, at path: ObjectPath,
        _ body: @escaping @WidgetActor @Sendable (WidgetSession) async throws -> Void
    ) {
        Task { @WidgetActor [session] in
            do { try await body(try session(path)) } catch let error as NCWidgetError where error.isUnreachable {
                // The center passes the kind on to the panel.
                reply.send(error: CenterError(.actionFailed, error.description, kind: .unreachable))
            } catch {
                reply.send(error: error)
            }
        }
    }

    /// The reply is queued before the task runs on this thread.
    private func end(_ path: ObjectPath) {
        let onEnd = onEnd
        Task { await onEnd(path) }
    }

    private func context(
        _ values: Values, of session: WidgetSession
    ) async throws(RemoteError) -> UpdateContext {
        let identifier = await session.context.current.identifier
        do {
            var context = try UpdateContext(values, default: identifier)
            // Only a caller that isn't a center sends no locale.
            if values["Locale"] == nil, let locale = Environment.locale() { context.locale = locale }
            return context
        } catch { throw RemoteError(.invalidArgs, "context.\(error)") }
    }

    private static func checked(_ word: String, _ size: Size) throws(RemoteError) -> (DisplayMode, Size) {
        guard let mode = DisplayMode(rawValue: word) else {
            throw RemoteError(.invalidArgs, "mode: \(word.debugDescription) isn't compact or expanded")
        }
        guard size.width.isFinite, size.height.isFinite, size.width >= 0, size.height >= 0 else {
            throw RemoteError(.invalidArgs, "maximum_size: (\(size.width), \(size.height)) is not a size")
        }
        return (mode, size)
    }

    private static func single(_ parameter: [DBusValue]) throws(RemoteError) -> NCValue? {
        guard parameter.count <= 1 else {
            throw RemoteError(.invalidArgs, "parameter: it holds \(parameter.count) values, more than one")
        }
        guard let value = parameter.first else { return nil }
        guard let value = NCValue(value) else {
            throw RemoteError(.invalidArgs, "parameter: a file descriptor is not allowed")
        }
        return value
    }
}
