/// Options of a call, for the bus and for the called program. D-Bus specification, "Message Format", flags.
public struct CallOptions: OptionSet, Sendable {
    /// The bits of the message flags.
    public let rawValue: UInt8

    /// Makes a set of options from their bits. Bits without an option below are not sent.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The bus doesn't start a service for this call. If the service isn't running, the call fails with a
    /// ``RemoteError`` named ``ErrorName/nameHasNoOwner`` or ``ErrorName/serviceUnknown``.
    public static let noAutoStart = CallOptions(rawValue: 2)

    /// The service may ask the user for permission, for example with a polkit dialog. Without this option, a service
    /// immediately refuses actions that need permission. Users need time to answer, so use a longer timeout for these
    /// calls.
    public static let allowInteractiveAuthorization = CallOptions(rawValue: 4)

    static let all: CallOptions = [.noAutoStart, .allowInteractiveAuthorization]
}
