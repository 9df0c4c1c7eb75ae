public import DBus

/// The value of a setting, in the bus type of its ``SettingType``.
public enum SettingValue: Hashable, Sendable {
    /// `s`, for all text types.
    case text(String)
    /// `x`
    case integer(Int64)
    /// `d`
    case number(Double)
    /// `b`
    case boolean(Bool)

    /// The value in its form on the bus.
    public var dbusValue: DBusValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let integer): .int64(integer)
        case .number(let number): .double(number)
        case .boolean(let flag): .boolean(flag)
        }
    }

    /// Reads a value from the bus; nil for a value of another type.
    package init?(_ value: DBusValue) {
        switch value.unwrapped {
        case .string(let text): self = .text(text)
        case .int64(let integer): self = .integer(integer)
        case .double(let number): self = .number(number)
        case .boolean(let flag): self = .boolean(flag)
        default: return nil
        }
    }

    /// Reads a value leniently: a setting accepts any integer type for an integer, and any number type for a number.
    ///
    /// - Throws: A fault without a path that names the value.
    package init(_ value: DBusValue, as type: SettingType) throws(Fault) {
        switch type {
        case .integer:
            guard let integer = value.integer else { throw Fault(message: "\(value.excerpt) is not an integer") }
            guard let exact = Int64(exactly: integer) else {
                throw Fault(message: "\(integer) is outside \(Int64.min)…\(Int64.max)")
            }
            self = .integer(exact)
        case .number:
            guard let number = value.number else { throw Fault(message: "\(value.excerpt) is not a number") }
            if !number.isFinite { throw Fault(message: "\(number.excerpt) is not finite") }
            self = .number(number)
        case .boolean:
            guard case .boolean(let flag) = value.unwrapped else {
                throw Fault(message: "\(value.excerpt) is not a boolean")
            }
            self = .boolean(flag)
        case .string, .choice, .colorRole, .file, .folder:
            guard case .string(let text) = value.unwrapped else {
                throw Fault(message: "\(value.excerpt) is not a string")
            }
            if let reason = TextRule.fault(in: text) { throw Fault(message: reason) }
            self = .text(text)
        }
    }

    /// Reads a value in its written form, from a manifest, a command line or a form.
    ///
    /// - Throws: A fault without a path that names the value.
    package init(written text: String, as type: SettingType) throws(Fault) {
        switch type {
        case .integer:
            guard let integer = Int64(text) else { throw Fault(message: "\(text.excerpt) is not a whole number") }
            self = .integer(integer)
        case .number:
            guard let number = Double(text), number.isFinite else {
                throw Fault(message: "\(text.excerpt) is not a number")
            }
            self = .number(number)
        case .boolean:
            guard let flag = Bool(text) else { throw Fault(message: "\(text.excerpt) isn't true or false") }
            self = .boolean(flag)
        case .string, .choice, .colorRole, .file, .folder: try self.init(.string(text), as: type)
        }
    }

    /// The value in its written form.
    public var written: String {
        switch self {
        case .text(let text): text
        case .integer(let integer): String(integer)
        case .number(let number): number.excerpt
        case .boolean(let flag): String(flag)
        }
    }

    /// The value for a message: texts are quoted.
    var excerpt: String { if case .text(let text) = self { text.excerpt } else { written } }

    /// Returns whether a number is below another one of its type.
    package func isBelow(_ other: SettingValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        default: false
        }
    }
}
