extension WidgetTemplate {
    /// The words of a name in the letters A-Z. All other names are made from them.
    struct Words: Equatable {
        /// The words. Each begins with a letter or a digit, the first with a letter.
        let all: [String]

        /// The reason why no names can be made.
        struct Fault: Error, CustomStringConvertible { let description: String }

        init(_ name: String) throws(Fault) {
            let quoted = name.debugDescription
            guard let plain = Transliteration.ascii(name) else {
                throw Fault(description: "name: \(quoted) can contain only letters, digits, spaces and hyphens")
            }
            let words = plain.unicodeScalars.split { $0 == " " || $0 == "-" }.map { String($0) }
            guard let first = words.first?.first else { throw Fault(description: "name: \(quoted) has no letter") }
            guard first.isLetter else { throw Fault(description: "name: \(quoted) does not begin with a letter") }
            guard name.utf8.count <= 100 else { throw Fault(description: "name: \(quoted) is longer than 100 bytes") }
            all = words
        }

        /// `TeaTime`
        var camel: String { all.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

        /// `tea-time`
        var kebab: String { all.map { $0.lowercased() }.joined(separator: "-") }
    }
}
