internal import CTodayDBus
internal import Glibc

/// Short messages to a bus that are written together, instead of by libdbus, which has the system write each by itself.
/// On the loop's thread only.
///
/// A message waits here for the rest of a turn of the loop at most, unless the socket is full. Long messages, and those
/// with file descriptors, are written by libdbus; in the order in which they were sent.
final class MessageBatch {
    /// What the socket has not taken of marshalled messages.
    private var bytes: [UInt8] = []
    /// Messages for libdbus, and what was sent after them: they go once the socket has taken all `bytes`.
    private var behind: [Message] = []
    private var lastSerial = MessageBatch.firstSerial

    /// The socket is offered what there is as soon as there is so much.
    private static let capacity = 16 << 10
    /// The longest body of a message that is not left to libdbus.
    private static let longestBody = 4 << 10
    /// libdbus has given smaller ones to what it was sent before.
    private static let firstSerial: UInt32 = 1 << 16
    private static let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)

    /// Whether the socket was full the last time.
    private(set) var isStuck = false

    /// Takes a message, and gives it its serial. Returns false when memory is short.
    func add(_ message: Message, libdbus connection: OpaquePointer) -> Bool {
        if dbus_message_get_serial(message.raw) == 0 {
            lastSerial = lastSerial == .max ? Self.firstSerial : lastSerial + 1
            dbus_message_set_serial(message.raw, lastSerial)
        }
        let isShort = message.descriptorCount == 0 && message.bodyLength.map { $0 <= Self.longestBody } == true
        if isShort, behind.isEmpty, dbus_connection_has_messages_to_send(connection) == 0 {
            guard append(message) else { return false }
            if bytes.count >= Self.capacity, !isStuck { write(libdbus: connection) }
            return true
        }
        if !isStuck { write(libdbus: connection) }
        if isStuck {
            behind.append(message)
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

    /// Writes what the socket takes.
    func write(libdbus connection: OpaquePointer) {
        isStuck = false
        // libdbus closes it when the other side has gone, and another file of this process may have its number then.
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
                // That the other side has gone is for reading to find.
                return clear()
            }
        }
        let next = behind
        clear()
        for message in next { dbus_connection_send(connection, message.raw, nil) }
    }

    private func clear() {
        bytes.removeAll(keepingCapacity: true)
        behind = []
    }
}
