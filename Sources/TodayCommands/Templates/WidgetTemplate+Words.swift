extension WidgetTemplate {
    /// The words of a name, from which the others are made.
    struct Words: Equatable {
        /// Each begins with a letter or a digit, the first with a letter.
        let all: [String]

        /// Why no names can be made.
        struct Fault: Error, CustomStringConvertible { let description: String }

        init(_ name: String) throws(Fault) {
            let quoted = name.debugDescription
            let isPlain = name.unicodeScalars.allSatisfy { scalar in
                let character = Character(scalar)
                return scalar.isASCII
                    && (character.isLetter || character.isNumber || character == " " || character == "-")
            }
            guard isPlain else { throw Fault(description: "name: \(quoted) has more than A-Z a-z 0-9, spaces and -") }
            let words = name.split { $0 == " " || $0 == "-" }.map(String.init)
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
