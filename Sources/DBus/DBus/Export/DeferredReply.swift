internal import Synchronization

/// The reply to one call, which the handler's owner sends later; see ``Method/later(_:in:out:doc:_:)``.
///
/// Only the first reply is sent; a second one is dropped. If this is released unused, the caller gets an error.
package final class DeferredReply<each Output: DBusType>: Sendable {
    private let call: MethodCall
    private let hasReplied = Atomic<Bool>(false)
    /// Whether the handler has returned without a reply, so that the call counts as in progress.
    private let isLate = Atomic<Bool>(false)

    init(to call: MethodCall) { self.call = call }

    /// Records that the handler has returned. Call it only on the loop's thread.
    func handlerReturned() {
        if hasReplied.load(ordering: .relaxed) { return }
        isLate.store(true, ordering: .relaxed)
        call.connection.assumeIsolated { $0.incoming.inbox.startAnswering(call.inboxSender) }
    }

    deinit {
        guard claim() else { return }
        Task { [call] in
            await call.connection.reply(UnansweredCall(member: call.member), to: call, isLate: true)
        }
    }

    private struct UnansweredCall: Error, CustomStringConvertible {
        let member: MemberName
        var description: String { "\(member) ended without a reply" }
    }

    private func claim() -> Bool { !hasReplied.exchange(true, ordering: .acquiringAndReleasing) }

    /// Replies with the results. Call it only on the loop's thread.
    package func send(_ output: repeat each Output) {
        guard claim() else { return }
        let output = Values<repeat each Output>(repeat each output)
        call.connection.assumeIsolated { [call, isLate = isLate.load(ordering: .relaxed)] connection in
            connection.reply(to: call, isLate: isLate) {
                try Message.make(.methodReturn(to: call), repeat each output.values)
            }
        }
    }

    /// Replies with values of any types, even types that the method doesn't declare. Call it only on the loop's thread.
    package func send(values: [DBusValue]) {
        guard claim() else { return }
        call.connection.assumeIsolated { [call, isLate = isLate.load(ordering: .relaxed)] connection in
            connection.reply(to: call, isLate: isLate) {
                try Message.make(.methodReturn(to: call), bare: values)
            }
        }
    }

    /// Replies with an error. Call it only on the loop's thread.
    package func send(error: any Error) {
        guard claim() else { return }
        call.connection.assumeIsolated { [call, isLate = isLate.load(ordering: .relaxed)] in
            $0.reply(error, to: call, isLate: isLate)
        }
    }
}

extension Method where Owner: Actor {
    /// Makes a method that runs on the loop's thread immediately, in the order of the calls, and replies later.
    ///
    /// The owner must live on that thread. If the body throws, the error is the reply.
    package static func later<each Input: DBusType, each Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body:
            @escaping @Sendable (isolated Owner, MethodCall, DeferredReply<repeat each Output>, repeat each Input)
            throws -> Void
    ) -> Method {
        Method(
            name, Argument.list(inputs, "arg", repeat (each Input).self),
            Argument.list(outputs, "result", repeat (each Output).self), doc,
            .later { owner, call, reader in
                let input = try Values<repeat each Input>(from: &reader)
                let reply = DeferredReply<repeat each Output>(to: call)
                do {
                    try owner.assumeIsolated { owner in try body(owner, call, reply, repeat each input.values) }
                } catch {
                    reply.send(error: error)
                }
                reply.handlerReturned()
            })
    }
}
