internal import CTodayDBus
internal import CTodaySystem
internal import TodayCLibrary

/// Splits the data from a bus socket into messages, instead of libdbus. Used only on the loop's thread.
///
/// libdbus reads 2 KiB at a time, doesn't report the length of a message, and holds one of up to 128 MiB whole, twice.
/// Here the length is known before the body is read, and messages that are too large are skipped as they arrive.
/// libdbus still authenticates, validates each message, writes the messages that ``MessageBatch`` leaves to it, and
/// detects the end.
///
/// This works with a bus, which sends nothing between the authentication and the answer to the first message. A peer
/// may, so libdbus reads from peers itself.
final class MessageStream {
    /// The result of reading.
    enum Outcome {
        case read
        /// The other side has closed the socket.
        case ended
        /// The data isn't a message.
        case broken
    }

    /// The maximum size; a longer message is delivered without its body.
    var largest = MessageLimits.bytes
    private var arrivals: [Arrival] = []
    private var poppedCount = 0
    private var buffer: UnsafeMutableRawBufferPointer
    /// The range of buffered bytes that don't form a complete message yet.
    private var (start, end) = (0, 0)
    /// The number of following bytes to skip.
    private var unwanted = 0
    /// The total number of bytes read.
    private var position = 0
    /// The descriptors of incomplete messages, each with the position of the last byte that arrived with it.
    ///
    /// That byte belongs to the same message: a bus sends descriptors with the first bytes of their message, and the
    /// kernel returns no later data in the same call; unix(7), "Ancillary messages".
    private var descriptors: [(file: UnixFileDescriptor, position: Int)] = []

    private static let usualCapacity = 64 << 10
    /// The number of bytes to read before other sources of the loop get their turn.
    private static let mostAtOnce = 512 << 10

    init() { buffer = .allocate(byteCount: Self.usualCapacity, alignment: 8) }

    deinit { buffer.deallocate() }

    /// Removes and returns the next message that has arrived.
    func pop() -> Arrival? {
        if poppedCount < arrivals.count {
            defer { poppedCount += 1 }
            return arrivals[poppedCount]
        }
        arrivals.removeAll(keepingCapacity: true)
        poppedCount = 0
        return nil
    }

    /// Reads available data, without waiting.
    func read(from socket: CInt) -> Outcome {
        var total = 0
        while total < Self.mostAtOnce {
            let room = buffer.count - end
            var received: [UnixFileDescriptor] = []
            let count = receive(from: socket, &received)
            position += max(0, count)
            descriptors += received.map { ($0, position) }
            if count == 0 { return .ended }
            // libdbus detects other errors of a socket.
            if count < 0 { return count == -EAGAIN ? .read : .ended }
            end += count
            total += count
            do { try split() } catch { return .broken }
            if count < room { return .read }
        }
        return .read
    }

    private func receive(from socket: CInt, _ received: inout [UnixFileDescriptor]) -> Int {
        withUnsafeTemporaryAllocation(of: CInt.self, capacity: 253) { numbers in
            var count = CInt(numbers.count)
            let free = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
            let bytes = csystem_receive(socket, free.baseAddress, free.count, numbers.baseAddress, &count)
            if count > 0 { received += numbers[..<Int(count)].map { UnixFileDescriptor(owning: $0) } }
            return bytes
        }
    }

    /// Extracts the complete messages.
    private func split() throws(MessageFrame.Fault) {
        while true {
            let passed = min(unwanted, end - start)
            start += passed
            unwanted -= passed
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end])
            guard let frame = try MessageFrame(UnsafeRawBufferPointer(rest)) else { return makeRoom(for: 0) }
            let isTooLarge = frame.bytes > largest
            let needed = isTooLarge ? frame.headerBytes : frame.bytes
            if needed > largest {
                // It can't be refused: its header alone exceeds the limit, so its sender is unknown.
                _ = removeDescriptors(of: frame)
                unwanted = frame.bytes
                continue
            }
            guard rest.count >= needed else { return makeRoom(for: needed) }
            append(frame, UnsafeMutableRawBufferPointer(rebasing: rest[..<needed]), isTooLarge: isTooLarge)
            unwanted = frame.bytes
        }
    }

    /// Adds a message that begins at the start of `bytes`.
    private func append(_ frame: MessageFrame, _ bytes: UnsafeMutableRawBufferPointer, isTooLarge: Bool) {
        let fields = frame.fields(in: UnsafeRawBufferPointer(bytes))
        var own = removeDescriptors(of: frame).prefix(fields.descriptorCount)
        if isTooLarge {
            MessageFrame.removeBody(fields, from: bytes)
            own = []
        } else {
            MessageFrame.hideDescriptors(fields, in: bytes)
        }
        arrivals.append(
            Arrival(
                kind: CInt(frame.kind), sender: fields.sender.map { BusName(unchecked: $0) },
                destination: fields.destination, size: frame.bytes, isTooLarge: isTooLarge,
                form: .bytes([UInt8](bytes), Array(own))))
    }

    /// Removes the descriptors that arrived before the end of the message at the start of the buffer, and returns the
    /// message's own.
    private func removeDescriptors(of frame: MessageFrame) -> [UnixFileDescriptor] {
        if descriptors.isEmpty { return [] }
        let messageStart = position - (end - start)
        let arrived = descriptors.prefix { $0.position <= messageStart + frame.bytes }
        descriptors.removeFirst(arrived.count)
        return arrived.filter { $0.position > messageStart }.map(\.file)
    }

    /// Moves the remaining bytes to the front of a buffer that can hold a message of `bytes` completely.
    private func makeRoom(for bytes: Int) {
        let capacity = max(Self.usualCapacity, bytes)
        let rest = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
        if capacity == buffer.count {
            buffer.copyMemory(from: rest)
        } else {
            let other = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
            other.copyMemory(from: rest)
            buffer.deallocate()
            buffer = other
        }
        (start, end) = (0, rest.count)
    }
}
