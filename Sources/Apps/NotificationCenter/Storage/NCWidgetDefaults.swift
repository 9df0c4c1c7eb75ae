internal import DBus
internal import Glibc
internal import Synchronization

/// A few values that outlive the process of a widget, such as its last content.
///
/// They are in the file `defaults` in the folder `$XDG_STATE_HOME/<name>`. Every change is written at once to a new
/// file that then replaces the old one, so a crash leaves one of them intact. Only one process may use the file:
/// changes by another process aren't noticed. If the file can't be read, the values are empty. If it can't be written,
/// the error is printed on standard error, and the values last as long as the process.
public final class NCWidgetDefaults: Sendable {
    private let path: String
    private let values: Mutex<[String: NCValue]>

    /// Opens the values of a widget or an app.
    ///
    /// - Parameter name: Usually the widget's identifier. A `/` in it becomes `_`.
    public convenience init(_ name: String) {
        let folder = name.escaping { $0 == "/" || $0 == "\0" ? "_" : nil }
        self.init(path: "\(NCDirectories.state)/\(folder == "." || folder == ".." ? "_" : folder)/defaults")
    }

    /// Opens the values in a file.
    public init(path: String) {
        self.path = path
        values = Mutex(DefaultsFile.read(path))
    }

    /// Returns the string of a key; nil if it doesn't have one.
    public func string(forKey key: String) -> String? { values.withLock { $0[key]?.string } }

    /// Returns the integer of a key; nil if it doesn't have one.
    public func integer(forKey key: String) -> Int? { values.withLock { $0[key]?.integer } }

    /// Returns the number of a key; nil if it doesn't have one.
    public func double(forKey key: String) -> Double? { values.withLock { $0[key]?.number } }

    /// Returns the Boolean of a key; nil if it doesn't have one.
    public func bool(forKey key: String) -> Bool? { values.withLock { $0[key]?.boolean } }

    /// Stores a string.
    public func set(_ value: String, forKey key: String) { set([key: .string(value)]) }

    /// Stores an integer.
    public func set(_ value: Int, forKey key: String) { set([key: .integer(Int64(value))]) }

    /// Stores a number.
    public func set(_ value: Double, forKey key: String) { set([key: .number(value)]) }

    /// Stores a Boolean.
    public func set(_ value: Bool, forKey key: String) { set([key: .boolean(value)]) }

    /// Stores several values with one write. Only strings, integers, numbers and Booleans outlive the process.
    public func set(_ values: [String: NCValue]) { change { $0.merge(values) { _, new in new } } }

    /// Removes a value.
    public func removeObject(forKey key: String) { change { $0[key] = nil } }

    private func change(_ body: (inout [String: NCValue]) -> Void) {
        values.withLock { values in
            let old = values
            body(&values)
            if values == old { return }
            let error = DefaultsFile.write(values, to: path)
            if error != 0 { StandardError.print("cannot write \(path): \(String(cString: strerror(error)))") }
        }
    }
}
