#if Panel
    /// Decodes the images that widgets send, in a process that may fail.
    @MainActor final class ImageDecoder {
        static let shared = ImageDecoder()

        /// A request for an image, which can be canceled.
        final class Request {
            fileprivate let file: [UInt8]
            fileprivate let width, height: Double?
            fileprivate let card: ObjectIdentifier
            fileprivate let done: @MainActor (Texture?) -> Void
            fileprivate var isWanted = true
            /// The number of attempts that ended without an answer.
            fileprivate var attempts = 0

            fileprivate init(
                _ file: [UInt8], _ width: Double?, _ height: Double?, _ card: ObjectIdentifier,
                _ done: @escaping @MainActor (Texture?) -> Void
            ) {
                self.file = file
                self.width = width
                self.height = height
                self.card = card
                self.done = done
            }

            func cancel() { isWanted = false }
        }

        private var helper: ImageHelper?
        private var waiting: [Request] = []
        /// The running requests, by slot.
        private var running = [Request?](repeating: nil, count: ImageSlots.count)
        private var failures = FailedImages()
        /// Ends the helper.
        private let alarm = Alarm()
        /// Whether the alarm waits for an answer (true) or for idleness (false); nil if it has to be set again.
        private var isWatched: Bool?

        /// In ms. The helper kills an image after a few seconds, so after this time the helper itself is stuck.
        private static let longestWait: UInt32 = 20_000
        /// In ms. Starting the helper takes much longer than decoding an image.
        private static let longestIdleTime: UInt32 = 5_000
        /// The most slots for one card. It leaves a slot to the others.
        private static let mostPerCard = ImageSlots.count - 1
        /// More than one attempt, because another image may have ended the helper.
        private static let mostAttempts = 2

        /// Decodes a PNG file.
        ///
        /// - Parameters:
        ///   - width: the width in which it is shown; nil for its own width.
        ///   - height: the height in which it is shown; nil for its own height.
        ///   - card: the card of the image. Cards take turns.
        ///   - done: called once, possibly before this returns, with nil if the file is broken.
        /// - Returns: the request; nil if it is done.
        func decode(
            _ file: [UInt8], width: Double?, height: Double?, for card: AnyObject,
            done: @escaping @MainActor (Texture?) -> Void
        ) -> Request? {
            guard !file.isEmpty, file.count <= ImageSlots.size, !failures.contains(file) else {
                done(nil)
                return nil
            }
            let request = Request(file, width, height, ObjectIdentifier(card), done)
            waiting.append(request)
            proceed()
            return request
        }

        // MARK: Taking turns

        private func proceed() {
            waiting.removeAll { !$0.isWanted }
            while let slot = running.firstIndex(where: { $0 == nil }), let index = next() {
                let request = waiting.remove(at: index)
                if failures.contains(request.file) {
                    request.done(nil)
                    continue
                }
                guard let helper = helper ?? start() else {
                    request.done(nil)
                    continue
                }
                running[slot] = request
                helper.decode(request.file, slot: slot, width: request.width, height: request.height)
            }
            watch()
        }

        /// Ends a helper that is idle or doesn't answer.
        private func watch() {
            let isBusy = running.contains { $0 != nil }
            if helper == nil || isBusy == isWatched { return }
            isWatched = isBusy
            alarm.set(milliseconds: isBusy ? Self.longestWait : Self.longestIdleTime) { [weak self] in
                self?.helperEnded()
            }
        }

        /// Returns the index of the first request of the card with the fewest running ones.
        private func next() -> Int? {
            let shares = waiting.map { request in running.count { $0?.card == request.card } }
            guard let least = shares.min(), least < Self.mostPerCard else { return nil }
            return shares.firstIndex(of: least)
        }

        // MARK: The helper

        private func start() -> ImageHelper? {
            let helper = ImageHelper()
            helper?.onReply = { [weak self] reply in self?.handle(reply) }
            helper?.onEnd = { [weak self] in self?.helperEnded() }
            self.helper = helper
            return helper
        }

        private func handle(_ reply: ImageReply) {
            guard let request = running[Int(reply.slot)] else { return }
            running[Int(reply.slot)] = nil
            isWatched = nil
            let texture = helper?.texture(of: reply)
            if texture == nil { failures.insert(request.file) }
            if request.isWanted { request.done(texture) }
            proceed()
        }

        /// Tries interrupted images again, because the end of the helper may not be their fault.
        private func helperEnded() {
            helper = nil
            isWatched = nil
            alarm.cancel()
            let interrupted = running.compactMap { $0 }
            running = running.map { _ in nil }
            for request in interrupted.reversed() where request.isWanted {
                request.attempts += 1
                if request.attempts < Self.mostAttempts { waiting.insert(request, at: 0) } else { request.done(nil) }
            }
            proceed()
        }
    }

    /// Files that can't be decoded, identified by their hash.
    struct FailedImages {
        private var hashes: Set<Int> = []
        private var order: [Int] = []

        /// More files than are sent by mistake. Sending more on purpose gains nothing: the first files are only tried
        /// again.
        private static let most = 1024

        // Swift's hash has a key of this process, so other programs can't make a file with the same hash.
        func contains(_ file: [UInt8]) -> Bool { !hashes.isEmpty && hashes.contains(file.hashValue) }

        mutating func insert(_ file: [UInt8]) {
            guard hashes.insert(file.hashValue).inserted else { return }
            order.append(file.hashValue)
            if order.count > Self.most { hashes.remove(order.removeFirst()) }
        }
    }
#endif
