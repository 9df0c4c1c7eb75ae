#if Panel
    internal import CTodaySystem
    internal import Glibc
    internal import TodayPlatform

    /// The panel's helper, in its own process. It lets another, confined process decode each image, which ends with the
    /// image. The helper itself reads no image and connects to neither a bus nor a display.
    struct ImageHelperProgram {
        /// The option that turns the panel's program into the helper. It is internal.
        static let option = "--decode-images"

        /// The memory for an image beyond the memory of the libraries.
        private static let mostMemory: UInt64 = 64 << 20
        private static let mostSeconds: UInt32 = 1
        /// The longest real time for a second of work, on a busy machine.
        private static let patience: UInt32 = 5
        /// The exit status of a process that could not be confined and so has read nothing.
        private static let unconfined: Int32 = 126

        private struct Work {
            let slot: Int
            let process: ChildProcess
            let ended: Int32
        }

        /// The socket, which keeps message boundaries.
        private let socket: Int32
        private let slots: ImageSlots
        private var works: [Work] = []

        private init(_ socket: Int32, _ slots: ImageSlots) {
            self.socket = socket
            self.slots = slots
        }

        /// Decodes images until the panel closes the socket. Requests come over the standard input; descriptor 3 is the
        /// memory. Returns the exit status.
        static func run() -> Int32 {
            csystem_set_thread_name("today-images")
            // Child processes must not get the socket, only the descriptors 0, 1 and 2.
            let socket = fcntl(0, F_DUPFD_CLOEXEC, 3)
            guard let slots = ImageSlots(3), socket >= 0, dup2(1, 0) == 0 else { return EX_USAGE }
            close(3)
            ImageReading.prepare()
            var helper = Self(socket, slots)
            helper.serve()
            return EX_OK
        }

        private mutating func serve() {
            while true {
                var entries = ([socket] + works.map(\.ended)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                if poll(&entries, nfds_t(entries.count), -1) < 0 {
                    if errno == EINTR { continue }
                    return
                }
                for (index, work) in works.enumerated().reversed() where entries[index + 1].revents != 0 {
                    works.remove(at: index)
                    close(work.ended)
                    if !answer(work.process.wait(), work.slot) { return }
                }
                if entries[0].revents != 0, !receiveRequest() { return }
            }
        }

        // MARK: Requests

        private mutating func receiveRequest() -> Bool {
            var request = ImageRequest(slot: 0, count: 0, width: 0, height: 0)
            let count = withUnsafeMutableBytes(of: &request) { recv(socket, $0.baseAddress, $0.count, 0) }
            guard count == MemoryLayout<ImageRequest>.size, 0..<ImageSlots.count ~= Int(request.slot),
                0...ImageSlots.size ~= Int(request.count)
            else { return false }
            return begin(request)
        }

        private mutating func begin(_ request: ImageRequest) -> Bool {
            let slot = Int(request.slot)
            slots.setReply(ImageReply(slot: request.slot))
            var limits = csystem_confinement(
                memory: Self.mostMemory, seconds: Self.mostSeconds, patience: Self.patience)
            let id = csystem_fork_confined(&limits)
            if id < 0 { return false }
            if id == 0 {
                slots.keepOnly(slot)
                if let size = ImageReading.decode(slots.content(slot), request) {
                    slots.setReply(ImageReply(slot: request.slot, width: Int32(size.0), height: Int32(size.1)))
                }
                _exit(0)
            }
            let process = ChildProcess.existing(id)
            guard let ended = process.openDescriptor() else { return answer(process.wait(), slot) }
            works.append(Work(slot: slot, process: process, ended: ended))
            return true
        }

        // MARK: Replies

        private func answer(_ exit: ChildProcess.Exit?, _ slot: Int) -> Bool {
            if exit == .status(Self.unconfined) { return false }
            var reply = ImageReply(slot: Int32(slot))
            if exit == .status(0) {
                let stored = slots.reply(slot)
                (reply.width, reply.height) = (stored.width, stored.height)
            }
            return withUnsafeBytes(of: reply) { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                == MemoryLayout<ImageReply>.size
        }
    }
#endif
