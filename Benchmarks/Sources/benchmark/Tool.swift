import Foundation

/// A required program of the system, and its Debian package.
struct Tool {
    let path: String
    let package: String

    static let dbusDaemon = Tool(path: "/usr/bin/dbus-daemon", package: "dbus-daemon")
    /// The system's Python, whose modules come as packages; a Python that comes first in PATH can't find them.
    static let python = Tool(path: "/usr/bin/python3", package: "python3-dbus python3-gi")

    static let screen = Tool(path: "/usr/bin/Xvfb", package: "xvfb")
    static let pointer = Tool(path: "/usr/bin/xdotool", package: "xdotool")

    var url: URL {
        get throws {
            guard FileManager.default.isExecutableFile(atPath: path) else {
                throw Trouble(text: "there is no \(path); install it with: apt-get install \(package)")
            }
            return URL(fileURLWithPath: path)
        }
    }

    /// Returns a program of this package.
    static func built(_ name: String) throws -> URL {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let url = folder.appendingPathComponent(name)
        guard FileManager.default.isExecutableFile(atPath: url.path) else {
            throw Trouble(text: "\(name) is not built; build all rivals with: swift build -c release")
        }
        return url
    }
}
