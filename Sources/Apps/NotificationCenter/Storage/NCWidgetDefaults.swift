internal import DBus
internal import Glibc
internal import Synchronization

/// A few values that outlive the process of a widget, such as what it showed last.
///
/// They are in the file `defaults` of the folder `$XDG_STATE_HOME/<name>`. Every change is written at once, to a new
/// file that then takes the place of the old one, so a crash leaves either. It is for one process: another one that
/// changes the same file is not noticed. A file that cannot be read counts as empty, one that cannot be written is
/// reported on standard error, and the values last as long as the process.
public final class NCWidgetDefaults: Sendable {
    private let path: String
    private let values: Mutex<[String: NCValue]>

    /// Opens the values of a widget or an app.
    ///
    /// - Parameter name: usually the widget's identifier. A `/` in it becomes `_`.
    public convenience init(_ name: String) {
        let folder = name.escaping { $0 == "/" || $0 == "\0" ? "_" : nil }
        self.init(path: "\(NCDirectories.state)/\(folder == "." || folder == ".." ? "_" : folder)/defaults")
    }

    /// Opens the values in a file.
    public init(path: String) {
        self.path = path
        values = Mutex(DefaultsFile.read(path))
    }

    /// The text under a key; nil if there is none.
    public func string(forKey key: String) -> String? { values.withLock { $0[key]?.string } }

    /// The integer under a key; nil if there is none.
    public func integer(forKey key: String) -> Int? { values.withLock { $0[key]?.integer } }

    /// The number under a key; nil if there is none.
    public func double(forKey key: String) -> Double? { values.withLock { $0[key]?.number } }

    /// The truth value under a key; nil if there is none.
    public func bool(forKey key: String) -> Bool? { values.withLock { $0[key]?.boolean } }

    /// Keeps a text.
    public func set(_ value: String, forKey key: String) { set([key: .string(value)]) }

    /// Keeps an integer.
    public func set(_ value: Int, forKey key: String) { set([key: .integer(Int64(value))]) }

    /// Keeps a number.
    public func set(_ value: Double, forKey key: String) { set([key: .number(value)]) }

    /// Keeps a truth value.
    public func set(_ value: Bool, forKey key: String) { set([key: .boolean(value)]) }

    /// Keeps several values with one write. Only texts, integers, numbers and truth values last.
    public func set(_ values: [String: NCValue]) { change { $0.merge(values) { _, new in new } } }

    /// Forgets a value.
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
