internal import CTodayDBus
internal import CTodaySystem
internal import Glibc

/// Splits what arrives on the socket of a bus into messages, instead of libdbus. On the loop's thread only.
///
/// libdbus reads 2 KiB at a time, tells nobody how long a message is, and takes one of up to 128 MiB whole, twice. Here
/// the length is known before the body is read, and what is too large is passed over as it arrives. libdbus still
/// authenticates, validates each message, writes what ``MessageBatch`` leaves to it, and notices the end.
///
/// That works with a bus, which says nothing between letting this side in and the answer to its first message; a peer
/// may, so libdbus reads from peers itself.
final class MessageStream {
    /// What became of reading.
    enum Outcome {
        case read
        /// There is nothing more to come.
        case ended
        /// What came is no message.
        case broken
    }

    /// A longer message arrives without its body.
    var largest = MessageLimits.bytes
    private var arrivals: [Arrival] = []
    private var taken = 0
    private var buffer: UnsafeMutableRawBufferPointer
    /// Where in the buffer the bytes are that belong to no message yet.
    private var (start, end) = (0, 0)
    /// How many of the bytes that come next are not wanted.
    private var unwanted = 0
    /// How many bytes have been read in all.
    private var position = 0
    /// Descriptors of messages that are not whole yet, each with the position of the last byte that arrived with it.
    ///
    /// That byte is one of the same message: a bus sends descriptors with the first bytes of their message, and the kernel
    /// returns nothing that was sent later in the same call; unix(7), "Ancillary messages".
    private var descriptors: [(file: UnixFileDescriptor, position: Int)] = []

    private static let usualCapacity = 64 << 10
    /// How much is read before others on the loop have their turn.
    private static let mostAtOnce = 512 << 10

    init() { buffer = .allocate(byteCount: Self.usualCapacity, alignment: 8) }

    deinit { buffer.deallocate() }

    /// The next message that has arrived.
    func pop() -> Arrival? {
        if taken < arrivals.count {
            defer { taken += 1 }
            return arrivals[taken]
        }
        arrivals.removeAll(keepingCapacity: true)
        taken = 0
        return nil
    }

    /// Reads what is there, without waiting.
    func read(from socket: CInt) -> Outcome {
        var total = 0
        while total < Self.mostAtOnce {
            let room = buffer.count - end
            var received: [UnixFileDescriptor] = []
            let count = receive(from: socket, &received)
            position += max(0, count)
            descriptors += received.map { ($0, position) }
            if count == 0 { return .ended }
            // What else is wrong with a socket is for libdbus to find.
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

    /// Takes the messages out that are whole.
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
                // It cannot be refused: even its sender is too far away.
                _ = removeDescriptors(of: frame)
                unwanted = frame.bytes
                continue
            }
            guard rest.count >= needed else { return makeRoom(for: needed) }
            take(frame, UnsafeMutableRawBufferPointer(rebasing: rest[..<needed]), isTooLarge: isTooLarge)
            unwanted = frame.bytes
        }
    }

    /// Takes out a message that begins at the start of `bytes`.
    private func take(_ frame: MessageFrame, _ bytes: UnsafeMutableRawBufferPointer, isTooLarge: Bool) {
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

    /// Removes the descriptors that arrived before the end of the message at the start of the buffer, and returns its own.
    private func removeDescriptors(of frame: MessageFrame) -> [UnixFileDescriptor] {
        if descriptors.isEmpty { return [] }
        let begin = position - (end - start)
        let arrived = descriptors.prefix { $0.position <= begin + frame.bytes }
        descriptors.removeFirst(arrived.count)
        return arrived.filter { $0.position > begin }.map(\.file)
    }

    /// Moves what is left to the front, into a buffer that holds a message of `bytes` whole.
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
