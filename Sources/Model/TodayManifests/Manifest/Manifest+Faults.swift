package import TodayModel
extension Manifest {
    /// Returns all faults of a manifest, for its author; ``parse(_:identifier:locale:)`` stops at the first fault.
    /// Values for other languages are checked too.
    ///
    /// - Returns: The faults in line order.
    package static func faults(in text: String, identifier: WidgetIdentifier) -> [ManifestFault] {
        var locales: Set<String> = []
        let found = faults(in: text, identifier, locale: nil)
        let sound = text.withoutLines(Set(found.map(\.line)))
        for group in (try? DesktopEntry.groups(in: sound, where: ManifestReader.isGroup)) ?? [] {
            for line in group.lines { if let locale = line.locale { locales.insert(locale.description) } }
        }
        return locales.reduce(into: Set(found)) { all, locale in
            all.formUnion(faults(in: sound, identifier, locale: locale))
        }.sorted { ($0.line, $0.key ?? "", $0.message) < ($1.line, $1.key ?? "", $1.message) }
    }

    /// Returns the faults for one language. A wrong line is removed, then the rest is parsed again.
    private static func faults(in text: String, _ identifier: WidgetIdentifier, locale: String?) -> [ManifestFault] {
        var faults: [ManifestFault] = []
        var wrong: Set<Int> = []
        while faults.count < maximumFaults {
            let rest = text.withoutLines(wrong)
            do {
                _ = try parse(rest, identifier: identifier, locale: locale)
                return faults
            } catch {
                // A removed line can't report another fault.
                guard wrong.insert(error.line).inserted else { return faults }
                faults.append(error)
                // Without the header of a group, the lines after it are meaningless.
                if text.line(error.line).hasPrefix("[") { return faults }
            }
        }
        return faults
    }

    /// More faults than this help no reader.
    private static let maximumFaults = 50

    /// Returns the unknown keys of the groups `[Widget]` and `[Setting KEY]`, each with its line. Keys of other
    /// projects begin with `X-`.
    package static func unknownKeys(in text: String) -> [(line: Int, key: String)] {
        let groups = (try? DesktopEntry.groups(in: text, allowingDoubles: true, where: ManifestReader.isGroup)) ?? []
        return groups.flatMap { group in
            let isSetting = group.name != ManifestReader.group
            return group.lines.filter { line in
                !line.key.hasPrefix("X-") && !(isSetting ? SettingGroup.isKnown(line.key) : isKnown(line.key))
            }
        }.map { ($0.number, $0.key) }
    }

    /// Returns the line of a key without a locale; nil if the key is missing.
    package static func line(of key: String, in text: String) -> Int? {
        let lines = (try? DesktopEntry.lines(of: "Widget", in: text, allowingDoubles: true)) ?? []
        return lines.first { $0.key == key && $0.locale == nil }?.number
    }
}

extension String {
    /// Returns the same text with these lines emptied, counted from 1. The other lines keep their numbers.
    fileprivate func withoutLines(_ numbers: Set<Int>) -> String {
        if numbers.isEmpty { return self }
        let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().map { numbers.contains($0.offset + 1) ? "" : String(Substring($0.element)) }
            .joined(separator: "\n")
    }

    fileprivate func line(_ number: Int) -> String {
        let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(number - 1) else { return "" }
        return String(Substring(lines[number - 1].drop { $0 == 0x20 || $0 == 0x09 }))
    }
}
