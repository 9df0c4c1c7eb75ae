import DBus
import DBusTesting
import Testing
import TodayModel

/// A dictionary that a call refuses, and with which error.
struct Refusal: CustomTestStringConvertible {
    let identifier: String
    let dictionary: [String: DBusValue]
    let error: ErrorName
    /// A part of the error's message.
    let message: String

    init(
        _ dictionary: [String: DBusValue], _ error: ErrorName, _ message: String,
        of identifier: String = "org.example.A"
    ) {
        self.identifier = identifier
        self.dictionary = dictionary
        self.error = error
        self.message = message
    }

    var testDescription: String { "\(identifier): \(message)" }
}

extension ErrorName {
    static let unknownWidget = CenterError.Code.unknownWidget.errorName
    static let invalidIdentifier = CenterError.Code.invalidIdentifier.errorName
    static let invalidDefinition = CenterError.Code.invalidDefinition.errorName
    static let invalidContent = CenterError.Code.invalidContent.errorName
    static let invalidURL = CenterError.Code.invalidURL.errorName
    static let notAuthorized = CenterError.Code.notAuthorized.errorName
    static let alreadyRegistered = CenterError.Code.alreadyRegistered.errorName
    static let conflict = CenterError.Code.conflict.errorName
    static let limitExceeded = CenterError.Code.limitExceeded.errorName
    static let notStored = CenterError.Code.notStored.errorName
    static let actionFailed = CenterError.Code.actionFailed.errorName
}

extension TestCenter {
    /// Expects that a call is refused, and that nothing has changed and no signal was sent.
    func expect(
        _ name: ErrorName, _ message: String = "", sourceLocation: SourceLocation = #_sourceLocation,
        from body: () async throws -> Void
    ) async throws {
        let before = try await snapshot()
        let sent = signals.signals.count
        do {
            try await body()
            Issue.record("it was not refused", sourceLocation: sourceLocation)
        } catch let error as any DBusErrorConvertible {
            let error = error.remoteError
            #expect(error.name == name, sourceLocation: sourceLocation)
            #expect(
                error.message.contains(message), "\(error.message) has no \(message)", sourceLocation: sourceLocation)
        }
        let signals = signals.signals.dropFirst(sent).map(\.brief)
        #expect(signals == [], sourceLocation: sourceLocation)
        let after = try await snapshot()
        #expect(after == before, sourceLocation: sourceLocation)
    }
}

/// Expects that a call is refused by the center with this message.
func expectRefusal(
    _ code: CenterError.Code, _ message: String, _ body: () async throws -> Void
) async {
    let error = await #expect(throws: CenterError.self) { try await body() }
    #expect(error == CenterError(code, message))
}
