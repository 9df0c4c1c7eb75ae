internal import DBus
internal import TodayModel

/// A widget as a ``StageCenter`` has it: all properties of its object.
struct StageWidget: Sendable {
    var identifier: String
    var name: String
    var content: Content
    var displayMode = "compact"
    var largestDisplayMode = "compact"
    var revision: UInt64 = 1
    var lastResult = "new-data"
    var state = "idle"
    var error = ""
    /// Whether the path of its object says nothing of it.
    var hasOddPath = false
    /// What version 2 of the contract has added; nil leaves these properties out.
    var settings: Settings?

    /// What version 2 of the contract has added.
    struct Settings: Sendable {
        var values: [String: DBusValue] = [:]
        var schema: [[String: DBusValue]] = []
        var mayBeAddedAgain = true
    }

    /// Makes a widget.
    ///
    /// - Parameter json: its content in the JSON form, which is valid.
    init(_ identifier: String, _ name: String, _ json: String) throws {
        self.identifier = identifier
        self.name = name
        content = try Content.parse(json: json)
    }

    /// Makes a widget that shows one text.
    init(_ identifier: String, _ name: String, text: String) {
        self.identifier = identifier
        self.name = name
        content = Content(kind: .text, [.text: .string(text)])
    }
}
