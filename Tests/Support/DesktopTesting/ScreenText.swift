package import DBusTesting
import Foundation
import TodayPlatform

/// A word on a screen, and where its middle is, in pixels.
package struct ScreenWord: Sendable, Hashable, CustomStringConvertible {
    package let text: String
    package let x, y: Int

    package var description: String { "\(text) (\(x), \(y))" }
}

/// Text on a screen, read by character recognition (tesseract), for programs that no screen reader can read.
extension Screen {
    /// The words that are shown at the top now. Words in plain letters are read well but for their case; signs are not.
    ///
    /// - Parameters:
    ///   - height: how much of the screen is read, from its top. Large areas without text are taken for pictures.
    ///   - scale: how much larger the characters are made for tesseract, which is used to scanned paper. No size suits
    ///     every font: what is not read in one is tried in another.
    package func words(_ bus: PrivateBus, height: Int = 50, scale: Int = 3) async throws -> [ScreenWord] {
        _ = try await capture(bus, height: height)
        return try await capturedWords(bus, scale: scale)
    }

    private static func file(_ bus: PrivateBus) -> String { bus.folder + "/screen.ppm" }

    /// Keeps a picture of the top of the screen, and returns its checksum.
    private func capture(_ bus: PrivateBus, height: Int) async throws -> String {
        let command = "import -window root -crop x\(height)+0+0 +repage ppm:- | tee \(Self.file(bus)) | cksum"
        return try await bus.run(["sh", "-c", command], with: ["DISPLAY": display]).output
    }

    /// Whether some row of the picture changes its color as often as rows with text do: tesseract takes longest for a
    /// picture without text. The picture is a binary PPM with 8 bits per channel.
    private func showsText(_ bus: PrivateBus) throws -> Bool {
        let picture = [UInt8](try Data(contentsOf: URL(filePath: Self.file(bus))))
        // "P6", width and height, and the largest value; a byte follows that is white space.
        let header = picture.prefix(40).split(maxSplits: 4, whereSeparator: { $0 == 10 || $0 == 32 })
        guard header.count == 5, let width = Int(String(decoding: header[1], as: UTF8.self)) else { return true }
        let rows = stride(from: header[4].startIndex, through: picture.count - width * 3, by: width * 3)
        return rows.contains { row in
            var changes = 0
            for pixel in stride(from: row + 3, to: row + width * 3, by: 3) where picture[pixel] != picture[pixel - 3] {
                changes += 1
            }
            return changes > 12
        }
    }

    private func capturedWords(_ bus: PrivateBus, scale: Int) async throws -> [ScreenWord] {
        let command = """
            convert \(Self.file(bus)) -colorspace gray -resize \(scale)00% png:- | \
            OMP_THREAD_LIMIT=1 tesseract - - --psm 11 tsv
            """
        let table = try await bus.run(["sh", "-c", command])
        // level, page, block, paragraph, line, word, left, top, width, height, confidence, text
        return table.output.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count == 12, cells[0] == "5", let left = Int(cells[6]), let top = Int(cells[7]),
                let width = Int(cells[8]), let height = Int(cells[9])
            else { return nil }
            return ScreenWord(text: String(cells[11]), x: (left + width / 2) / scale, y: (top + height / 2) / scale)
        }
    }

    /// Waits until a word is shown in a number of places, and returns the leftmost.
    ///
    /// - Parameter former: a word that must be gone everywhere.
    @discardableResult
    package func wait(
        forWord text: String, insteadOf former: String? = nil, places: Int = 1, height: Int = 50,
        within limit: Duration = .seconds(60), _ bus: PrivateBus
    ) async throws -> ScreenWord {
        var words: [ScreenWord] = []
        let scales = [3, 2, 4]
        // Each picture is read once in each size: to read it takes much longer than to take it.
        var readings: [String: Int] = [:]
        let found: ScreenWord? = try await Accessibility.poll(within: limit) {
            let picture = try await capture(bus, height: height)
            let reading = readings[picture, default: 0]
            guard reading < scales.count, try showsText(bus) else { return nil }
            readings[picture] = reading + 1
            words = try await capturedWords(bus, scale: scales[reading])
            if let former, words.contains(where: { $0.text.lowercased() == former.lowercased() }) { return nil }
            let found = words.filter { $0.text.lowercased() == text.lowercased() }
            return found.count >= places ? found.min { $0.x < $1.x } : nil
        }
        if let found { return found }
        throw Accessibility.AbsentError(description: "no word \(text) within \(limit), but \(words)")
    }

    /// Clicks somewhere.
    package func click(_ place: ScreenWord, button: Int = 1, _ bus: PrivateBus) async throws {
        let run = try await bus.run(
            "xdotool", "mousemove", "--sync", "\(place.x)", "\(place.y)", "click", "\(button)",
            with: ["DISPLAY": display])
        if run.exit != .status(0) { throw Accessibility.AbsentError(description: "xdotool: \(run)") }
    }
}
