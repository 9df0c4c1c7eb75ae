internal import DBus
internal import DBusTesting
internal import TodayPlatform
internal import TodayModel

/// Pushes the cases of `cases/content` to one center, each to its own widget. A center reads content by the same rules
/// as any other reader.
actor PushedContent {
    private let command: [String]
    private var center: Task<(subject: CenterSubject, connection: Connection), any Error>?

    /// - Parameter command: The command that starts the center. The first check that runs starts it.
    init(_ command: [String]) { self.command = command }

    deinit {
        guard let center else { return }
        Task {
            guard let (subject, connection) = try? await center.value else { return }
            await connection.close()
            await subject.discard()
        }
    }

    /// Returns a check for each case.
    nonisolated func checks(of cases: [ContentCase]) -> [Check] {
        cases.enumerated().map { number, tried in
            Check(tried.rules, title: "pushed: \(tried.title)") {
                try await self.push(tried, to: "org.example.Content.n\(number)")
            }
        }
    }

    private func connection() async throws -> Connection {
        let task =
            center
            ?? Task { [command] in
                let subject = try await CenterSubject.start(command)
                return (subject, try await subject.bus.connect())
            }
        center = task
        return try await task.value.connection
    }

    private func push(_ tried: ContentCase, to widget: String) async throws {
        let connection = try await connection()
        let path = ObjectPath(unchecked: CenterNames.centerPath)
        let none: [String: DBusValue] = [:]
        let object: ObjectPath = try await connection.call(
            CenterNames.center, path: path, interface: .init(unchecked: CenterNames.center.rawValue), "RegisterWidget",
            widget, none)
        let changes = ["Content": DBusValue.string(tried.json)]
        var refusal: RemoteError?
        do {
            let _: UInt64 = try await connection.call(
                CenterNames.center, path: path, interface: .init(unchecked: CenterNames.center.rawValue),
                "UpdateWidget", widget, changes)
        } catch let error as RemoteError { refusal = error }
        let shown: DBusValue = try await connection.call(
            CenterNames.center, path: object, interface: .properties, "Get", CenterNames.widget, "Content")
        try await connection.call(
            CenterNames.center, path: path, interface: .init(unchecked: CenterNames.center.rawValue),
            "UnregisterWidget", widget)
        try Self.check(tried, refusal, shown)
    }

    private static func check(_ tried: ContentCase, _ refusal: RemoteError?, _ shown: DBusValue) throws {
        func fail(_ expected: String, _ seen: String) -> Failure {
            Failure(given: "the content \(tried.json.prefix(2000))", expected: expected, seen: seen)
        }
        let seen = refusal.map { "\($0.name): \($0.message)" } ?? "taken"
        switch tried.expected {
        case .refused(let place):
            let field = place.map { $0.isEmpty ? "Content" : "Content.\($0)" } ?? "Content"
            guard let refusal, refusal.name.rawValue == CenterNames.errorPrefix + "InvalidContent" else {
                throw fail("the error InvalidContent", seen)
            }
            guard refusal.message.utf8.starts(with: field.utf8) else {
                throw fail("a message that begins with \(field)", refusal.message)
            }
        case .taken(let canonical, _):
            if refusal != nil { throw fail("taken", seen) }
            guard let canonical, let tree = try? JSONText(canonical) else { return }
            if !isNode(shown.unwrapped, tree) { throw fail(canonical, "\(Notation.written(shown))") }
        }
    }

    // MARK: Comparison of a bus tree with JSON

    private static func isNode(_ value: DBusValue, _ tree: JSONText) -> Bool {
        guard case .structure(let fields) = value, fields.count == 3, case .string(let kind) = fields[0],
            case .dictionary(let attributes, _, _) = fields[1], case .array(let children, _) = fields[2]
        else { return false }
        var members = Dictionary((tree.members ?? []).map { ($0.name, $0.value) }) { first, _ in first }
        let below = members.removeValue(forKey: "children")?.elements ?? []
        guard kind == members.removeValue(forKey: "kind")?.string ?? "", below.count == children.count else {
            return false
        }
        return isDictionary(attributes, members) && zip(children, below).allSatisfy { isNode($0.unwrapped, $1) }
    }

    private static func isDictionary(_ entries: [DBusValue.DictionaryEntry], _ members: [String: JSONText]) -> Bool {
        entries.count == members.count
            && entries.allSatisfy { entry in
                members[Notation.key(entry.key)].map { isValue(entry.value.unwrapped, $0) } ?? false
            }
    }

    private static func isValue(_ value: DBusValue, _ text: JSONText) -> Bool {
        switch (value, text.value) {
        case (.string(let value), .string(let text)): value == text
        case (.boolean(let value), .boolean(let flag)): value == flag
        case (.bytes(let bytes), .string(let text)): Base64.decode(text) == bytes
        case (.double(let number), .number(let digits)): Double(digits) == number
        case (.array(let elements, _), .array(let texts)):
            elements.count == texts.count && zip(elements, texts).allSatisfy { isValue($0.unwrapped, $1) }
        case (.dictionary(let entries, _, _), .object(let members)):
            isDictionary(entries, Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first })
        case (_, .number(let digits)):
            Notation.written(value).integer.map { $0 == Int128(digits) } ?? false
        default: false
        }
    }
}
