/// The name of a locale, `lang_COUNTRY.ENCODING@MODIFIER`. All parts but the language are optional. The encoding is
/// ignored.
struct LocaleName: Hashable, CustomStringConvertible {
    let language: String
    let country: String?
    let modifier: String?

    /// Reads a name; nil if it has no language. `C` and `POSIX` count as languages, but no key is written in them.
    init?(_ name: String) {
        let parts = name.utf8.split(separator: UInt8(ascii: "@"), maxSplits: 1)
        guard let first = parts.first, name.utf8.first != UInt8(ascii: "@") else { return nil }
        modifier = parts.count > 1 ? String(Substring(parts[1])) : nil
        guard let base = first.split(separator: UInt8(ascii: "."), maxSplits: 1).first else { return nil }
        let names = base.split(separator: UInt8(ascii: "_"), maxSplits: 1)
        guard let language = names.first else { return nil }
        self.language = String(Substring(language))
        country = names.count > 1 ? String(Substring(names[1])) : nil
    }

    var description: String {
        language + (country.map { "_\($0)" } ?? "") + (modifier.map { "@\($0)" } ?? "")
    }

    /// Returns how well a key of this locale serves a user of `wanted`: 0 is the best match, nil means that it doesn't
    /// match.
    ///
    /// The order of the Desktop Entry Specification, "Localized values for keys": with country and modifier, with
    /// country, with modifier, with neither.
    func rank(for wanted: LocaleName) -> Int? {
        guard language == wanted.language else { return nil }
        switch (country, modifier) {
        case (let country?, let modifier?):
            return country == wanted.country && modifier == wanted.modifier ? 0 : nil
        case (let country?, nil): return country == wanted.country ? 1 : nil
        case (nil, let modifier?): return modifier == wanted.modifier ? 2 : nil
        case (nil, nil): return 3
        }
    }
}
