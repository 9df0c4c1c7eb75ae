internal import DBus
internal import PlayedCenter
internal import TodayModel

/// Calls to the provider, made as the center makes them, and the known facts about its widgets.
extension ProviderTrial {
    /// Returns a complete context.
    func context(
        _ place: ProviderSubject.Place, reason: String, mode: String = "compact", settings: [String: DBusValue] = [:]
    ) throws -> [String: DBusValue] {
        let defaults = Dictionary(try self.settings(of: place).map { ($0.key, $0.defaultValue.dbusValue) }) { $1 }
        func size(_ width: Double, _ height: Double) -> DBusValue { .structure([.double(width), .double(height)]) }
        return [
            "Identifier": .string(place.identifier), "Version": .uint32(TodayBus.version), "Reason": .string(reason),
            "DisplayMode": .string(mode), "Size": "regular", "CompactSize": size(320, 110),
            "ExpandedSize": size(320, 640),
            "ProposedMarginInsets": .structure([.double(0), .double(0), .double(0), .double(0)]),
            "Locale": .string("C.UTF-8"), "ColorScheme": .string("light"), "Viewing": .boolean(true),
            "Settings": .properties(defaults.merging(chosenSettings) { $1 }.merging(settings) { $1 }),
        ]
    }

    @discardableResult
    func begin(_ place: ProviderSubject.Place) async throws -> ProviderAnswer {
        let context = try context(place, reason: "start")
        return try await perform(place, "BeginRequest", "") { connection, limit in
            let changes: [String: DBusValue] = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "BeginRequest", timeout: limit, context)
            return (nil, changes)
        }
    }

    /// Requests an update.
    ///
    /// - Parameter more: Keys of the context, in addition to the usual ones or instead of them.
    @discardableResult
    func update(
        _ place: ProviderSubject.Place, reason: String = "requested", mode: String = "compact",
        settings: [String: DBusValue] = [:], _ more: [String: DBusValue] = [:]
    ) async throws -> ProviderAnswer {
        let context = try context(place, reason: reason, mode: mode, settings: settings).merging(more) { $1 }
        let added = more.merging(settings) { $1 }.sorted { $0.key < $1.key }.map { ", with \($0.key) \($0.value)" }
        let words = "for the reason \(reason)\(added.joined())"
        return try await perform(place, "PerformUpdate", words) { connection, limit in
            let (word, changes): (String, [String: DBusValue]) = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "PerformUpdate", timeout: limit, context)
            return (word, changes)
        }
    }

    func changeMode(_ place: ProviderSubject.Place, to mode: String) async throws -> ProviderAnswer {
        let size = Size(width: 320, height: mode == "compact" ? 110 : 640)
        return try await perform(place, "DisplayModeChanged", "to \(mode)") { connection, limit in
            let changes: [String: DBusValue] = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "DisplayModeChanged", timeout: limit, mode,
                size)
            return (nil, changes)
        }
    }

    func tap(
        _ place: ProviderSubject.Place, _ action: String, _ parameter: [DBusValue] = [],
        _ data: [String: DBusValue] = [:]
    ) async throws -> ProviderAnswer {
        try await perform(place, "InvokeAction", "\(action) \(parameter)") { connection, limit in
            let changes: [String: DBusValue] = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "InvokeAction", timeout: limit, action,
                parameter, data)
            return (nil, changes)
        }
    }

    /// Calls a method without arguments and results.
    func call(
        _ place: ProviderSubject.Place, _ member: MemberName, within limit: Duration? = nil
    ) async throws -> ProviderAnswer {
        try await perform(place, member, "", within: limit) { connection, limit in
            let _: Void = try await Self.callWithoutResult(connection, place, member, limit)
            return (nil, [:])
        }
    }

    /// Makes a call whose reply must be empty.
    private static func callWithoutResult(
        _ connection: Connection, _ place: ProviderSubject.Place, _ member: MemberName, _ limit: Duration
    ) async throws {
        let _: () = try await connection.call(
            place.name, path: place.path, interface: TodayBus.provider, member, timeout: limit)
    }

    /// Calls `EndRequest` on each of its used objects. Returns the answer of `place`.
    func end(_ place: ProviderSubject.Place) async throws -> ProviderAnswer {
        let others = history.used.subtracting([place])
        let answer = try await call(place, "EndRequest", within: limits.ending)
        if answer.isMissing { return answer }
        for other in others { _ = try await call(other, "EndRequest", within: limits.ending) }
        return answer
    }

    private func perform(
        _ place: ProviderSubject.Place, _ member: MemberName, _ words: String, within limit: Duration? = nil,
        _ send: @Sendable (Connection, Duration) async throws -> (word: String?, changes: [String: DBusValue])
    ) async throws -> ProviderAnswer {
        let connection = try await stage().connection
        let limit = limit ?? limits.answer
        history.used.insert(place)
        let outcome: ProviderAnswer.Outcome
        do {
            let (word, changes) = try await send(connection, limit)
            outcome = .reply(word: word, changes: changes)
        } catch let error as RemoteError {
            let gone: Set<ErrorName> = [.noReply, .serviceUnknown, .nameHasNoOwner, .disconnected]
            outcome = gone.contains(error.name) ? .left : .error(error)
        } catch let error as ConnectionError where error.code == .malformedReply {
            outcome = .mistyped(error.message)
        } catch let error as ConnectionError where error.code == .timedOut {
            outcome = .late(limit)
        }
        let call = "\(member) of \(place.identifier)\(words.isEmpty ? "" : " ")\(words)"
        let answer = ProviderAnswer(
            call: call, member: member, largestMode: history.largestModes[place.identifier] ?? "expanded",
            outcome: outcome)
        history.record(answer, of: place)
        switch outcome {
        case .late where member != "EndRequest": giveUp("the provider no longer answers")
        case .left where member != "EndRequest": await stopProgram()
        case .late, .left, .mistyped, .error, .reply: break
        }
        return answer
    }

    /// Requests an update of a widget, and returns what the widget then shows.
    func shown(
        at place: ProviderSubject.Place, settings: [String: DBusValue] = [:]
    ) async throws -> ProviderShown {
        let answer = try await update(place, reason: "settings", settings: settings)
        try answer.expectGiven()
        let hasFailed = answer.word == nil || answer.word == "failed"
        return ProviderShown(content: try content(of: place), failure: hasFailed ? answer.seen : nil)
    }

    /// Returns the content of a widget, as far as it is known.
    func content(of place: ProviderSubject.Place) throws -> Content? {
        try history.contents[place.identifier] ?? manifest()?.definition.changes.content
    }

    /// Returns the definition of a widget.
    private func definition(of place: ProviderSubject.Place) throws -> WidgetDefinition? {
        if let widget = try manifest() { return widget.definition }
        return registrations().first { $0.identifier == place.widget }.flatMap { try? WidgetDefinition($0.values) }
    }

    /// Returns the settings that a widget declares.
    func settings(of place: ProviderSubject.Place) throws -> [SettingDeclaration] {
        try definition(of: place)?.settingsSchema.declarations ?? []
    }

    /// Returns another instance of a widget.
    func instance(_ number: Int, of place: ProviderSubject.Place) throws -> ProviderSubject.Place {
        guard try definition(of: place)?.instances == true,
            let path = ObjectPath(rawValue: (place.path == .root ? "" : place.path.rawValue) + "/instance/\(number)")
        else { throw Skipped(reason: "it has no Instances") }
        return ProviderSubject.Place(identifier: "\(place.identifier)#\(number)", name: place.name, path: path)
    }

    /// Returns the largest mode of a widget.
    func largestMode(of place: ProviderSubject.Place) -> String { history.largestModes[place.identifier] ?? "compact" }
}

/// The content or failure of a widget after an update.
struct ProviderShown: Equatable, CustomStringConvertible {
    let content: Content?
    /// An error, or the message that came with `failed`.
    let failure: String?

    var description: String {
        [content.map { "\($0.dbusValue)" }, failure].compactMap(\.self).joined(separator: "\n")
    }
}
