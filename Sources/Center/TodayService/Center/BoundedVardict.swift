internal import DBus
internal import TodayModel

/// A received dictionary of changes or of a definition, `a{sv}`. It is read only as far as a valid one can go: the
/// largest content has fewer values than bytes.
struct BoundedVardict: DBusType {
    private let values: [String: DBusValue]?

    static var signature: Signature { [String: DBusValue].signature }

    init(from reader: inout MessageReader) throws(UnmarshallingError) {
        if reader.nextSignature != Self.signature { throw reader.mismatch("a{sv}") }
        values = try? reader.limitingValues(to: Limits.contentBytes) { (reader) throws(UnmarshallingError) in
            try [String: DBusValue](from: &reader)
        }
    }

    func write(to writer: inout MessageWriter) throws(MarshallingError) { try (values ?? [:]).write(to: &writer) }

    /// The values by key.
    ///
    /// - Throws: ``CenterError`` with this code if it has too many values.
    func values(_ code: CenterError.Code) throws(CenterError) -> [String: DBusValue] {
        guard let values else { throw CenterError(code, "more than \(Limits.contentBytes) values in total") }
        return values
    }
}
