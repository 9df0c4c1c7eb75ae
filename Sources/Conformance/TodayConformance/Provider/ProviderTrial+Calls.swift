internal import DBus
internal import PlayedCenter
internal import TodayModel

/// Calls of the provider, as the center makes them, and what is known of its widgets.
extension ProviderTrial {
    /// A complete context.
    func context(
        _ place: ProviderSubject.Place, reason: String, mode: String = "compact", settings: [String: DBusValue] = [:]
    ) throws -> [String: DBusValue] {
        let defaults = Dictionary(try self.settings(of: place).map { ($0.key, $0.defaultValue.dbusValue) }) { $1 }
        func size(_ width: Double, _ height: Double) -> DBusValue { .structure([.double(width), .double(height)]) }
        return [
            "Identifier": .string(place.identifier), "Version": .uint32(2), "Reason": .string(reason),
            "DisplayMode": .string(mode), "CompactSize": size(320, 110), "ExpandedSize": size(320, 640),
            "ProposedMarginInsets": .structure([.double(0), .double(0), .double(0), .double(0)]),
            "Locale": .string("C.UTF-8"), "ColorScheme": .string("light"), "Viewing": .boolean(true),
            "Settings": .properties(defaults.merging(chosenSettings) { $1 }.merging(settings) { $1 }),
        ]
    }

    @discardableResult
    func begin(_ place: ProviderSubject.Place) async throws -> ProviderAnswer {
        let context = try context(place, reason: "start")
        return try await ask(place, "BeginRequest", "") { connection, limit in
            let changes: [String: DBusValue] = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "BeginRequest", timeout: limit, context)
            return (nil, changes)
        }
    }

    /// Has it updated.
    ///
    /// - Parameter more: keys of the context, besides or instead of the usual ones.
    @discardableResult
    func update(
        _ place: ProviderSubject.Place, reason: String = "requested", mode: String = "compact",
        settings: [String: DBusValue] = [:], _ more: [String: DBusValue] = [:]
    ) async throws -> ProviderAnswer {
        let context = try context(place, reason: reason, mode: mode, settings: settings).merging(more) { $1 }
        let added = more.merging(settings) { $1 }.sorted { $0.key < $1.key }.map { ", with \($0.key) \($0.value)" }
        return try await ask(place, "PerformUpdate", "for the reason \(reason)\(added.joined())") { connection, limit in
            let (word, changes): (String, [String: DBusValue]) = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "PerformUpdate", timeout: limit, context)
            return (word, changes)
        }
    }

    func changeMode(_ place: ProviderSubject.Place, to mode: String) async throws -> ProviderAnswer {
        let size = Size(width: 320, height: mode == "compact" ? 110 : 640)
        return try await ask(place, "DisplayModeChanged", "to \(mode)") { connection, limit in
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
        try await ask(place, "InvokeAction", "\(action) \(parameter)") { connection, limit in
            let changes: [String: DBusValue] = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "InvokeAction", timeout: limit, action,
                parameter, data)
            return (nil, changes)
        }
    }

    /// Calls a method that has neither arguments nor results.
    func tell(
        _ place: ProviderSubject.Place, _ member: MemberName, within limit: Duration? = nil
    ) async throws -> ProviderAnswer {
        try await ask(place, member, "", within: limit) { connection, limit in
            let _: Void = try await Self.callForNothing(connection, place, member, limit)
            return (nil, [:])
        }
    }

    /// A call whose reply has to be without values.
    private static func callForNothing(
        _ connection: Connection, _ place: ProviderSubject.Place, _ member: MemberName, _ limit: Duration
    ) async throws {
        let _: () = try await connection.call(
            place.name, path: place.path, interface: TodayBus.provider, member, timeout: limit)
    }

    /// Tells it to end, at each of its objects that were used. Returns the answer of its own.
    func end(_ place: ProviderSubject.Place) async throws -> ProviderAnswer {
        let others = told.used.subtracting([place])
        let answer = try await tell(place, "EndRequest", within: patience.ending)
        if answer.isMissing { return answer }
        for other in others { _ = try await tell(other, "EndRequest", within: patience.ending) }
        return answer
    }

    private func ask(
        _ place: ProviderSubject.Place, _ member: MemberName, _ words: String, within limit: Duration? = nil,
        _ send: @Sendable (Connection, Duration) async throws -> (word: String?, changes: [String: DBusValue])
    ) async throws -> ProviderAnswer {
        let connection = try await stage().connection
        let limit = limit ?? patience.answer
        told.used.insert(place)
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
            call: call, member: member, largestMode: told.largestModes[place.identifier] ?? "expanded", outcome: outcome
        )
        told.note(answer, of: place)
        switch outcome {
        case .late where member != "EndRequest": giveUp("the provider does not answer any more")
        case .left where member != "EndRequest": await stopProgram()
        case .late, .left, .mistyped, .error, .reply: break
        }
        return answer
    }

    /// Has a widget updated, and returns what it shows then.
    func look(
        at place: ProviderSubject.Place, settings: [String: DBusValue] = [:]
    ) async throws -> ProviderShown {
        let answer = try await update(place, reason: "settings", settings: settings)
        try answer.expectGiven()
        let hasFailed = answer.word == nil || answer.word == "failed"
        return ProviderShown(content: try content(of: place), failure: hasFailed ? answer.seen : nil)
    }

    /// What a widget shows, as far as it has told.
    func content(of place: ProviderSubject.Place) throws -> Content? {
        try told.contents[place.identifier] ?? manifest()?.definition.changes.content
    }

    /// What is declared of a widget.
    private func definition(of place: ProviderSubject.Place) throws -> WidgetDefinition? {
        if let widget = try manifest() { return widget.definition }
        return registrations().first { $0.identifier == place.widget }.flatMap { try? WidgetDefinition($0.values) }
    }

    /// The settings that a widget declares.
    func settings(of place: ProviderSubject.Place) throws -> [SettingDeclaration] {
        try definition(of: place)?.settingsSchema.declarations ?? []
    }

    /// One more instance of a widget.
    func instance(_ number: Int, of place: ProviderSubject.Place) throws -> ProviderSubject.Place {
        guard try definition(of: place)?.instances == true,
            let path = ObjectPath(rawValue: (place.path == .root ? "" : place.path.rawValue) + "/instance/\(number)")
        else { throw Skipped(reason: "it says nothing of Instances") }
        return ProviderSubject.Place(identifier: "\(place.identifier)#\(number)", name: place.name, path: path)
    }

    /// The largest mode of a widget.
    func largestMode(of place: ProviderSubject.Place) -> String { told.largestModes[place.identifier] ?? "compact" }
}

/// What a widget shows after an update.
struct ProviderShown: Equatable, CustomStringConvertible {
    let content: Content?
    /// An error, or what came with `failed`.
    let failure: String?

    var description: String {
        [content.map { "\($0.dbusValue)" }, failure].compactMap(\.self).joined(separator: "\n")
    }
}
