internal import Glibc

/// This machine.
enum LocalHost {
    /// The name of the machine without its domain.
    static let name: String = {
        var names = utsname()
        guard uname(&names) == 0 else { return "localhost" }
        let bytes = withUnsafeBytes(of: names.nodename) { Array($0.prefix { $0 != 0 && $0 != UInt8(ascii: ".") }) }
        return bytes.isEmpty ? "localhost" : String(decoding: bytes, as: UTF8.self)
    }()
}
