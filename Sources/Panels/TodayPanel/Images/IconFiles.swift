#if Panel
    internal import DBus
    internal import Glibc
    internal import TodayPlatform

    /// Icons that are files, decoded as the images that widgets send, and kept for as long as the files stay as they are.
    @MainActor final class IconFiles {
        static let shared = IconFiles()

        private let reader = IconReader()
        private var kept: [String: (version: FileVersion, texture: Texture?)] = [:]
        /// More than a user has widgets.
        private static let mostKept = 128
        /// As wide and high as the largest icon is shown where text is large, in logical pixels.
        private static let size = 48.0

        /// The pixels of a PNG file; nil if it doesn't exist, is broken, of another format, or too large.
        func texture(of path: String) async -> Texture? {
            guard let version = await reader.version(of: path) else { return nil }
            if let icon = kept[path], icon.version == version { return icon.texture }
            let file = await reader.bytes(of: path)
            let texture = await withCheckedContinuation { continuation in
                _ = ImageDecoder.shared.decode(file, width: Self.size, height: Self.size, for: self) { texture in
                    continuation.resume(returning: texture)
                }
            }
            if kept.count >= Self.mostKept { kept = [:] }
            kept[path] = (version, texture)
            return texture
        }
    }

    /// What differs when a file has been written anew.
    private struct FileVersion: Hashable, Sendable {
        let file: UInt
        let size, seconds, nanoseconds: Int
    }

    /// Reads files on a thread of its own: they may be where nobody answers.
    private actor IconReader {
        private let loop = EventLoop(name: "icons")
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        /// Nil where there is no file.
        func version(of path: String) -> FileVersion? {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return FileVersion(
                file: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec,
                nanoseconds: status.st_mtim.tv_nsec)
        }

        /// All of a file; nothing if it cannot be read or is larger than any image that is decoded.
        func bytes(of path: String) -> [UInt8] {
            (try? TextFile.readBytes(path, maximumBytes: ImageSlots.size)) ?? []
        }
    }
#endif
