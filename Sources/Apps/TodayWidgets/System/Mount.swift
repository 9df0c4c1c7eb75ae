#if Widgets
    internal import TodayModel

    /// A mounted file system: a line of `/proc/self/mountinfo`. See proc(5).
    struct Mount: Hashable {
        /// The number of the device, as in `259:2`.
        let device: String
        /// The part of the file system that is visible: `/` for all of it.
        let root: String
        /// The folder in which it is visible.
        let path: String
        /// The type, such as `ext4`.
        let type: String
        /// The device or another source, such as `/dev/sda1`.
        let source: String

        /// Reads a line; nil if it isn't complete.
        init?(line: Substring.UTF8View) {
            let words = line.split(separator: UInt8(ascii: " "))
            // Any number of optional fields ends with a hyphen.
            guard words.count >= 10, let hyphen = words[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
                hyphen + 2 < words.count
            else { return nil }
            device = String(Substring(words[2]))
            root = Self.unescape(words[3])
            path = Self.unescape(words[4])
            type = Self.unescape(words[hyphen + 1])
            source = Self.unescape(words[hyphen + 2])
        }

        /// Replaces `\040` and other octal escapes by their bytes.
        private static func unescape(_ text: Substring.UTF8View) -> String {
            var bytes: [UInt8] = []
            var rest = text
            while let byte = rest.popFirst() {
                let digits = rest.prefix(3)
                guard byte == UInt8(ascii: "\\"), digits.count == 3,
                    let code = UInt8(String(Substring(digits)), radix: 8)
                else {
                    bytes.append(byte)
                    continue
                }
                bytes.append(code)
                rest = rest.dropFirst(3)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    extension Mount {
        /// Returns the file systems whose space matters to the user, each once: local disks and the root folder. Disk
        /// images, parts of other file systems, and small partitions of the boot loader aren't among them.
        ///
        /// File systems in the network are left out, because reading their size can block for minutes.
        ///
        /// - Parameter text: The text of `/proc/self/mountinfo`.
        static func disks(mountinfo text: String) -> [Mount] {
            var disks: [Mount] = []
            for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
                guard let mount = Mount(line: line) else { continue }
                // A later mount in the same folder hides the earlier one.
                disks.removeAll { $0.path.utf8.elementsEqual(mount.path.utf8) }
                guard mount.isDisk, !disks.contains(where: { $0.device == mount.device }) else { continue }
                disks.append(mount)
            }
            return disks.sorted { $0.path.unicodeScalars.lexicographicallyPrecedes($1.path.unicodeScalars) }
        }

        private var isDisk: Bool {
            if path == "/" { return true }
            guard !["squashfs", "iso9660", "udf", "erofs", "autofs", "devtmpfs"].contains(type) else { return false }
            guard type == "zfs" || source.utf8.starts(with: "/dev/".utf8), !source.utf8.starts(with: "/dev/loop".utf8)
            else {
                return false
            }
            // A subvolume has a root of its own; any other root is a folder or a file that is bound to another place.
            guard root == "/" || type == "btrfs" else { return false }
            return !["/boot", "/efi", "/snap", "/var/lib/snapd", "/var/lib/docker"].contains { folder in
                path == folder || path.utf8.starts(with: (folder + "/").utf8)
            }
        }

        /// The name for users: that of its folder.
        var name: String {
            // Translators: the disk with the system.
            guard let last = path.utf8.split(separator: UInt8(ascii: "/")).last else { return trc("disk", "System") }
            // Translators: the disk with the folders of the users.
            return path == "/home" ? trc("disk", "Home") : String(Substring(last))
        }
    }
#endif
