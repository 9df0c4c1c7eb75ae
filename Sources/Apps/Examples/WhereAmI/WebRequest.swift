import Foundation
import NotificationCenter

/// Gets a page with `curl`, the HTTP client that every system has. It handles proxies and certificates, uses no memory
/// of this process, and a statically linked program needs no library for it.
enum WebRequest {
    /// The maximum size of an answer.
    private static let maximumSize = 65536

    /// Gets the page at an address, which may redirect.
    ///
    /// - Parameter seconds: The time limit. The default is less than the 18 seconds of an update.
    /// - Throws: An error if the page can't be loaded, isn't text, is longer than 64 KiB, or the server reports a
    ///   failure.
    @concurrent
    static func get(_ address: String, within seconds: Int = 15) async throws -> String {
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/env")
        // Ignore the user's ~/.curlrc, and treat brackets literally.
        curl.arguments = [
            "curl", "--disable", "--globoff", "--silent", "--show-error", "--fail", "--location", "--proto",
            "=http,https,file", "--max-time", "\(seconds)", "--max-filesize", "\(maximumSize)", "--url", address,
        ]
        let pipe = Pipe()
        let errors = Pipe()
        curl.standardOutput = pipe
        curl.standardError = errors
        try curl.run()
        let data = try pipe.fileHandleForReading.read(upToCount: maximumSize + 1) ?? Data()
        if data.count > maximumSize { curl.terminate() }
        // At most one line.
        let message = try errors.fileHandleForReading.readToEnd() ?? Data()
        curl.waitUntilExit()
        guard curl.terminationStatus == 0, data.count <= maximumSize, let text = String(data: data, encoding: .utf8)
        else {
            let reason = String(decoding: message, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            throw NCWidgetError(
                reason.isEmpty ? "curl ended with \(curl.terminationStatus) after \(data.count) bytes" : reason)
        }
        return text
    }
}
