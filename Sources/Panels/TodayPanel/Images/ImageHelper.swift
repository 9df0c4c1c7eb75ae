#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayPlatform

    /// The panel's side of the process that decodes images.
    @MainActor final class ImageHelper {
        /// Called with each answer.
        var onReply: (ImageReply) -> Void = { _ in }
        /// Called when no more answers will come.
        var onEnd: () -> Void = {}

        private let socket: Int32
        private let slots: ImageSlots
        private let process: ChildProcess
        private var listening: UInt32 = 0

        /// Starts a helper; nil if that fails.
        init?() {
            guard let (slots, memory) = ImageSlots.make() else { return nil }
            defer { close(memory) }
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
                slots.unmap()
                return nil
            }
            defer { close(ends[1]) }
            // The running version of the program, even if another version has been installed since.
            var request = ChildProcess.Request(
                ["/proc/self/exe", ImageHelperProgram.option], environment: Self.environment)
            request.input = ends[1]
            request.extra = memory
            // Libraries print errors about broken images to standard error.
            request.error = nil
            guard let process = try? ChildProcess.spawn(request) else {
                close(ends[0])
                slots.unmap()
                return nil
            }
            self.slots = slots
            self.process = process
            socket = ends[0]
            listening = Callback.whenReadable(socket) { [weak self] in self?.receive() ?? false }
        }

        /// The helper needs no display and no bus, and one thread for each image is enough.
        private static var environment: [String: String] {
            var environment = Environment.current
            for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DBUS_SESSION_BUS_ADDRESS", "G_DEBUG"] {
                environment[name] = nil
            }
            environment["RAYON_NUM_THREADS"] = "1"
            environment["MALLOC_ARENA_MAX"] = "1"
            return environment
        }

        /// Requests to decode a file in a free slot.
        func decode(_ file: [UInt8], slot: Int, width: Double?, height: Double?) {
            slots.content(slot).copyBytes(from: file)
            let request = ImageRequest(
                slot: Int32(slot), count: Int32(file.count), width: width ?? .nan, height: height ?? .nan)
            // If the helper has ended, the socket reports it.
            _ = withUnsafeBytes(of: request) { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }

        private func receive() -> Bool {
            var reply = ImageReply(slot: 0)
            let count = withUnsafeMutableBytes(of: &reply) { recv(socket, $0.baseAddress, $0.count, 0) }
            guard count == MemoryLayout<ImageReply>.size, 0..<ImageSlots.count ~= Int(reply.slot) else {
                listening = 0
                onEnd()
                return false
            }
            onReply(reply)
            return true
        }

        /// Returns the pixels of an answer; nil if it has none.
        func texture(of reply: ImageReply) -> Texture? {
            let sides = 1...ImageSlots.longestSide
            guard sides.contains(Int(reply.width)), sides.contains(Int(reply.height)) else { return nil }
            let pixels = slots.content(Int(reply.slot))[..<(Int(reply.width) * Int(reply.height) * 4)]
            return Texture(UnsafeRawBufferPointer(rebasing: pixels), width: reply.width, height: reply.height)
        }

        isolated deinit {
            if listening != 0 { g_source_remove(listening) }
            close(socket)
            slots.unmap()
            // The process has no state to lose.
            process.signal(SIGKILL)
            _ = process.wait()
        }
    }
#endif
