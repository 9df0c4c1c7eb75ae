#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import Testing

    @testable import TodayPanel

    /// The process that decodes images, spoken to as the panel does.
    @Suite struct ImageHelperTests {
        /// One that runs.
        private struct Helper {
            let slots: ImageSlots
            let socket: Int32
            let process: ChildProcess

            init() throws {
                let (slots, memory) = try #require(ImageSlots.make())
                var ends: [Int32] = [-1, -1]
                try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
                var limit = timeval(tv_sec: 60, tv_usec: 0)
                setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
                var request = ChildProcess.Request([try Programs.path("today-panel"), ImageHelperProgram.option])
                request.input = ends[1]
                request.extra = memory
                request.error = nil
                // It ends with the socket; the thread of a test doesn't live long enough.
                request.diesWithParent = false
                process = try ChildProcess.spawn(request)
                close(ends[1])
                close(memory)
                self.slots = slots
                socket = ends[0]
            }

            func ask(_ slot: Int, _ file: [UInt8], width: Double = .nan) {
                slots.content(slot).copyBytes(from: file)
                let request = ImageRequest(slot: Int32(slot), count: Int32(file.count), width: width, height: .nan)
                _ = withUnsafeBytes(of: request) { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            }

            func reply() throws -> ImageReply {
                var reply = ImageReply(slot: -1)
                let count = withUnsafeMutableBytes(of: &reply) { recv(socket, $0.baseAddress, $0.count, 0) }
                try #require(count == MemoryLayout<ImageReply>.size, "no answer: \(String(cString: strerror(errno)))")
                return reply
            }

            /// Whether a reply waits.
            var isAnswered: Bool {
                var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                return poll(&entry, 1, 0) > 0
            }

            /// The processes that are at images.
            var workers: [String] {
                read("/proc/\(process.id)/task/\(process.id)/children").split(separator: " ").map(String.init)
            }

            /// In kB.
            var memory: Int {
                let line = read("/proc/\(process.id)/status").split(separator: "\n").first { $0.hasPrefix("RssAnon") }
                return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            }

            func end() {
                close(socket)
                #expect(process.wait() == .status(0))
                slots.unmap()
            }
        }

        private static func read(_ path: String) -> String {
            guard let file = fopen(path, "r") else { return "" }
            defer { fclose(file) }
            var buffer = [UInt8](repeating: 0, count: 16_384)
            let count = fread(&buffer, 1, buffer.count, file)
            return String(decoding: buffer[..<count], as: UTF8.self)
        }

        @Test func hostileImagesHarmNobody() throws {
            let helper = try Helper()
            var memory = 0
            for image in HostileImage.all {
                helper.ask(0, image.file)
                helper.ask(1, PNGFile.square("#ff0000"))
                for reply in [try helper.reply(), try helper.reply()] {
                    if reply.slot == 1 {
                        #expect(reply.width == 100 && reply.height == 100, "beside \(image.name)")
                        #expect(Array(helper.slots.content(1)[..<4]) == [255, 0, 0, 255])
                    } else {
                        #expect(reply.width == 0 || !image.isRefused, "\(image.name): \(reply)")
                        #expect(max(reply.width, reply.height) <= 512, "\(image.name): \(reply)")
                    }
                }
                if memory == 0 { memory = helper.memory }
            }
            #expect(helper.workers == [])
            #expect(helper.memory - memory < 4000, "\(memory), then \(helper.memory) kB")
            helper.end()
        }

        @Test func whoDecodesIsHeld() throws {
            let helper = try Helper()
            helper.ask(0, PNGFile.make(width: 512, height: 512))
            // Others that run meanwhile must not keep this one from looking, so it does so without a pause. A worker that is
            // seen stops until it was looked at; an image is decoded again if its worker was too fast.
            var held: (status: String, limits: String)?
            var stopped: pid_t = 0
            let deadline = MonotonicTime.now + .seconds(60)
            while held == nil, MonotonicTime.now < deadline {
                guard let worker = helper.workers.first, let id = pid_t(worker) else {
                    if helper.isAnswered {
                        _ = try helper.reply()
                        helper.ask(0, PNGFile.make(width: 512, height: 512))
                    }
                    continue
                }
                kill(id, SIGSTOP)
                let status = Self.read("/proc/\(worker)/status")
                // The restrictions that apply to the worker last.
                if status.contains("Seccomp:\t2") {
                    held = (status, Self.read("/proc/\(worker)/limits"))
                    stopped = id
                } else {
                    kill(id, SIGCONT)
                }
            }
            let (status, limits) = try #require(held)
            #expect(status.contains("NoNewPrivs:\t1"))
            let values = limits.split(separator: "\n").reduce(into: [String: Int]()) { values, line in
                let words = line.dropFirst(26).split(separator: " ")
                values[line.prefix(26).trimmingSuffix(" ")] = words.dropFirst().first.flatMap { Int($0) }
            }
            #expect(values["Max cpu time"] == 1 && values["Max file size"] == 0 && values["Max open files"] == 0)
            #expect(values["Max data size"].map { $0 < 128 << 20 } == true, "\(limits)")
            // A slow image doesn't block others, which arrive as before.
            helper.ask(1, PNGFile.square("#00ff00"))
            #expect(try helper.reply().slot == 1)
            kill(stopped, SIGCONT)
            #expect(try helper.reply().slot == 0)
            helper.end()
        }

        @Test func picturesAreWhatTheyAre() throws {
            let helper = try Helper()
            // As many pixels as two for each point.
            helper.ask(0, PNGFile.make(width: 200, height: 100), width: 50)
            let reply = try helper.reply()
            #expect(reply.width == 100 && reply.height == 50)
            #expect(Array(helper.slots.content(0)[..<4]) == [0, 0, 0, 255])
            helper.end()
        }
    }

    extension Substring {
        fileprivate func trimmingSuffix(_ character: Character) -> String {
            var text = self
            while text.last == character { text.removeLast() }
            return String(text)
        }
    }
#endif
