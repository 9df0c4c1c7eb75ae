#if Panel
    /// Has the images decoded that widgets send, by a process that may fail.
    @MainActor final class ImageDecoder {
        static let shared = ImageDecoder()

        /// Whoever waits for an image lets it wait no longer by giving this up.
        final class Request {
            fileprivate let file: [UInt8]
            fileprivate let width, height: Double?
            fileprivate let card: ObjectIdentifier
            fileprivate let done: @MainActor (Texture?) -> Void
            fileprivate var isWanted = true
            /// How often it was decoded without an answer.
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
        /// By the slots that they are in.
        private var running = [Request?](repeating: nil, count: ImageSlots.count)
        private var failures = FailedImages()
        /// When to end the helper.
        private let alarm = Alarm()
        /// Whether that is because it is waited for; nil if nothing was decided.
        private var isWatched: Bool?

        /// In ms. The helper ends what takes longer than a few seconds, so it is stuck itself.
        private static let longestWait: UInt32 = 20_000
        /// In ms. Starting the helper takes much longer than an image.
        private static let longestIdleness: UInt32 = 5_000
        /// Leaves a slot to the others.
        private static let mostOfOneCard = ImageSlots.count - 1
        /// The helper may have ended for another image's sake.
        private static let mostAttempts = 2

        /// Decodes a PNG file.
        ///
        /// - Parameters:
        ///   - width: how wide it will be shown; nil for its own width.
        ///   - height: how high it will be shown; nil for its own height.
        ///   - card: whose image it is. Cards take turns.
        ///   - done: called once, perhaps at once, with nothing if the file is broken.
        /// - Returns: what is waited for; nil if it is done.
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

        /// Ends a helper that is not needed any more, or says nothing.
        private func watch() {
            let isBusy = running.contains { $0 != nil }
            if helper == nil || isBusy == isWatched { return }
            isWatched = isBusy
            alarm.set(milliseconds: isBusy ? Self.longestWait : Self.longestIdleness) { [weak self] in
                self?.helperEnded()
            }
        }

        /// The first one of a card that has fewest under way.
        private func next() -> Int? {
            let shares = waiting.map { request in running.count { $0?.card == request.card } }
            guard let least = shares.min(), least < Self.mostOfOneCard else { return nil }
            return shares.firstIndex(of: least)
        }

        // MARK: The helper

        private func start() -> ImageHelper? {
            let helper = ImageHelper()
            helper?.onReply = { [weak self] reply in self?.take(reply) }
            helper?.onEnd = { [weak self] in self?.helperEnded() }
            self.helper = helper
            return helper
        }

        private func take(_ reply: ImageReply) {
            guard let request = running[Int(reply.slot)] else { return }
            running[Int(reply.slot)] = nil
            isWatched = nil
            let texture = helper?.texture(of: reply)
            if texture == nil { failures.insert(request.file) }
            if request.isWanted { request.done(texture) }
            proceed()
        }

        /// Whatever ended it, it says nothing of the images that it was at: they get another try.
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

    /// Files that cannot be decoded, known by what they hash to.
    struct FailedImages {
        private var hashes: Set<Int> = []
        private var order: [Int] = []

        /// More than are sent by mistake; who sends others on purpose gains nothing by having the first tried again.
        private static let most = 1024

        // Swift's hash has a key of this process's own, so nobody can make another file with the same one.
        func contains(_ file: [UInt8]) -> Bool { !hashes.isEmpty && hashes.contains(file.hashValue) }

        mutating func insert(_ file: [UInt8]) {
            guard hashes.insert(file.hashValue).inserted else { return }
            order.append(file.hashValue)
            if order.count > Self.most { hashes.remove(order.removeFirst()) }
        }
    }
#endif
