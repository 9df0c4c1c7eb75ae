/// What a call asks of the bus and of the program that is called. D-Bus specification, "Message Format", flags.
public struct CallOptions: OptionSet, Sendable {
    /// The bits as they are in a message.
    public let rawValue: UInt8

    /// Makes a set of options from their bits; others than those below are not sent.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The bus does not start a service for this call. When it does not run, the call fails with a ``RemoteError`` of the
    /// name ``ErrorName/nameHasNoOwner`` or ``ErrorName/serviceUnknown``.
    public static let noAutoStart = CallOptions(rawValue: 2)

    /// The user may be asked for permission, for example with a dialog of polkit; without this option a service refuses at
    /// once what the caller may not do unasked. People answer slowly, so that such a call wants a longer timeout.
    public static let allowInteractiveAuthorization = CallOptions(rawValue: 4)

    static let all: CallOptions = [.noAutoStart, .allowInteractiveAuthorization]
}
