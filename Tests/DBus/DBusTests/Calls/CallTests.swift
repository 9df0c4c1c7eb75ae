import DBusTesting
import Testing

@testable import DBus

struct CallTests {
    @Test(arguments: [false, true])
    func everyCallGetsItsOwnReply(_ shared: Bool) async throws {
        let setup = try await EchoBus.start(shared: shared)
        let replies = try await withThrowingTaskGroup { group in
            for number in 0..<500 {
                group.addTask { (number, try await setup.call("Text", "\(number)") as String) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(replies.count == 500)
        #expect(replies.allSatisfy { $0.value == "\($0.key)" })
        #expect(await setup.client.perform { $0.pending.count } == 0)
    }

    @Test func resultsAreATupleOneValueOrNothing() async throws {
        let setup = try await EchoBus.start()
        let (client, name, path, interface) = (setup.client, Echo.busName, Echo.path, Echo.name)
        let caller: (String, ObjectPath, String, String) = try await client.call(
            name, path: path, interface: interface, "Caller")
        #expect(caller == (client.uniqueName?.rawValue ?? "", path, interface.rawValue, "Caller"))
        let text: String = try await client.call(name, path: path, interface: interface, "Text", "x")
        #expect(text == "x")
        try await client.call(name, path: path, interface: interface, "Note", "a")
        // Results that the caller doesn't ask for are ignored.
        try await client.call(name, path: path, interface: interface, "Text", "x")
        #expect(await setup.echo.notes == ["a"])
    }

    @Test func aCallWithoutInterfaceMeansTheFirstThatHasTheMethod() async throws {
        let setup = try await EchoBus.start()
        let caller: (String, ObjectPath, String, String) = try await setup.client.call(
            Echo.busName, path: Echo.path, interface: nil, "Caller")
        // The handler sees which interface it was.
        #expect(caller.2 == Echo.name.rawValue)
        try await setup.client.call(Echo.busName, path: "/org", interface: nil, "Ping")
    }

    @Test func repliesMayComeInAnyOrder() async throws {
        let setup = try await EchoBus.start()
        let calls = ["a", "b", "c"].map { name in Task { try await setup.call("Wait", name) as String } }
        for name in ["a", "b", "c"] {
            await eventually("the call has not come") { await setup.echo.gate(name).count == 1 }
        }
        // Waiting calls don't block other calls.
        #expect(try await setup.call("Text", "meanwhile") as String == "meanwhile")
        for (index, name) in [(2, "c"), (0, "a"), (1, "b")] {
            await setup.echo.gate(name).open()
            #expect(try await withDeadline { try await calls[index].value } == name)
        }
    }

    @Test(arguments: [false, true])
    func aHandlerMayCallItsCaller(_ shared: Bool) async throws {
        let setup = try await EchoBus.start(shared: shared)
        let answering = Echo(loop: setup.client.loop)
        try await setup.client.export(Echo.interface, of: answering, at: Echo.path)
        let answer: String = try await setup.client.call(
            Echo.busName, path: Echo.path, interface: Echo.name, "CallBack", timeout: .seconds(20))
        #expect(answer == "from the caller")
    }

    @Test func aConnectionMayCallItself() async throws {
        let setup = try await EchoBus.start()
        let text: String = try await setup.service.call(
            setup.service.uniqueName, path: Echo.path, interface: Echo.name, "Text", "me")
        #expect(text == "me")
    }

    @Test func aDeadlineEndsACallAndItsReplyIsDropped() async throws {
        let setup = try await EchoBus.start()
        let error = await #expect(throws: ConnectionError.self) {
            try await setup.call("Wait", timeout: .milliseconds(30), "late") as String
        }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("within 0.03 seconds") == true)
        #expect(await setup.client.perform { $0.pending.count } == 0)
        await setup.echo.openAll()
        #expect(try await setup.call("Text", "after") as String == "after")
    }

    /// Nothing is sent then.
    @Test(arguments: [.zero, .seconds(-1), .seconds(Int64.min), .nanoseconds(-1)] as [Duration])
    func aDeadlineThatHasPassedFailsAtOnce(_ timeout: Duration) async throws {
        let setup = try await EchoBus.start()
        let error = await #expect(throws: ConnectionError.self) {
            try await setup.client.call(
                Echo.busName, path: Echo.path, interface: Echo.name, "Note", timeout: timeout, "never")
        }
        #expect(error?.code == .timedOut)
        #expect(try await setup.call("Text", "after") as String == "after")
        #expect(await setup.echo.notes == [])
    }

