#if Bridge
    internal import CTodayMosquitto
    internal import DBus
    internal import Glibc
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// One connection to an MQTT broker, by libmosquitto: MQTT 5, with TLS if wanted.
    ///
    /// All calls of libmosquitto run on the thread of ``WidgetActor``, when the socket is ready. Only the start of a
    /// connection, which looks up a name and can block, has a thread of its own.
    @WidgetActor
    final class MQTTClient {
        struct Options {
            let host: String
            let port: UInt16
            /// Whether the connection is encrypted, and the broker's certificate checked.
            let isEncrypted: Bool
            /// The file with the certificate authorities; nil for those of the system.
            let caFile: String?
            let user: String?
            let password: String?
            var clientID: String
            /// The messages that the broker publishes when the connection breaks, retained.
            var will: (topic: String, payload: String)?
        }

        struct Message {
            let topic: String
            let payload: [UInt8]
            /// Whether the broker kept the message.
            let isRetained: Bool
        }

        /// The functions that are called with the events of the connection.
        struct Handlers {
            let connected: () -> Void
            let received: (Message) -> Void
            /// Called with the number of subscriptions that the broker has refused.
            let refused: (Int) -> Void
            /// Called once, with the reason. The client is of no use afterward.
            let ended: (MQTTFailure) -> Void
        }

        /// The time until the broker has accepted the connection.
        private static let connectTimeout = Duration.seconds(10)
        /// A ping is sent after this time without messages; after as much time again, the connection is lost.
        private nonisolated static let keepAlive: CInt = 10
        private static let checkInterval = Duration.seconds(5)
        /// The largest packet that the broker may send: a payload, its topic and its properties.
        private nonisolated static let maximumPacket = Payload.maximumBytes + (64 << 10)
        /// The packets that one turn reads, so that other work isn't delayed.
        private static let packetsPerTurn = 64
        private static let filtersPerPacket = 50

        private let options: Options
        private let handlers: Handlers
        private let handle: MosquittoHandle
        private var watch: DescriptorWatch?
        private var isWatchingWrites = false
        private var timer: EventLoop.Timer?
        private var isConnected = false
        /// Bytes that have arrived since the last whole message.
        private var bytesWithoutMessage = 0
        private var hasEnded = false
        /// The events of the current turn, which libmosquitto reports while it holds its locks.
        private let events = MosquittoEvents()
        private var waiters: [CInt: CheckedContinuation<Void, any Error>] = [:]
        private var isStarting = false

        private var loop: EventLoop { WidgetActor.shared.loop }
        private static var tooLarge: MQTTFailure {
            MQTTFailure(tr("The broker sends packets that are larger than allowed"))
        }
        private static let isLibraryReady = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.code

        /// Makes a client; returns nil if the memory is full.
        init?(_ options: Options, _ handlers: Handlers) {
            guard Self.isLibraryReady, let handle = MosquittoHandle(clientID: options.clientID) else { return nil }
            self.options = options
            self.handlers = handlers
            self.handle = handle
        }

        /// The messages that wait for the broker's answer.
        var unanswered: Int { waiters.count }

        // MARK: Connecting

        /// Begins to connect. The result is a call of a handler.
        func connect() {
            do { try configure() } catch {
                return later(error)
            }
            timer = loop.schedule(at: .now + Self.connectTimeout) { [weak self] in
                Task { @WidgetActor in self?.end(MQTTFailure(tr("The broker didn’t answer in time"))) }
            }
            isStarting = true
            let (handle, host, port) = (handle, options.host, CInt(options.port))
            let isStarted = WorkThread.start {
                let result = handle.connect(
                    host, port, keepAlive: Self.keepAlive, maximumPacket: UInt32(Self.maximumPacket))
                Task { @WidgetActor [weak self] in self?.started(result) }
            }
            if !isStarted {
                isStarting = false
                later(MQTTFailure(tr("Too many threads are running")))
            }
        }

        /// Ends with a failure after the caller has finished.
        private func later(_ failure: MQTTFailure) { Task { end(failure) } }

        private func configure() throws(MQTTFailure) {
            let mosquitto = handle.pointer
            mosquitto_int_option(mosquitto, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
            mosquitto_int_option(mosquitto, MOSQ_OPT_TCP_NODELAY, 1)
            if options.isEncrypted {
                if let file = options.caFile {
                    guard mosquitto_tls_set(mosquitto, file, nil, nil, nil, nil) == MOSQ_ERR_SUCCESS.code else {
                        throw MQTTFailure(tr("The file {file} can’t be read", ["file": file]))
                    }
                } else {
                    mosquitto_int_option(mosquitto, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
                }
            }
            if let user = options.user { mosquitto_username_pw_set(mosquitto, user, options.password) }
            if let will = options.will {
                let payload = Array(will.payload.utf8)
                mosquitto_will_set(mosquitto, will.topic, CInt(payload.count), payload, 1, true)
            }
            mosquitto_user_data_set(mosquitto, Unmanaged.passUnretained(events).toOpaque())
            mosquitto_connect_v5_callback_set(mosquitto) { _, context, code, _, _ in
                MQTTClient.add(.connected(code), context)
            }
            mosquitto_disconnect_v5_callback_set(mosquitto) { _, context, code, _ in
                MQTTClient.add(.disconnected(code), context)
            }
            mosquitto_publish_v5_callback_set(mosquitto) { _, context, number, code, _ in
                MQTTClient.add(.published(number, code), context)
            }
            mosquitto_subscribe_v5_callback_set(mosquitto) { _, context, _, count, codes, _ in
                // Codes from 128 on are refusals.
                let refused = UnsafeBufferPointer(start: codes, count: codes == nil ? 0 : Int(count)).count {
                    $0 >= 128
                }
                if refused > 0 { MQTTClient.add(.refused(refused), context) }
            }
            mosquitto_message_v5_callback_set(mosquitto) { _, context, message, _ in
                guard let message = message?.pointee, let topic = message.topic else { return }
                let length = max(Int(message.payloadlen), 0)
                if length > MQTTClient.maximumPacket { return MQTTClient.add(.oversized, context) }
                let bytes = UnsafeRawBufferPointer(start: message.payload, count: message.payload == nil ? 0 : length)
                MQTTClient.add(
                    .message(
                        Message(topic: String(cString: topic), payload: Array(bytes), isRetained: message.retain)),
                    context)
            }
        }

        /// Records an event. libmosquitto calls it within one of its functions, on this actor's thread.
        private nonisolated static func add(_ event: MosquittoEvent, _ context: UnsafeMutableRawPointer?) {
            guard let context else { return }
            Unmanaged<MosquittoEvents>.fromOpaque(context).takeUnretainedValue().list.append(event)
        }

        private func started(_ result: MosquittoResult) {
            isStarting = false
            if hasEnded { return handle.destroy() }
            guard result.code == MOSQ_ERR_SUCCESS.code else { return end(MQTTFailure(result)) }
            turn()
        }

        // MARK: Turns

        /// Watches the socket: always for reading, and for writing while something waits to be written.
        private func watchSocket() {
            let wantsWrites = mosquitto_want_write(handle.pointer)
            if watch != nil, wantsWrites == isWatchingWrites { return }
            watch?.cancel()
            watch = nil
            let socket = mosquitto_socket(handle.pointer)
            guard socket >= 0 else { return }
            isWatchingWrites = wantsWrites
            watch = DescriptorWatch(socket, on: loop, for: wantsWrites ? [.reading, .writing] : .reading) {
                [weak self] in
                Task { @WidgetActor in self?.turn() }
            }
        }

        /// Reads and writes what is ready, then handles the events.
        private func turn() {
            if hasEnded || isStarting { return }
            var result = MosquittoResult.success
            for _ in 0..<Self.packetsPerTurn {
                let waiting = handle.unreadBytes
                bytesWithoutMessage += waiting
                result = handle.read()
                if !events.list.isEmpty { bytesWithoutMessage = 0 }
                if result.code != MOSQ_ERR_SUCCESS.code || waiting == 0 || handle.unreadBytes == 0 { break }
            }
            if result.code == MOSQ_ERR_SUCCESS.code, mosquitto_want_write(handle.pointer) { result = handle.write() }
            handleEvents()
            if hasEnded { return }
            // libmosquitto keeps a packet in memory while it arrives, however long it is.
            if bytesWithoutMessage > Self.maximumPacket + (4 << 20) {
                return end(Self.tooLarge)
            }
            if result.code != MOSQ_ERR_SUCCESS.code { return end(MQTTFailure(result)) }
            watchSocket()
        }

        private func handleEvents() {
            while !events.list.isEmpty {
                let current = events.list
                events.list = []
                for event in current where !hasEnded {
                    switch event {
                    case .connected(let code): connected(code)
                    case .disconnected(let code): end(MQTTFailure(MosquittoResult(code: code, system: errno)))
                    case .published(let number, let code): published(number, code)
                    case .message(let message): handlers.received(message)
                    case .refused(let count): handlers.refused(count)
                    case .oversized: end(Self.tooLarge)
                    }
                }
            }
        }

        private func connected(_ code: CInt) {
            guard code == 0 else { return end(MQTTFailure(connectionCode: code)) }
            if let timer = timer.take() { loop.cancel(timer) }
            isConnected = true
            checkLater()
            handlers.connected()
        }

        /// Sends pings, and finds out that the broker no longer answers.
        private func checkLater() {
            timer = loop.schedule(at: .now + Self.checkInterval) { [weak self] in
                Task { @WidgetActor in self?.check() }
            }
        }

        private func check() {
            if hasEnded { return }
            let result = MosquittoResult(code: mosquitto_loop_misc(handle.pointer), system: errno)
            handleEvents()
            if hasEnded { return }
            if result.code != MOSQ_ERR_SUCCESS.code { return end(MQTTFailure(result)) }
            watchSocket()
            checkLater()
        }

        // MARK: Requests

        /// Subscribes to topics with QoS 1; the broker then sends their retained messages.
        func subscribe(_ filters: [TopicFilter]) {
            guard isConnected, !hasEnded else { return }
            for start in stride(from: 0, to: filters.count, by: Self.filtersPerPacket) {
                var texts = filters[start..<min(start + Self.filtersPerPacket, filters.count)].map { strdup($0.text) }
                mosquitto_subscribe_multiple(handle.pointer, nil, CInt(texts.count), &texts, 1, 0, nil)
                for text in texts { free(text) }
            }
            requested()
        }

        func unsubscribe(_ filter: TopicFilter) {
            guard isConnected, !hasEnded else { return }
            mosquitto_unsubscribe(handle.pointer, nil, filter.text)
            requested()
        }

        /// Publishes a message with QoS 1, and waits until the broker has it.
        ///
        /// - Parameter expiry: The time after which the broker drops the message; nil for never.
        /// - Throws: ``MQTTFailure``.
        func publish(
            _ payload: [UInt8], to topic: String, isRetained: Bool = false, expiry: Duration? = nil
        ) async throws {
            guard isConnected, !hasEnded else { throw MQTTFailure(tr("The broker isn’t connected")) }
            var properties: OpaquePointer?
            defer { mosquitto_property_free_all(&properties) }
            if let expiry {
                let seconds = UInt32(clamping: max(expiry.components.seconds, 1))
                mosquitto_property_add_int32(&properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.code, seconds)
            }
            var number: CInt = 0
            let code = mosquitto_publish_v5(
                handle.pointer, &number, topic, CInt(payload.count), payload, 1, isRetained, properties)
            if code != MOSQ_ERR_SUCCESS.code { throw MQTTFailure(MosquittoResult(code: code, system: errno)) }
            try await withCheckedThrowingContinuation { continuation in
                waiters[number] = continuation
                requested()
            }
        }

        private func published(_ number: CInt, _ code: CInt) {
            guard let waiter = waiters.removeValue(forKey: number) else { return }
            // Codes from 128 on are refusals. 16 means that the topic has no subscribers.
            if code >= 128 {
                waiter.resume(
                    throwing: MQTTFailure(tr("The broker refused the message"), details: MosquittoResult.reason(code)))
            } else {
                waiter.resume()
            }
        }

        /// Handles what a request has already caused.
        private func requested() {
            if !events.list.isEmpty { Task { turn() } } else if !hasEnded { watchSocket() }
        }

        // MARK: The end

        /// Disconnects without a last will.
        func close() {
            if hasEnded { return }
            if isConnected, !isStarting { mosquitto_disconnect(handle.pointer) }
            finish(MQTTFailure(tr("The broker isn’t connected")))
        }

        private func end(_ failure: MQTTFailure) {
            if hasEnded { return }
            finish(failure)
            handlers.ended(failure)
        }

        private func finish(_ failure: MQTTFailure) {
            hasEnded = true
            isConnected = false
            watch?.cancel()
            watch = nil
            if let timer = timer.take() { loop.cancel(timer) }
            // The thread that connects uses it until it returns.
            if !isStarting { handle.destroy() }
            let waiters = waiters.values
            self.waiters = [:]
            for waiter in waiters { waiter.resume(throwing: failure) }
        }
    }

    /// A call of one of the functions that libmosquitto calls.
    private enum MosquittoEvent {
        case connected(CInt)
        case disconnected(CInt)
        case published(CInt, CInt)
        case refused(Int)
        /// A message that the broker may not send.
        case oversized
        case message(MQTTClient.Message)
    }

    /// The events since the last turn, in order.
    private final class MosquittoEvents { var list: [MosquittoEvent] = [] }
#endif
