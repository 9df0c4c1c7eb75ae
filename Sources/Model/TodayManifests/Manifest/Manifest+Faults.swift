package import TodayModel
extension Manifest {
    /// All that is wrong with a manifest, for whoever writes one; ``parse(_:identifier:locale:)`` stops at the first
    /// fault. Values for other languages are looked at too.
    ///
    /// - Returns: the faults in the order of their lines.
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

    /// The faults for one language. A line that is wrong is taken out, and what is left is parsed again.
    private static func faults(in text: String, _ identifier: WidgetIdentifier, locale: String?) -> [ManifestFault] {
        var faults: [ManifestFault] = []
        var wrong: Set<Int> = []
        while faults.count < maximumFaults {
            let rest = text.withoutLines(wrong)
            do {
                _ = try parse(rest, identifier: identifier, locale: locale)
                return faults
            } catch {
                // Of a line that was taken out there is nothing more to say.
                guard wrong.insert(error.line).inserted else { return faults }
                faults.append(error)
                // Without the head of a group nothing that follows makes sense.
                if text.line(error.line).hasPrefix("[") { return faults }
            }
        }
        return faults
    }

    /// Nobody reads more.
    private static let maximumFaults = 50

    /// The keys of the groups `[Widget]` and `[Setting KEY]` that mean nothing, each with its line. Those of others begin
    /// with `X-`.
    package static func unknownKeys(in text: String) -> [(line: Int, key: String)] {
        let groups = (try? DesktopEntry.groups(in: text, allowingDoubles: true, where: ManifestReader.isGroup)) ?? []
        return groups.flatMap { group in
            let isSetting = group.name != ManifestReader.group
            return group.lines.filter { line in
                !line.key.hasPrefix("X-") && !(isSetting ? SettingGroup.isKnown(line.key) : isKnown(line.key))
            }
        }.map { ($0.number, $0.key) }
    }

    /// The line of a key without a locale; nil when the key is not there.
    package static func line(of key: String, in text: String) -> Int? {
        let lines = (try? DesktopEntry.lines(of: "Widget", in: text, allowingDoubles: true)) ?? []
        return lines.first { $0.key == key && $0.locale == nil }?.number
    }
}

extension String {
    /// The same text with nothing on these lines, counted from 1. The others keep their numbers.
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
