internal import CTodayDBus

/// A message that has arrived. A message from a bus socket is parsed only when it is its turn, so that receiving a
/// large number costs little.
struct Arrival {
    enum Form {
        case bytes([UInt8], [UnixFileDescriptor])
        case message(Message)
    }

    /// One of `DBUS_MESSAGE_TYPE_…`.
    let kind: CInt
    /// The verified sender; nil if it isn't verified.
    let sender: BusName?
    /// The destination; nil for a broadcast, or when libdbus has read it.
    let destination: String?
    /// The size in bytes; 0 when libdbus has read it, because libdbus doesn't report the size.
    let size: Int
    /// Whether its body was skipped.
    let isTooLarge: Bool
    /// The position among everything that the connection has received.
    var position = StreamPosition.start
    private let form: Form

    init(kind: CInt, sender: BusName?, destination: String?, size: Int, isTooLarge: Bool, form: Form) {
        self.kind = kind
        self.sender = sender
        self.destination = destination
        self.size = size
        self.isTooLarge = isTooLarge
        self.form = form
    }

    /// Wraps a message that libdbus has read from a peer, or made itself.
    init(readByLibdbus message: Message) {
        self.init(
            kind: dbus_message_get_type(message.raw), sender: nil, destination: nil, size: 0,
            isTooLarge: false, form: .message(message))
    }

    /// Whether libdbus has read it from a peer, or made it itself.
    var isReadByLibdbus: Bool { if case .message = form { true } else { false } }

    func withForm<R>(bytes: ([UInt8], [UnixFileDescriptor]) -> R, message: (Message) -> R) -> R {
        switch form {
        case .bytes(let all, let descriptors): bytes(all, descriptors)
        case .message(let whole): message(whole)
        }
    }

    /// Returns the message, validated by libdbus; nil if it is invalid, or memory is short.
    func message() -> Message? {
        let message: Message? =
            switch form {
            case .message(let message): message
            case .bytes(let bytes, let descriptors):
                bytes.withUnsafeBytes { Message(received: $0, descriptors: descriptors) }
            }
        message?.position = position
        return message
    }
}
