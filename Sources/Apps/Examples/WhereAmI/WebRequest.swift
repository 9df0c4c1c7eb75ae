import Foundation
import NotificationCenter

/// Gets a page with `curl`, the HTTP client that every system has: it knows proxies and certificates, costs this
/// process no memory, and a program that is linked statically needs no library of it.
enum WebRequest {
    /// Longer answers are none of ours.
    private static let maximumSize = 65536

    /// Gets what is at an address, which may redirect.
    ///
    /// - Parameter seconds: how long it may take. By default less than the 18 seconds of an update.
    /// - Throws: when it cannot be had, is no text, is longer than 64 KiB, or the server says that it failed.
    @concurrent
    static func get(_ address: String, within seconds: Int = 15) async throws -> String {
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/env")
        // Nothing of the user's ~/.curlrc, and brackets stand for themselves.
        curl.arguments = [
            "curl", "--disable", "--globoff", "--silent", "--show-error", "--fail", "--location", "--proto",
            "=http,https,file", "--max-time", "\(seconds)", "--max-filesize", "\(maximumSize)", "--url", address,
        ]
        let pipe = Pipe()
        let complaints = Pipe()
        curl.standardOutput = pipe
        curl.standardError = complaints
        try curl.run()
        let data = try pipe.fileHandleForReading.read(upToCount: maximumSize + 1) ?? Data()
        if data.count > maximumSize { curl.terminate() }
        // A line at most.
        let complaint = try complaints.fileHandleForReading.readToEnd() ?? Data()
        curl.waitUntilExit()
        guard curl.terminationStatus == 0, data.count <= maximumSize, let text = String(data: data, encoding: .utf8)
        else {
            let reason = String(decoding: complaint, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            throw NCWidgetError(
                reason.isEmpty ? "curl ended with \(curl.terminationStatus) after \(data.count) bytes" : reason)
        }
        return text
    }
}
