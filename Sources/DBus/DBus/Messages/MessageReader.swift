/// Reads typed values in sequence from the bytes of a message's body.
///
/// A type that conforms to ``DBusType`` decodes itself with it. Reading past the end, or as another type than the next
/// value has, throws an ``UnmarshallingError`` and doesn't move the reader. D-Bus specification, "Marshaling (Wire
/// Format)".
///
/// libdbus validates messages from the bus. The reader still checks every step, because it also reads values that a
/// program has encoded itself, and bytes from files.
public struct MessageReader: ~Copyable {
    /// The position of the next value, and the end of its container.
    private var position = 0
    private var end: Int
    private let bytes: UnsafeRawBufferPointer
    private let descriptors: UnsafeBufferPointer<CInt>
    /// Whether the bytes haven't been validated yet: then texts, signatures and booleans are validated too.
    private let validates: Bool
    /// The source of the types: the signature of the body, or of the variant that is being read.
    private var types: Types
    private var depth = 0
    /// The declared arguments, for errors; empty when unknown.
    var declared: [Argument] = []
    /// The errors of values that were skipped.
    var skipped: [UnmarshallingError] = []
    /// The number of values of run-time type that may still be read.
    private var valuesLeft = Int.max

    private struct Types {
        var signature: UnsafeBufferPointer<UInt8>
        /// The position of the next value's type.
        var next = 0
        /// In an array, the position of its element type.
        var element: Int?
    }

    /// Reads values in native byte order. All three buffers must outlive the reader.
    ///
    /// - Parameters:
    ///   - descriptors: the file descriptors by index; the caller still owns them.
    ///   - validates: whether to validate the bytes, because libdbus hasn't.
    init(
        _ bytes: UnsafeRawBufferPointer, signature: UnsafeBufferPointer<UInt8>,
        descriptors: UnsafeBufferPointer<CInt> = UnsafeBufferPointer(start: nil, count: 0), validates: Bool = false
    ) {
        self.bytes = bytes
        self.descriptors = descriptors
        self.validates = validates
        end = bytes.count
        types = Types(signature: signature)
    }

    // MARK: Limits

    /// Limits reading to so many values of run-time type, including the parts of containers. One more is an
    /// ``UnmarshallingError``, so that a long argument takes no longer than a valid one.
    package mutating func limitingValues<R>(
        to count: Int, _ body: (inout MessageReader) throws(UnmarshallingError) -> R
    ) throws(UnmarshallingError) -> R {
        let before = valuesLeft
        valuesLeft = min(before, count)
        defer { valuesLeft = before }
        return try body(&self)
    }

    /// Counts a value of run-time type that is about to be read.
    mutating func countValue() throws(UnmarshallingError) {
        guard valuesLeft > 0 else { throw UnmarshallingError(expected: "fewer values", found: "more than allowed") }
        valuesLeft -= 1
    }

    // MARK: The next value

    /// Whether there is another value to read.
    public var hasMore: Bool { currentCode != 0 }

    /// The number of bytes left in the container that is being read.
    var remainingBytes: Int { end - position }

    /// The signature of the next value; nil at the end.
    public var nextSignature: Signature? {
        guard currentCode != 0 else { return nil }
        let type = types.signature[types.next..<typeEnd(from: types.next)]
        return Signature(unchecked: String(decoding: type, as: UTF8.self))
    }

    /// The first code of the next value's type; 0 at the end.
    var currentCode: UInt8 {
        if types.element != nil, position >= end { return 0 }
        guard types.next < types.signature.count else { return 0 }
        let code = types.signature[types.next]
        return code == TypeCode.structureClose || code == TypeCode.dictionaryClose ? 0 : code
    }

    /// Returns the end of the complete type that begins at `start`.
    private func typeEnd(from start: Int) -> Int {
        var index = start
        var open = 0
        while index < types.signature.count {
            let code = types.signature[index]
            index += 1
            switch code {
            case TypeCode.array.rawValue: continue
            case TypeCode.structure.rawValue, TypeCode.dictionaryOpen: open += 1
            case TypeCode.structureClose, TypeCode.dictionaryClose: open -= 1
            default: break
            }
            if open <= 0 { break }
        }
        return index
    }

    /// Moves to the type after the one that ends at `typeEnd`.
    @inline(__always)
    private mutating func step(to typeEnd: Int) { types.next = types.element ?? typeEnd }

    // MARK: Errors

