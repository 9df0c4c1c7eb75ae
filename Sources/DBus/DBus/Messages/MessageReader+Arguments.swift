extension MessageReader {
    /// Reads the arguments of a call, a reply or a signal. An error names the argument.
    ///
    /// - Parameter word: the word for them in errors.
    mutating func readArguments<each Value: DBusType>(
        _ word: StaticString = "argument"
    ) throws(UnmarshallingError) -> (repeat each Value) {
        var index = 0
        do throws(UnmarshallingError) {
            return (repeat try readArgument((each Value).self, &index))
        } catch {
            throw error.at(Argument.place(index, "\(word)", declared))
        }
    }

    private mutating func readArgument<Value: DBusType>(
        _ type: Value.Type, _ index: inout Int
    ) throws(UnmarshallingError) -> Value {
        let value = try Value(from: &self)
        index += 1
        return value
    }
}

extension Argument {
    /// Returns the text that identifies an argument in an error.
    static func place(_ index: Int, _ word: String, _ declared: [Argument]) -> String {
        guard declared.indices.contains(index) else { return "\(word) \(index)" }
        return "\(word) \(index) (\(declared[index].name))"
    }

    /// Returns an error for the argument that has another type, is missing, or is extra; nil when they all match.
    static func mismatch(
        _ expected: String, _ found: String, _ word: String = "argument", _ declared: [Argument] = []
    ) -> UnmarshallingError? {
        let (wanted, given) = (Signature(unchecked: expected).completeTypes, Signature(unchecked: found).completeTypes)
        for index in 0..<max(wanted.count, given.count) {
            let want = index < wanted.count ? wanted[index].rawValue : "the end"
            let found = index < given.count ? given[index].rawValue : ""
            if want == found { continue }
            return UnmarshallingError(expected: want, found: found).at(place(index, word, declared))
        }
        return nil
    }
}

/// Returns the index of the value that can't be sent, for use after a failure; nil when each can be sent, but not all
/// together.
func indexOfUnsendable<each Value: DBusArgument>(_ values: repeat each Value) -> Int? {
    var index = 0
    for value in repeat each values {
        var writer = MessageWriter()
        do throws(MarshallingError) { try value.write(to: &writer) } catch { return index }
        index += 1
    }
    return nil
}

extension Message {
    /// Makes a call or a signal. An error names the method or signal, and the argument.
    static func makeNamed<each Value: DBusArgument>(
        _ header: MessageHeader, _ values: repeat each Value
    ) throws(MarshallingError) -> Message {
        do throws(MarshallingError) { return try make(header, repeat each values) } catch {
            let argument = indexOfUnsendable(repeat each values).map { error.at("argument \($0)") } ?? error
            throw header.subject.map { argument.at("\($0)") } ?? argument
        }
    }
}
