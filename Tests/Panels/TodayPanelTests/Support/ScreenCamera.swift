#if Panel
    import DesktopTesting
    import Glibc

    /// Takes pictures of a screen, as an X client of its own (X Window System Protocol, version 11).
    ///
    /// The server answers between two requests of others, and GTK hands over each frame in one request: a picture shows
    /// one frame, never a part of it. That the frames in between are looked for and not waited for makes it no matter how
    /// long anything takes.
    final class ScreenCamera {
        struct ConnectionError: Error, CustomStringConvertible { let description: String }

        private let socket: Int32
        private let root: UInt32

        /// Connects to a display of this machine.
        init(_ screen: Screen) throws {
            let number = screen.display.drop { !$0.isNumber }
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            // The abstract name, as GTK connects: a former server of this display may delete the file when it ends.
            let name = "\0/tmp/.X11-unix/X\(number)"
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
            let length = MemoryLayout<sa_family_t>.size + name.utf8.count
            let isConnected = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(length)) == 0
                }
            }
            guard isConnected else {
                close(socket)
                throw ConnectionError(description: "no display \(screen.display)")
            }
            self.socket = socket
            // Little-endian, version 11.0, no authorization.
            try Self.write(socket, [0x6C, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
            let head = try Self.read(socket, 8)
            let body = try Self.read(socket, Self.number(head, at: 6, bytes: 2) * 4)
            guard head[0] == 1 else { throw ConnectionError(description: String(decoding: body, as: UTF8.self)) }
            let vendor = (Self.number(body, at: 16, bytes: 2) + 3) / 4 * 4
            // 32 bytes of facts, the vendor, 8 bytes for each pixmap format, then the first screen.
            root = UInt32(Self.number(body, at: 32 + vendor + 8 * Int(body[21]), bytes: 4))
        }

        deinit { close(socket) }

        /// The pixels of a part of the screen.
        func picture(of area: AccessibleArea) throws -> [UInt8] {
            var request: [UInt8] = [73, 2, 5, 0]  // GetImage, ZPixmap, five words.
            request += Self.bytes(root, count: 4)
            for number in [area.x, area.y, area.width, area.height] {
                request += Self.bytes(UInt32(bitPattern: number), count: 2)
            }
            request += [255, 255, 255, 255]
            try Self.write(socket, request)
            let head = try Self.read(socket, 32)
            guard head[0] == 1 else { throw ConnectionError(description: "no picture of \(area): error \(head[1])") }
            return try Self.read(socket, Self.number(head, at: 4, bytes: 4) * 4)
        }

        // MARK: Bytes

        private static func bytes(_ number: UInt32, count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
        }

        private static func number(_ bytes: [UInt8], at index: Int, bytes count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
        }

        private static func write(_ socket: Int32, _ bytes: [UInt8]) throws {
            guard Glibc.write(socket, bytes, bytes.count) == bytes.count else {
                throw ConnectionError(description: "the display takes no request")
            }
        }

        private static func read(_ socket: Int32, _ count: Int) throws -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            var done = 0
            while done < count {
                let got = bytes.withUnsafeMutableBytes { Glibc.read(socket, $0.baseAddress! + done, count - done) }
                guard got > 0 else { throw ConnectionError(description: "the display is gone") }
                done += got
            }
            return bytes
        }
    }
#endif
