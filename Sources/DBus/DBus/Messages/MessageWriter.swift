internal import TodayCLibrary

/// Writes typed values in sequence, as the bytes of a message's body.
///
/// All values are encoded by this type. It throws a ``MarshallingError`` for a NUL in a string, for values that are
/// nested too deep, and for an array or a message that is too large. An error doesn't affect earlier output. libdbus
/// validates the finished message again, so even a type whose ``DBusArgument/write(to:)`` contradicts its
/// ``DBusArgument/signature`` can't send an invalid message. D-Bus specification, "Marshaling (Wire Format)".
public struct MessageWriter: ~Copyable {
    /// The kinds of container in the D-Bus type system; a dictionary is an array of entries.
    public typealias Container = MessageReader.Container

    var buffer: ByteBuffer
    /// The written descriptors; the bytes contain their indexes.
    private(set) var descriptors: [UnixFileDescriptor] = []
    private var depth = 0

    /// Continues after the bytes in `buffer`, which ends at a multiple of 8 bytes.
    init(after buffer: consuming ByteBuffer = ByteBuffer()) { self.buffer = buffer }

    @inline(__always)
    private func checkSize(adding bytes: Int) throws(MarshallingError) {
        if buffer.count + bytes > MessageLimits.bytes { throw .tooLarge }
    }

    // MARK: Basic types

    /// Writes a value of fixed size, without a size check: only text and arrays can make a message too large, and those
    /// are checked.
    @inline(__always)
    mutating func writeFixed<T: BitwiseCopyable>(_ value: T) { buffer.append(value) }

    mutating func writeText(_ text: String) throws(MarshallingError) {
        let length = text.utf8.count
        try checkSize(adding: length)
        buffer.append(UInt32(truncatingIfNeeded: length))
        try appendTerminated(text)
    }

    /// Writes a signature, whose length is one byte.
    mutating func writeSignature(_ signature: String) throws(MarshallingError) {
        let length = signature.utf8.count
        guard length <= SignatureScanner.maximumLength else {
            throw MarshallingError("a signature is longer than \(SignatureScanner.maximumLength) bytes")
        }
        buffer.append(UInt8(length))
        try appendTerminated(signature)
    }

    private mutating func appendTerminated(_ text: String) throws(MarshallingError) {
        // A span borrows the bytes: retaining and releasing each string would usually cost more than copying it.
        let hasNUL = text.utf8Span.span.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, memchr(start, 0, bytes.count) == nil else { return !bytes.isEmpty }
            buffer.append(bytes)
            return false
        }
        if hasNUL { throw .embeddedNUL }
        buffer.append(UInt8(0))
    }

    mutating func write(_ descriptor: UnixFileDescriptor) throws(MarshallingError) {
        guard descriptor.rawValue >= 0 else { throw MarshallingError("the file descriptor was released") }
        buffer.append(UInt32(descriptors.count))
        descriptors.append(descriptor)
    }

    // MARK: Containers

    /// Writes a container. `contents` is the element type of an array or the content type of a variant. For structs and
    /// entries it is empty.
    public mutating func writeContainer(
        _ container: Container, contents: Signature = .empty,
        _ body: (inout MessageWriter) throws(MarshallingError) -> Void
    ) throws(MarshallingError) {
        if depth == MessageLimits.depth { throw .tooDeep }
        let before = (bytes: buffer.count, descriptors: descriptors.count)
        depth += 1
        defer { depth -= 1 }
        do throws(MarshallingError) {
            switch container {
            case .entry, .structure:
                buffer.align(to: 8)
                try body(&self)
            case .variant:
                try checkContents(contents, of: container)
                try writeSignature(contents.rawValue)
                try body(&self)
            case .array:
                try checkContents(contents, of: container)
                buffer.append(UInt32(0))
                let lengthAt = buffer.count - 4
                // Also required before zero elements, and not counted.
                buffer.align(to: TypeCode.alignment(of: contents.rawValue.utf8.first ?? 0))
                let start = buffer.count
                try body(&self)
                let length = buffer.count - start
                guard length <= MessageLimits.arrayBytes else { throw .arrayTooLarge }
                try checkSize(adding: 0)
                buffer.replace(at: lengthAt, with: UInt32(length))
            }
        } catch {
            buffer.truncate(to: before.bytes)
            descriptors.removeSubrange(before.descriptors...)
            throw error
        }
    }

    /// Checks the type of the contents: a type that is only known at run time may be invalid.
    private func checkContents(_ contents: Signature, of container: Container) throws(MarshallingError) {
        if let fault = contents.fault(asContentsOf: container) {
            throw MarshallingError("\(contents.rawValue.quoted) is not the type of a value: \(fault)")
        }
    }

    /// Writes a value in a variant; a value of run-time type is the variant itself.
    mutating func writeVariant<Value: DBusArgument>(_ value: Value) throws(MarshallingError) {
        if Value.self == DBusValue.self { return try value.write(to: &self) }
        try writeContainer(.variant, contents: Value.signature) { (inner) throws(MarshallingError) in
            try value.write(to: &inner)
        }
    }

    /// Writes an array with a fixed-size element type in one step.
    mutating func writeFixedArray<T: BitwiseCopyable>(_ elements: [T]) throws(MarshallingError) {
        if depth == MessageLimits.depth { throw .tooDeep }
        let bytes = elements.count * MemoryLayout<T>.stride
        guard bytes <= MessageLimits.arrayBytes else { throw .arrayTooLarge }
        try checkSize(adding: bytes)
        buffer.append(UInt32(bytes))
        buffer.align(to: MemoryLayout<T>.size)
        elements.withUnsafeBytes { buffer.append($0) }
    }
}