    @usableFromInline
    package func mismatch(_ expected: String) -> UnmarshallingError {
        UnmarshallingError(expected: expected, found: nextSignature?.rawValue ?? "")
    }

    private func mismatch(_ code: TypeCode) -> UnmarshallingError { mismatch(String(UnicodeScalar(code.rawValue))) }

    /// The bytes contradict the signature.
    private static let malformed = UnmarshallingError(expected: "a value", found: "malformed bytes")

    // MARK: Basic types

    @inline(__always)
    private mutating func readAligned<T: BitwiseCopyable>(_ type: T.Type) throws(UnmarshallingError) -> T {
        let start = (position + MemoryLayout<T>.size - 1) & -MemoryLayout<T>.size
        guard start + MemoryLayout<T>.size <= end, let base = bytes.baseAddress else { throw Self.malformed }
        position = start + MemoryLayout<T>.size
        return base.loadUnaligned(fromByteOffset: start, as: T.self)
    }

    /// Reads bytes and the zero after them, as in strings and signatures.
    @inline(__always)
    private mutating func readTerminated(_ length: Int) throws(UnmarshallingError) -> UnsafeRawBufferPointer {
        guard length < end - position, bytes[position + length] == 0 else { throw Self.malformed }
        defer { position += length + 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
    }

    private mutating func align(to alignment: Int) throws(UnmarshallingError) {
        let aligned = (position + alignment - 1) & -alignment
        guard aligned <= end else { throw Self.malformed }
        position = aligned
    }

    @inline(__always)
    mutating func readFixed<T: BitwiseCopyable>(_ code: TypeCode, as type: T.Type = T.self) throws(UnmarshallingError)
        -> T
    {
        guard currentCode == code.rawValue else { throw mismatch(code) }
        let value = try readAligned(type)
        step(to: types.next + 1)
        return value
    }

    mutating func readBoolean() throws(UnmarshallingError) -> Bool {
        // 32 bits on the wire, 0 or 1.
        let value = try readFixed(.boolean, as: UInt32.self)
        if validates, value > 1 { throw Self.malformed }
        return value != 0
    }

    mutating func readText(_ code: TypeCode) throws(UnmarshallingError) -> String {
        guard currentCode == code.rawValue else { throw mismatch(code) }
        let start = position
        do throws(UnmarshallingError) {
            let length = code == .signature ? Int(try readAligned(UInt8.self)) : Int(try readAligned(UInt32.self))
            let bytes = try readTerminated(length)
            guard let text = validates ? Self.validated(bytes, as: code) : String(decoding: bytes, as: UTF8.self) else {
                throw Self.malformed
            }
            step(to: types.next + 1)
            return text
        } catch {
            position = start
            throw error
        }
    }

    /// Reads a descriptor that the caller must close: a duplicate, with close-on-exec set.
    mutating func readFileDescriptor() throws(UnmarshallingError) -> CInt {
        guard currentCode == TypeCode.fileDescriptor.rawValue else { throw mismatch(.fileDescriptor) }
        let start = position
        let index = Int(try readAligned(UInt32.self))
        guard descriptors.indices.contains(index) else {
            position = start
            throw UnmarshallingError(expected: "h", found: "h, but the message has no such descriptor")
        }
        guard let duplicate = UnixFileDescriptor.duplicate(of: descriptors[index]) else {
            position = start
            throw .noDescriptorFree
        }
        step(to: types.next + 1)
        return duplicate
    }

    // MARK: Containers

    /// Reads a container: `body` reads its contents, and the rest is skipped.
    public mutating func readContainer<R>(
        _ container: Container, _ body: (inout MessageReader) throws(UnmarshallingError) -> R
    ) throws(UnmarshallingError) -> R {
        guard currentCode == container.code else { throw mismatch(container.name) }
        if depth == MessageLimits.depth { throw Self.malformed }
        let outer = (position: position, end: end, types: types)
        depth += 1
        defer { depth -= 1 }
        do throws(UnmarshallingError) {
            switch container {
            case .structure, .entry:
                try align(to: 8)
                types.next += 1
                types.element = nil
                // An empty struct has no bytes, so an array could contain endlessly many.
                if currentCode == 0 { throw Self.malformed }
                let result = try body(&self)
                while currentCode != 0 { try skipValue() }
                let next = types.next + 1
                types = outer.types
                step(to: next)
                return result
            case .variant:
                let text = try readTerminated(Int(try readAligned(UInt8.self)))
                types = Types(signature: text.assumingMemoryBound(to: UInt8.self))
                if validates, !Self.isOneType(types.signature) { throw Self.malformed }
                let result = try body(&self)
                while currentCode != 0 { try skipValue() }
                types = outer.types
                step(to: types.next + 1)
                return result
            case .array:
                let next = try enterArray()
                let arrayEnd = end
                let result = try body(&self)
                position = arrayEnd
                end = outer.end
                types = outer.types
                step(to: next)
                return result
            }
        } catch {
            (position, end, types) = outer
            throw error
        }
    }

    /// Moves to the first element of an array. Returns the end of the array's type.
    private mutating func enterArray() throws(UnmarshallingError) -> Int {
        let next = typeEnd(from: types.next)
        let element = types.next + 1
        let length = Int(try readAligned(UInt32.self))
        guard element < next else { throw Self.malformed }
        try align(to: TypeCode.alignment(of: types.signature[element]))
        guard length <= end - position, length <= MessageLimits.arrayBytes else { throw Self.malformed }
        end = position + length
        types.next = element
        types.element = element
        return next
    }

    /// Reads a value from a variant; a value of run-time type is the variant itself.
    mutating func readVariant<Value: DBusType>(as type: Value.Type) throws(UnmarshallingError) -> Value {
        if Value.self == DBusValue.self { return try Value(from: &self) }
        return try readContainer(.variant) { (inner) throws(UnmarshallingError) in try Value(from: &inner) }
    }

    /// Reads an array with a fixed-size element type in one step.
    mutating func readFixedArray<T: BitwiseCopyable>(_ code: TypeCode) throws(UnmarshallingError) -> [T] {
        guard currentCode == TypeCode.array.rawValue, types.next + 1 < types.signature.count,
            types.signature[types.next + 1] == code.rawValue
        else { throw mismatch("a\(UnicodeScalar(code.rawValue))") }
        return try readContainer(.array) { (inner) throws(UnmarshallingError) in
            let elements = UnsafeRawBufferPointer(rebasing: inner.bytes[inner.position..<inner.end])
            let count = elements.count / MemoryLayout<T>.stride
            if count * MemoryLayout<T>.stride != elements.count { throw Self.malformed }
            // All empty arrays share their storage, and filling one would write to it.
            if count == 0 { return [] }
            return [T](unsafeUninitializedCapacity: count) { buffer, initialized in
                UnsafeMutableRawBufferPointer(buffer).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: elements[..<(count * MemoryLayout<T>.stride)]))
                initialized = count
            }
        }
    }

    // MARK: Skipping

    /// Skips one value of any type.
    public mutating func skip() {
        guard currentCode != 0 else { return }
        do { try skipValue() } catch {
            // After invalid bytes, nothing more can be read.
            position = end
            types.next = types.signature.count
        }
    }

    /// Skips everything that is left, and reports the index of each file descriptor.
    mutating func skipAll(_ descriptor: (Int) -> Void) throws(UnmarshallingError) {
        while currentCode != 0 { try skipValue(descriptor) }
    }

    private mutating func skipValue(_ descriptor: (Int) -> Void = { _ in }) throws(UnmarshallingError) {
        let code = currentCode
        switch TypeCode(rawValue: code) {
        case .byte: try skipFixed(UInt8.self)
        case .int16, .uint16: try skipFixed(UInt16.self)
        case .boolean, .int32, .uint32: try skipFixed(UInt32.self)
        case .int64, .uint64, .double: try skipFixed(UInt64.self)
        case .string: _ = try readText(.string)
        case .objectPath: _ = try readText(.objectPath)
        case .signature: _ = try readText(.signature)
        case .fileDescriptor:
            descriptor(Int(try readAligned(UInt32.self)))
            step(to: types.next + 1)
        case .array: try skipContainer(.array, descriptor)
        case .structure: try skipContainer(.structure, descriptor)
        case .variant: try skipContainer(.variant, descriptor)
        case nil:
            guard code == TypeCode.dictionaryOpen else { throw Self.malformed }
            try skipContainer(.entry, descriptor)
        }
    }

    private mutating func skipContainer(_ container: Container, _ descriptor: (Int) -> Void) throws(UnmarshallingError)
    {
        try readContainer(container) { (inner) throws(UnmarshallingError) in try inner.skipAll(descriptor) }
    }

    private mutating func skipFixed<T: BitwiseCopyable>(_ type: T.Type) throws(UnmarshallingError) {
        _ = try readAligned(type)
        step(to: types.next + 1)
    }
}
