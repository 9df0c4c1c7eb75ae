internal import CTodayDBus
internal import TodayCLibrary

/// Short messages to a bus that are written together. libdbus would use one system call for each of them. Used only on
/// the loop's thread.
///
/// A message waits here for the rest of a turn of the loop at most, unless the socket is full. libdbus writes long
/// messages and those with file descriptors. The order of sending is kept.
final class MessageBatch {
    /// The marshaled bytes that the socket hasn't accepted yet.
    private var bytes: [UInt8] = []
    /// Messages for libdbus, and later messages of any kind. They are written once the socket has accepted all `bytes`.
    private var waiting: [Message] = []
    private var lastSerial = MessageBatch.firstSerial

    /// The number of bytes at which they are offered to the socket.
    private static let capacity = 16 << 10
    /// The longest body of a message that is written here; libdbus writes longer ones.
    private static let longestBody = 4 << 10
    /// libdbus has used smaller serials for earlier messages.
    private static let firstSerial: UInt32 = 1 << 16
    private static let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)

    /// Whether the socket was full at the last write.
    private(set) var isStuck = false

    /// Adds a message, and assigns its serial. Returns false when out of memory.
    func add(_ message: Message, libdbus connection: OpaquePointer) -> Bool {
        if dbus_message_get_serial(message.raw) == 0 {
            lastSerial = lastSerial == .max ? Self.firstSerial : lastSerial + 1
            dbus_message_set_serial(message.raw, lastSerial)
        }
        let isShort = message.descriptorCount == 0 && message.bodyLength.map { $0 <= Self.longestBody } == true
        if isShort, waiting.isEmpty, dbus_connection_has_messages_to_send(connection) == 0 {
            guard append(message) else { return false }
            if bytes.count >= Self.capacity, !isStuck { write(libdbus: connection) }
            return true
        }
        if !isStuck { write(libdbus: connection) }
        if isStuck {
            waiting.append(message)
            return true
        }
        return dbus_connection_send(connection, message.raw, nil) != 0
    }

    private func append(_ message: Message) -> Bool {
        var start: UnsafeMutablePointer<CChar>?
        var count: CInt = 0
        guard dbus_message_marshal(message.raw, &start, &count) != 0 else { return false }
        defer { dbus_free(start) }
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(count)))
        return true
    }

    /// Writes as much as the socket accepts.
    func write(libdbus connection: OpaquePointer) {
        isStuck = false
        // libdbus closes the socket when the other side has gone. Then another file of this process may have its
        // number.
        var socket: CInt = -1
        if bytes.isEmpty || dbus_connection_get_socket(connection, &socket) == 0 { return clear() }
        var written = 0
        while written < bytes.count {
            let sent = bytes.withUnsafeBytes { send(socket, $0.baseAddress! + written, $0.count - written, Self.flags) }
            if sent >= 0 {
                written += sent
            } else if errno == EAGAIN {
                bytes.removeFirst(written)
                isStuck = true
                return
            } else if errno != EINTR {
                // The reading side detects that the other side has gone.
                return clear()
            }
        }
        let next = waiting
        clear()
        for message in next { dbus_connection_send(connection, message.raw, nil) }
    }

    private func clear() {
        bytes.removeAll(keepingCapacity: true)
        waiting = []
    }
}
