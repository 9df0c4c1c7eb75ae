internal import CTodayDBus

/// A message that has arrived. What came over the socket of a bus is looked into when it is its turn, so that taking in
/// a great many costs little.
struct Arrival {
    enum Form {
        case bytes([UInt8], [UnixFileDescriptor])
        case message(Message)
    }

    /// One of `DBUS_MESSAGE_TYPE_…`.
    let kind: CInt
    /// Whose message it is; nil when nobody vouches for it.
    let sender: BusName?
    /// Whom it was sent to; nil when that is nobody in particular, or libdbus has read it.
    let destination: String?
    /// How long it was, 0 when libdbus has read it, which does not tell.
    let size: Int
    /// Its body was passed over.
    let isTooLarge: Bool
    /// Where it stands in what the connection has received.
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

    /// What libdbus has read from a peer, or says itself.
    init(readByLibdbus message: Message) {
        self.init(
            kind: dbus_message_get_type(message.raw), sender: nil, destination: nil, size: 0,
            isTooLarge: false, form: .message(message))
    }

    /// Whether libdbus has read it, from a peer, or says it itself.
    var isReadByLibdbus: Bool { if case .message = form { true } else { false } }

    func withForm<R>(bytes: ([UInt8], [UnixFileDescriptor]) -> R, message: (Message) -> R) -> R {
        switch form {
        case .bytes(let all, let descriptors): bytes(all, descriptors)
        case .message(let whole): message(whole)
        }
    }

    /// The message, validated by libdbus; nil when it is none, or memory is short.
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