    /// The last has more seconds than 64 bits hold.
    @Test(arguments: [.seconds(Int64.max), .seconds(4_000_000_000), .seconds(1e20)] as [Duration])
    func aDeadlineMayBeForEver(_ timeout: Duration) async throws {
        let setup = try await EchoBus.start()
        let text: String = try await setup.call("Text", timeout: timeout, "in time")
        #expect(text == "in time")
    }

    @Test func aCancelledCallEndsAtOnceAndItsReplyIsDropped() async throws {
        let setup = try await EchoBus.start()
        let call = Task { try await setup.call("Wait", "cancelled") as String }
        await eventually("the call has not come") { await setup.echo.gate("cancelled").count == 1 }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await withDeadline { try await call.value } }
        #expect(await setup.client.perform { $0.pending.count } == 0)
        // Its deadline doesn't fire later either.
        #expect(await setup.client.perform { $0.loop.timerCount } == 0)
        await setup.echo.openAll()
        #expect(try await setup.call("Text", "after") as String == "after")
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        let setup = try await EchoBus.start()
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await setup.client.call(Echo.busName, path: Echo.path, interface: Echo.name, "Note", "never")
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(try await setup.call("Text", "after") as String == "after")
        #expect(await setup.echo.notes == [])
    }

    /// Canceling at any moment ends a call once: with its reply or with the cancellation.
    @Test func cancellingRacesWithReplies() async throws {
        let setup = try await EchoBus.start()
        await withTaskGroup { group in
            for number in 0..<300 {
                group.addTask {
                    let call = Task { try await setup.call("Text", "\(number)") as String }
                    for _ in 0..<number % 7 { await Task.yield() }
                    call.cancel()
                    switch await call.result {
                    case .success(let text): #expect(text == "\(number)")
                    case .failure(let error): #expect(error is CancellationError)
                    }
                }
            }
        }
        #expect(await setup.client.perform { $0.pending.count } == 0)
    }

    @Test func aReplyOfAnotherTypeIsAnError() async throws {
        let setup = try await EchoBus.start()
        let error = await #expect(throws: ConnectionError.self) { try await setup.call("Text", "x") as Int32 }
        #expect(error?.code == .malformedReply)
        #expect(error?.message == #"the reply has the signature "s", not "i""#)
    }

    @Test func argumentsThatCannotBeSentAreAnErrorHere() async throws {
        let setup = try await EchoBus.start()
        await #expect(throws: MarshallingError.self) { try await setup.call("Text", "a\0b") as String }
        let deep = (0..<100).reduce(DBusValue.byte(1)) { value, _ in .variant(value) }
        await #expect(throws: MarshallingError.self) { try await setup.call("Variant", deep) as DBusValue }
        let large = [UInt8](repeating: 0, count: (64 << 20) + 1)
        await #expect(throws: MarshallingError.self) { try await setup.call("Variant", large) as DBusValue }
        #expect(try await setup.call("Text", "after") as String == "after")
    }

    @Test func theDeepestValueTravels() async throws {
        let setup = try await EchoBus.start()
        let deepest = (0..<63).reduce(DBusValue.byte(1)) { value, _ in .variant(value) }
        #expect(try await setup.call("Variant", deepest) as DBusValue == deepest)
    }

    @Test func aMessageOfMegabytesTravels() async throws {
        let setup = try await EchoBus.start()
        let bytes = DBusValue.bytes((0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(try await setup.call("Variant", bytes) as DBusValue == bytes)
    }
}
