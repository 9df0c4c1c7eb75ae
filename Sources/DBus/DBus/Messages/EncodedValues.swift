/// Values as encoded in a message's body, with their types.
struct EncodedValues: Hashable, Sendable {
    let signature: String
    /// In native byte order.
    let bytes: [UInt8]
    /// The file descriptors, by their index.
    private let descriptors: [UnixFileDescriptor]

    init(signature: String, bytes: UnsafeRawBufferPointer, descriptors: [UnixFileDescriptor]) {
        self.signature = signature
        self.bytes = [UInt8](bytes)
        self.descriptors = descriptors
    }

    /// Copies everything written after the first `start` bytes, a multiple of 8.
    init(copying writer: borrowing MessageWriter, from start: Int = 0, signature: String) {
        self.init(
            signature: signature, bytes: UnsafeRawBufferPointer(rebasing: writer.buffer.bytes[start...]),
            descriptors: writer.descriptors)
    }

    /// Encodes values.
    init<each Value: DBusArgument>(_ values: repeat each Value) throws(MarshallingError) {
        let signature = Signature.joined(repeat (each Value).self)
        var writer = MessageWriter()
        for value in repeat each values { try value.write(to: &writer) }
        self.init(copying: writer, signature: signature)
    }

    /// Encodes one value of run-time type, without a variant around it.
    init(bare value: DBusValue) throws(MarshallingError) {
        var writer = MessageWriter()
        try value.writeBare(to: &writer)
        self.init(copying: writer, signature: value.signature.rawValue)
    }

    /// Encodes values of run-time types, without variants around them.
    init(bare values: [DBusValue]) throws(MarshallingError) {
        var writer = MessageWriter()
        for value in values { try value.writeBare(to: &writer) }
        self.init(copying: writer, signature: values.map(\.signature.rawValue).joined())
    }

    /// An empty list of values.
    static let none = EncodedValues(
        signature: "", bytes: UnsafeRawBufferPointer(start: nil, count: 0), descriptors: [])

    /// Reads the values, from the first one.
    func read<R>(_ body: (inout MessageReader) throws(UnmarshallingError) -> R) throws(UnmarshallingError) -> R {
        var signature = signature
        let numbers = descriptors.map(\.rawValue)
        let outcome = signature.withUTF8 { types in
            bytes.withUnsafeBytes { bytes in
                numbers.withUnsafeBufferPointer { numbers in
                    Result { () throws(UnmarshallingError) -> R in
                        var reader = MessageReader(bytes, signature: types, descriptors: numbers)
                        return try body(&reader)
                    }
                }
            }
        }
        return try outcome.get()
    }
}
