import Foundation

/// One measurement of all services over all rounds.
struct Row {
    let name: String
    let limits: [Limit]
    /// One value per round; the rounds of all services correspond.
    var samples: [Library: [Double]] = [:]

    /// Returns the row with other limits, and without the samples of a library.
    func without(_ library: Library, limits: [Limit]) -> Row {
        Row(name: name, limits: limits, samples: samples.filter { $0.key != library })
    }

    /// Returns our value divided by the rival's, in each round.
    ///
    /// The two values of a round were measured one after the other, so other load on the machine cancels out in most
    /// rounds.
    private func ratios(to library: Library) -> [Double]? {
        guard let ours = samples[.swift], let theirs = samples[library] else { return nil }
        // A rival without any cost has no ratio.
        return zip(ours, theirs).map { $0 / $1 }.filter(\.isFinite)
    }

    func ratio(to library: Library) -> Double? { ratios(to: library).flatMap(median) }

    /// Returns the median of the ratios, and the middle half of them.
    func ratioText(to library: Library) -> String {
        guard let sorted = ratios(to: library)?.sorted(), let middle = median(sorted) else { return "" }
        let (low, high) = (sorted[sorted.count / 4], sorted[sorted.count - 1 - sorted.count / 4])
        return String(format: " (%.2f; %.2f–%.2f)", middle, low, high)
    }

    /// Returns whether a limit is kept; nil if its rival was skipped.
    func keeps(_ limit: Limit) -> Bool? {
        switch limit {
        case .atLeast(let bound, let library): ratio(to: library).map { $0 >= bound }
        case .atMost(let bound, let library): ratio(to: library).map { $0 <= bound }
        case .atMostAbsolute(let bound): samples[.swift].flatMap(median).map { $0 <= bound }
        }
    }

    /// Returns whether the middle half of the rounds lies on both sides of a limit, so another run may give another
    /// result.
    private func isUnsure(_ limit: Limit) -> Bool {
        let (values, bound) =
            switch limit {
            case .atLeast(let bound, let library), .atMost(let bound, let library): (ratios(to: library), bound)
            case .atMostAbsolute(let bound): (samples[.swift], bound)
            }
        guard let sorted = values?.sorted(), !sorted.isEmpty else { return false }
        return sorted[sorted.count / 4] < bound && bound < sorted[sorted.count - 1 - sorted.count / 4]
    }

    var verdict: String {
        if limits.isEmpty { return "" }
        let missed = limits.filter { keeps($0) == false }
        let doubt = limits.contains(where: isUnsure) ? ", unsure" : ""
        if !missed.isEmpty {
            return "MISSED" + (limits.count > 1 ? ": " + missed.map(\.text).joined(separator: ", ") : "") + doubt
        }
        return limits.contains { keeps($0) == true } ? "ok" + doubt : "not measured"
    }
}

/// Prints measurements as a Markdown table whose columns also line up in a terminal.
func printTable(_ title: String, _ rows: [Row], rounds: Int) {
    let libraries = Library.allCases.filter { library in rows.contains { $0.samples[library] != nil } }
    var lines = [["", ours(libraries)] + libraries.dropFirst().map { "\($0.title) (ratio)" } + ["target", ""]]
    for row in rows {
        var cells = [row.name]
        for library in libraries {
            let value = row.samples[library].flatMap(median).map(\.measured) ?? "–"
            cells.append(value + (library == .swift ? "" : row.ratioText(to: library)))
        }
        lines.append(cells + [row.limits.map(\.text).joined(separator: ", "), row.verdict])
    }
    printMarkdown(
        "\(title), medians of \(rounds) rounds, ratio = ours / theirs with the middle half of the rounds", lines)
}

/// Prints lines of cells; the first line has the titles.
func printMarkdown(_ title: String, _ lines: [[String]]) {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    print("\n### \(title)\n")
    for (index, line) in lines.enumerated() {
        let cells = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        print("| " + cells.joined(separator: " | ") + " |")
        if index == 0 { print("|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|") }
    }
    // A table in a file is readable before the next one is measured.
    fflush(nil)
}

private func ours(_ libraries: [Library]) -> String { libraries.first?.title ?? "" }

func median(_ values: [Double]) -> Double? {
    if values.isEmpty { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

extension Double {
    /// The number without a needless fraction.
    var short: String { self == rounded() ? String(Int(self)) : String(format: "%g", self) }

    /// The number with about three digits.
    var measured: String { String(format: abs(self) >= 100 ? "%.0f" : abs(self) >= 10 ? "%.1f" : "%.2f", self) }
}
