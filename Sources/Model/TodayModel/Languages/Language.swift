internal import CTodaySystem
internal import Synchronization
internal import TodayCLibrary

/// The language and the formats of what this process shows: those of a locale, or the locale `C` until ``use(_:)``.
///
/// Messages come from catalogs of gettext(3), `share/locale/LANGUAGE/LC_MESSAGES/today-center.mo` beside the folder of
/// the program. Without a catalog, a message is shown as it is written in the source.
package enum Language {
    private static let domain = "today-center"

    /// A locale; nil for `C`. Threads may share the pointer, because this code never changes or frees a locale.
    struct Current: @unchecked Sendable {
        var locale: locale_t?
    }

    private struct State: Sendable {
        var current = Current()
        var known: [String: Current] = [:]
    }

    private static let state = Mutex(State())

    /// Makes this process use the language and the formats of a locale. If the system doesn't have the locale, the
    /// process uses `C`.
    ///
    /// - Parameter locale: a POSIX name, such as `de_DE.UTF-8` or `de_DE`. Nil for the locale of the environment.
    package static func use(_ locale: String? = nil) {
        let name = locale.map(inUTF8) ?? ""
        state.withLock { state in
            if let known = state.known[name] { return state.current = known }
            if state.known.isEmpty { bind() }
            let locale = csystem_locale(name)
            let current = Current(locale: isPlain(locale) ? nil : locale)
            state.known[name] = current
            state.current = current
        }
    }

    static var current: Current { state.withLock { $0.current } }

    /// Whether the messages are written from right to left. Their catalog says it, because `LANGUAGE` may choose a
    /// catalog of another language than the locale's.
    // Translators: the direction in which your language is written: ltr (from left to right) or rtl.
    package static var isRightToLeft: Bool { trc("direction", "ltr") == "rtl" }

    /// Joins names to a list.
    package static func list(_ names: [String]) -> String {
        // Translators: a list of names, and one more name.
        names.dropFirst().reduce(names.first ?? "") { tr("{names}, {name}", ["names": $0, "name": $1]) }
    }

    /// Adds the encoding to a name that has none. Without it, glibc would choose the one of the 1990s.
    private static func inUTF8(_ name: String) -> String {
        if name.isEmpty || name == "C" || name == "POSIX" || name.utf8.contains(UInt8(ascii: ".")) { return name }
        let end = name.utf8.firstIndex(of: UInt8(ascii: "@")) ?? name.endIndex
        return name[..<end] + ".UTF-8" + name[end...]
    }

    /// Whether a locale is `C`, with any encoding, and so needs no lookup.
    private static func isPlain(_ locale: locale_t?) -> Bool {
        guard let locale else { return true }
        let name = String(cString: csystem_language(locale))
        return name == "C" || name.utf8.starts(with: "C.".utf8)
    }

    /// Names the folder of the catalogs.
    private static func bind() {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { return }
        let program = String(decoding: bytes[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // <prefix>/bin/<program> and <prefix>/share/locale.
        let slash = UInt8(ascii: "/")
        guard let name = program.utf8.lastIndex(of: slash), let folder = program[..<name].utf8.lastIndex(of: slash)
        else { return }
        csystem_bind_messages(domain, program[..<folder] + "/share/locale")
    }

    // MARK: Messages

    /// Returns the translation of a message; nil if the language is English or the catalog doesn't have it.
    ///
    /// - Parameter key: the message, or its context, U+0004, and the message.
    static func translation(_ key: UnsafePointer<CChar>) -> String? {
        guard let locale = current.locale else { return nil }
        let text = csystem_translate(locale, domain, key)
        return text == key ? nil : text.map { String(cString: $0) }
    }

    /// Returns the form of a message for a number.
    static func translation(_ one: UnsafePointer<CChar>, _ many: UnsafePointer<CChar>, _ count: Int) -> String? {
        guard let locale = current.locale else { return nil }
        let text = csystem_translate_plural(locale, domain, one, many, UInt(count.magnitude))
        return text == one || text == many ? nil : text.map { String(cString: $0) }
    }
}
