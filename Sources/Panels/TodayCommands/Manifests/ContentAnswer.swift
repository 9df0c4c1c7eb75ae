internal import DBus
internal import TodayModel

/// The answers of this project to `today-conformance`, in the content role of the specification.
enum ContentAnswer {
    /// Returns the answer to a request; each is a line of JSON. If the request isn't valid, the answer is an object
    /// with an `error`.
    static func line(for request: String) -> String {
        do throws(Fault) {
            // A request has content as a string, in which a byte can take six.
            let value = try DBusValue(json: request, maximumBytes: 8 * Limits.jsonBytes)
            guard case .dictionary(let entries, _, _) = value else { throw Fault(message: "it isn't an object") }
            var members: [String: DBusValue] = [:]
            for entry in entries { if case .string(let name) = entry.key { members[name] = entry.value.unwrapped } }
            return try answer(to: members).line
        } catch {
            return JSON.object([JSON.Member("error", .string(error.description))]).line
        }
    }

    private static func answer(to members: [String: DBusValue]) throws(Fault) -> JSON {
        guard case .string(let json)? = members["json"], case .string(let word)? = members["mode"],
            let mode = DisplayMode(rawValue: word), let now = members["now"]?.integer,
            let width = members["width"]?.integer,
            case .boolean(let isLocked)? = members["locked"]
        else { throw Fault(message: "a member is missing, or has another type") }
        do throws(Fault) {
            let content = try Content.parse(json: json)
            let context = PlainText.Context(
                now: Timestamp(microseconds: UInt64(clamping: now)), displayMode: mode, width: Int(clamping: width),
                locked: isLocked)
            return .object([
                JSON.Member("valid", .boolean(true)), JSON.Member("content", content.asJSON),
                JSON.Member("text", .string(content.plainText(context))),
            ])
        } catch {
            return .object([
                JSON.Member("valid", .boolean(false)), JSON.Member("path", .string(error.path)),
                JSON.Member("message", .string(error.message)),
            ])
        }
    }
}
