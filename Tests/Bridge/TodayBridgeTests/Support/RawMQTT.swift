import DBus
import Glibc
import Testing

/// A client or a broker that writes MQTT 3.1.1 packets itself: many, or ones that no sound program sends.
struct RawMQTT: ~Copyable {
    private let socket: CInt

    private init(_ socket: CInt) { self.socket = socket }
    deinit { close(socket) }

    /// Whether a program listens on a port.
    static func isListening(port: UInt16) -> Bool { (try? RawMQTT(connectedTo: port)) != nil }

    private init(connectedTo port: UInt16) throws {
        self.init(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = Self.loopback(port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(socket, $0, length) }
        }
        if result != 0 { throw RawError(code: errno) }
    }

    /// Connects to a broker.
    static func connect(port: UInt16) throws -> RawMQTT {
        let client = try RawMQTT(connectedTo: port)
        let identifier = text("raw-\(UInt32.random(in: .min ... .max))")
        try client.write(packet(0x10, text("MQTT") + [4, 2, 0, 60] + identifier))
        try #require(try client.read(4) == [0x20, 2, 0, 0])
        return client
    }

    /// Publishes a message with QoS 0.
    func publish(_ payload: [UInt8], to topic: String, isRetained: Bool = false) throws {
        try write(Self.packet(isRetained ? 0x31 : 0x30, Self.text(topic) + payload))
    }

    /// Waits until the broker has read everything.
    func ping() throws {
        try write([0xC0, 0])
        try #require(try read(2) == [0xD0, 0])
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { throw RawError(code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    struct RawError: Error { let code: CInt }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let more = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + done, count - done, 0) }
            if more <= 0 { throw RawError(code: errno) }
            done += more
        }
        return bytes
    }

    // MARK: A broker

    /// Listens on a port, and calls a function with the number of each connection that has sent CONNECT, on a thread.
    static func serve(_ body: @escaping @Sendable (Int, borrowing RawMQTT) throws -> Void) throws -> UInt16 {
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 8) == 0
                    ? getsockname(listener, address, &length) : -1
            }
        }
        try #require(result == 0)
        WorkThread.start {
            var number = 0
            while case let socket = accept(listener, nil, nil), socket >= 0 {
                number += 1
                let connection = RawMQTT(socket)
                var bytes = [UInt8](repeating: 0, count: 4096)
                _ = recv(socket, &bytes, bytes.count, 0)
                try? body(number, connection)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    // MARK: Packets

    private static func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)] + Array(text.utf8)
    }

    private static func packet(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { [type] + length(body.count) + body }

    /// The remaining length of a packet.
    static func length(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = count
        repeat {
            bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }
}
