/// Why a manifest is refused.
public struct ManifestFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// The key whose value is wrong; nil if the line itself is.
    public var key: String?
    /// What is wrong, naming the value; no full stop.
    public var message: String

    /// Makes a fault.
    public init(line: Int, key: String? = nil, message: String) {
        self.line = line
        self.key = key
        self.message = message
    }

    /// Reads like `line 4, UpdateInterval: "soon" is not a time`.
    public var description: String { "line \(line)\(key.map { ", \($0)" } ?? ""): \(message)" }
}
