import DBusTesting
import Glibc
import Testing

@testable import DBus

/// A client of a ``PeerServer`` that has no libdbus: it says what it wants when it wants, and takes no file descriptors.
final class RawPeer: Sendable {
    private let descriptor: CInt
    private let unread = Locked<[UInt8]>([])
    private let isGreeted = Locked(false)

    init(_ server: PeerServer) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let result = withSocketAddress(EchoPeers.socketPath(of: server.address)) { connect(descriptor, $0, $1) }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    /// The lines that a client of this user sends to authenticate, without waiting for answers and without asking for
    /// descriptors.
    static var greeting: [UInt8] {
        let user = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
        return [0] + Array("AUTH EXTERNAL \(user)\r\nBEGIN\r\n".utf8)
    }

    /// Sends bytes in one piece. They have to be few.
    func send(_ bytes: [UInt8]) throws {
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    /// The next message that arrives, after the one line that answers the greeting.
    func message() async throws -> Message {
        let found = Locked<[UInt8]?>(nil)
        await eventually("no message comes") {
            receive()
            let next = takeMessage()
            found.withLock { $0 = next }
            return next != nil
        }
        let bytes = found.withLock { $0 } ?? []
        return try #require(Message.demarshalled(bytes))
    }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
        if count > 0 { unread.withLock { $0 += buffer[..<count] } }
    }

    private func takeMessage() -> [UInt8]? {
        unread.withLock { unread in
            if !isGreeted.withLock({ $0 }) {
                guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                unread.removeSubrange(...end)
                isGreeted.withLock { $0 = true }
            }
            guard unread.count >= 16 else { return nil }
            // libdbus writes in the order of this machine.
            func length(at offset: Int) -> Int {
                unread.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
            }
            let size = (16 + length(at: 12) + 7) & ~7 + length(at: 4)
            guard unread.count >= size else { return nil }
            defer { unread.removeSubrange(..<size) }
            return Array(unread[..<size])
        }
    }
}
