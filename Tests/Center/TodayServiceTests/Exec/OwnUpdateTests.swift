import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// A provider that asks for the update it is answering does not wait for itself.
@Suite(.serialized) struct OwnUpdateTests {
    @Test(arguments: ["asks", "asks-first", "asks-by-tap"])
    func itIsRefused(_ behaviour: String) async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": "Exec=" + TestCenter.provider(behaviour)]) {
            // A provider that waited for itself would wait longer than this test.
            $0.provider = .seconds(300)
        }
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(
            test.providerLog.filter { $0[1] == "answer" }.map { $0[2] } == ["org.freedesktop.DBus.Error.InvalidArgs"])
    }

    /// An app that is both provider and panel awaits the run properly over its other connection.
    @Test func anotherConnectionOfTheProviderJoins() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": "Exec=" + TestCenter.provider("joins")]) {
            $0.provider = .seconds(300)
        }
        #expect(try await test.client.performUpdate(.a) == .newData)
        let isAnswered = await poll(within: .seconds(20), every: .milliseconds(10)) {
            test.calls(of: "answer") == 1 ? true : nil
        }
        #expect(isAnswered == true)
        #expect(test.providerLog.filter { $0[1] == "answer" }.map { $0[2] } == ["new-data"])
        #expect(test.calls(of: "PerformUpdate") == 1)
    }

    /// If a program waits for itself over an unknown connection, the deadline ends it.
    @Test(arguments: ["asks-aside", "asks-early"]) func whoeverElseWaitsForItselfMeetsTheDeadline(
        _ behaviour: String
    ) async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": "Exec=" + TestCenter.provider(behaviour)]) {
            $0.provider = .milliseconds(1500)
        }
        #expect(try await test.client.performUpdate(.a) == .failed)
    }

    @Test func anotherWidgetOfTheSameProviderIsNotItsOwn() async throws {
        let test = try await TestCenter.start()
        let (app, client) = (try await test.anotherClient(), test.client)
        let answers = Recorder<String>()
        try await test.register(.b, by: app)
        try await test.register(
            .a, by: app,
            update: { _ in
                for widget in [WidgetIdentifier.b, .a] {
                    do { answers.record("\(try await app.performUpdate(widget))") } catch {
                        answers.record("\((error as? any DBusErrorConvertible)?.remoteError.message ?? "\(error)")")
                    }
                }
                return ("new-data", ["Content": text("1").dbusValue])
            })
        #expect(try await client.performUpdate(.a) == .newData)
        #expect(
            answers.elements == [
                "noData",
                "identifier: org.example.A is being updated by the caller, which would wait for itself",
            ])
        // When it is not answering one, it may ask for a run.
        #expect(try await app.performUpdate(.b) == .noData)
    }
}
