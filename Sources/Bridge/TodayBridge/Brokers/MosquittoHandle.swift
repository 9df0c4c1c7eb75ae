#if Bridge
    internal import CTodayMosquitto
    internal import Glibc

    /// A result of libmosquitto.
    struct MosquittoResult: Sendable {
        let code: CInt
        /// `errno`, if the code says that a system call failed.
        let system: CInt

        static let success = MosquittoResult(code: MOSQ_ERR_SUCCESS.code, system: 0)

        /// Returns the text of a reason code of MQTT.
        static func reason(_ code: CInt) -> String { String(cString: mosquitto_reason_string(code)) }
    }

    extension mosq_err_t { var code: CInt { CInt(rawValue) } }
    extension mqtt5_property { var code: CInt { CInt(rawValue) } }

    /// A client of libmosquitto.
    ///
    /// `@unchecked`: one thread at a time uses it. First that is the thread that connects, then the event loop's.
    final class MosquittoHandle: @unchecked Sendable {
        private(set) var pointer: OpaquePointer?

        /// Returns nil if the memory is full.
        init?(clientID: String) {
            // The broker keeps no session: it sends retained messages after each subscription, and the age of messages
            // that waited for the client would be unknown.
            guard let pointer = mosquitto_new(clientID, true, nil) else { return nil }
            self.pointer = pointer
        }

        deinit { destroy() }

        func destroy() {
            if let pointer { mosquitto_destroy(pointer) }
            pointer = nil
        }

        /// Looks up the host and connects. Blocks.
        func connect(_ host: String, _ port: CInt, keepAlive: CInt, maximumPacket: UInt32) -> MosquittoResult {
            var properties: OpaquePointer?
            defer { mosquitto_property_free_all(&properties) }
            mosquitto_property_add_int32(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE.code, maximumPacket)
            return Self.result { mosquitto_connect_bind_v5(pointer, host, port, keepAlive, nil, properties) }
        }

        func read() -> MosquittoResult { Self.result { mosquitto_loop_read(pointer, 1) } }

        func write() -> MosquittoResult { Self.result { mosquitto_loop_write(pointer, 1) } }

        private static func result(_ body: () -> CInt) -> MosquittoResult {
            errno = 0
            let code = body()
            return MosquittoResult(code: code, system: errno)
        }

        /// The bytes that wait in the socket.
        var unreadBytes: Int {
            var count: CInt = 0
            let socket = mosquitto_socket(pointer)
            return socket >= 0 && ioctl(socket, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
        }
    }
#endif
