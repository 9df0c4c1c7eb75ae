internal import DBus

/// The names of the contract, taken from the specification: none of them comes from the center's own code.
enum CenterNames {
    static let center: BusName = "org.todaycenter.NotificationCenter1"
    static let centerPath = "/org/todaycenter/NotificationCenter1"
    static let widget = "org.todaycenter.NotificationCenter1.Widget"
    static let provider: InterfaceName = "org.todaycenter.NotificationCenter1.Provider"
    static let apps: BusName = "org.todaycenter.Apps1"
    static let appsPath = "/org/todaycenter/Apps1"
    static let group = "org.todaycenter.Apps1.Group"
    static let errorPrefix = "org.todaycenter.NotificationCenter1.Error."
    /// The interface that a program started by the center calls, so that the transcript learns about it.
    static let started: InterfaceName = "org.todaycenter.Conformance"

    /// Returns the path of a widget's object.
    static func path(ofWidget identifier: String) -> String { centerPath + "/widget/" + escaped(identifier) }

    /// Returns the path of an App Group's object.
    static func path(ofGroup name: String) -> String { appsPath + "/group/" + escaped(name) }

    /// Escapes every byte but letters and digits, and a leading digit, as `_` and two hexadecimal digits.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !result.isEmpty:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                result += "_" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}
