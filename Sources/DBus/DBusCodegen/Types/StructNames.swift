/// The names of a struct and its fields, written as `Session(identifier, user: User(number, name))`.
struct StructNames: Equatable {
    struct Field: Equatable {
        let name: String
        /// The names of the struct that the field is, or contains.
        let type: StructNames?
    }

    let name: String
    let fields: [Field]

    init(_ text: String) throws(CodegenError) {
        var parser = Parser(rest: Substring(text))
        self = try parser.structNames(depth: 0)
        guard parser.rest.isEmpty else { throw parser.fault }
    }

    private init(name: String, fields: [Field]) {
        self.name = name
        self.fields = fields
    }

    private struct Parser {
        var rest: Substring

        var fault: CodegenError {
            CodegenError(
                "struct names are written as Name(field, field: Other(field)); the error is at "
                    + "\(String(rest).debugDescription)")
        }

        mutating func structNames(depth: Int) throws(CodegenError) -> StructNames {
            let name = try word()
            guard depth < 32, skip("(") else { throw fault }
            var fields: [Field] = []
            repeat {
                let field = try word(isField: true)
                fields.append(Field(name: field, type: skip(":") ? try structNames(depth: depth + 1) : nil))
            } while skip(",")
            guard skip(")") else { throw fault }
            return StructNames(name: name, fields: fields)
        }

        private mutating func word(isField: Bool = false) throws(CodegenError) -> String {
            skipSpace()
            let word = rest.prefix { $0 == "_" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
            guard let first = word.first, !first.isNumber, word != "_" || isField else { throw fault }
            rest = rest.dropFirst(word.count)
            skipSpace()
            return String(word)
        }

        private mutating func skip(_ character: Character) -> Bool {
            skipSpace()
            guard rest.first == character else { return false }
            rest = rest.dropFirst()
            skipSpace()
            return true
        }

        private mutating func skipSpace() { rest = rest.drop { $0 == " " } }
    }
}
