/// A type signature: zero or more complete types, such as `sa{sv}`.
///
/// Grammar and limits: D-Bus specification, "Type System" and "Valid Signatures": at most 255 bytes, arrays and structs
/// nested at most 32 deep each.
public struct Signature: DBusName {
    public static let kind = "signature"
    public let rawValue: String
    public init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// The empty signature, for example of a message without a body.
    public static let empty = Signature(unchecked: "")

    public static func fault(in string: String) -> String? {
        scan(string) { $0.faultOfSequence() }
    }

    /// Returns why this can't be the content type of an array or a variant; nil if it can. It must be one complete
    /// type, or one entry for an array that is a dictionary.
    func fault(asContentsOf container: MessageReader.Container) -> String? {
        // The most frequent case: one basic type.
        if rawValue.utf8.count == 1, let code = rawValue.utf8.first.flatMap(TypeCode.init), code.isBasic { return nil }
        return Self.scan(rawValue) { $0.faultOfContents(inArray: container == .array) }
    }

    private static func scan<R>(_ string: String, _ body: (inout SignatureScanner) -> R) -> R {
        var string = string
        return string.withUTF8 { bytes in
            var scanner = SignatureScanner(bytes: bytes)
            return body(&scanner)
        }
    }

    /// The complete types in this signature: `sa{sv}` gives `s` and `a{sv}`.
    public var completeTypes: [Signature] {
        Self.scan(rawValue) { scanner in
            var types: [Signature] = []
            while let type = scanner.skipCompleteType() {
                types.append(Signature(unchecked: String(decoding: type, as: UTF8.self)))
            }
            return types
        }
    }

    /// Whether this is exactly one complete type, as an array element or a variant's content must be.
    public var isSingleCompleteType: Bool {
        Self.scan(rawValue) { $0.skipCompleteType() != nil && $0.isAtEnd }
    }

    /// Returns the joined signatures of these types, as text: it may be longer than a valid signature.
    static func joined<each Value: DBusArgument>(_ types: repeat (each Value).Type) -> String {
        var text = ""
        for type in repeat each types { text += type.signature.rawValue }
        return text
    }
}

/// Walks over a signature byte by byte.
struct SignatureScanner {
    static let maximumLength = 255
    static let maximumDepth = 32

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func faultOfSequence() -> String? {
        if bytes.count > Self.maximumLength { return "it is longer than \(Self.maximumLength) bytes" }
        while !isAtEnd {
            if let fault = faultOfType(arrays: 0, structs: 0) { return fault }
        }
        return nil
    }

    mutating func faultOfContents(inArray: Bool) -> String? {
        if bytes.count > Self.maximumLength { return "it is longer than \(Self.maximumLength) bytes" }
        let isEntry = inArray && bytes.first == TypeCode.dictionaryOpen
        let arrays = inArray ? 1 : 0
        if let fault = isEntry ? faultOfEntry(arrays: arrays, structs: 0) : faultOfType(arrays: arrays, structs: 0) {
            return fault
        }
        return isAtEnd ? nil : "it has more than one complete type"
    }

    /// Skips one complete type of a valid signature, and returns its bytes; nil at the end.
    mutating func skipCompleteType() -> Slice<UnsafeBufferPointer<UInt8>>? {
        guard !isAtEnd else { return nil }
        let start = position
        _ = faultOfType(arrays: 0, structs: 0)
        return bytes[start..<position]
    }

    private mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func faultOfType(arrays: Int, structs: Int) -> String? {
        guard let code = next() else { return "it ends inside a type" }
        switch TypeCode(rawValue: code) {
        case .array:
            if arrays == Self.maximumDepth { return "arrays are nested deeper than \(Self.maximumDepth)" }
            if position < bytes.count, bytes[position] == TypeCode.dictionaryOpen {
                return faultOfEntry(arrays: arrays + 1, structs: structs)
            }
            return faultOfType(arrays: arrays + 1, structs: structs)
        case .structure:
            if structs == Self.maximumDepth { return "structs are nested deeper than \(Self.maximumDepth)" }
            if position < bytes.count, bytes[position] == TypeCode.structureClose { return "it has an empty struct" }
            while position < bytes.count, bytes[position] != TypeCode.structureClose {
                if let fault = faultOfType(arrays: arrays, structs: structs + 1) { return fault }
            }
            return next() == nil ? "a struct is not closed" : nil
        case .some:
            return nil
        case nil:
            return "it has the character \(UnicodeScalar(code).debugDescription), which is not a type code"
        }
    }

    private mutating func faultOfEntry(arrays: Int, structs: Int) -> String? {
        position += 1
        guard let key = next(), let code = TypeCode(rawValue: key), code.isBasic else {
            return "a dictionary key is not a basic type"
        }
        if position < bytes.count, bytes[position] == TypeCode.dictionaryClose { return "a dictionary has no value" }
        if let fault = faultOfType(arrays: arrays, structs: structs) { return fault }
        return next() == TypeCode.dictionaryClose ? nil : "a dictionary is not closed after its value"
    }
}

/// The codes that begin a complete type. D-Bus specification, "Summary of D-Bus Marshalling".
enum TypeCode: UInt8 {
    case byte = 0x79  // y
    case boolean = 0x62  // b
    case int16 = 0x6E  // n
    case uint16 = 0x71  // q
    case int32 = 0x69  // i
    case uint32 = 0x75  // u
    case int64 = 0x78  // x
    case uint64 = 0x74  // t
    case double = 0x64  // d
    case string = 0x73  // s
    case objectPath = 0x6F  // o
    case signature = 0x67  // g
    case fileDescriptor = 0x68  // h
    case array = 0x61  // a
    case structure = 0x28  // (
    case variant = 0x76  // v

    static let structureClose = UInt8(ascii: ")")
    static let dictionaryOpen = UInt8(ascii: "{")
    static let dictionaryClose = UInt8(ascii: "}")

    /// Returns the alignment on the wire of a type that begins with this code, which may be that of a dictionary entry.
    static func alignment(of code: UInt8) -> Int {
        switch TypeCode(rawValue: code) {
        case .byte, .signature, .variant: 1
        case .int16, .uint16: 2
        case .boolean, .int32, .uint32, .string, .objectPath, .fileDescriptor, .array: 4
        case .int64, .uint64, .double, .structure, nil: 8
        }
    }

    var isBasic: Bool {
        switch self {
        case .array, .structure, .variant: false
        default: true
        }
    }
}
