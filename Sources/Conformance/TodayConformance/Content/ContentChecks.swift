/// The checks of a program that reads content: the cases, one after another.
struct ContentChecks {
    /// The program and its arguments.
    let command: [String]

    /// Returns a check for each case.
    func all(_ specification: Specification) throws -> [Check] {
        let subject = LineSubject(command)
        return try ContentCase.all(in: specification.cases + "/content").map { tried in
            Check(tried.rules, title: tried.title) { try await Self.check(tried, subject) }
        }
    }

    private static func check(_ tried: ContentCase, _ subject: LineSubject) async throws {
        func fail(_ expected: String, _ seen: String) -> Failure {
            Failure(given: tried.request, expected: expected, seen: seen)
        }
        let reply = try await reply(to: tried.request, of: subject)
        guard let isValid = reply["valid"]?.boolean else {
            throw fail("an object with valid, true or false", String(reply.source))
        }
        switch tried.expected {
        case .refused(let place):
            if isValid { throw fail("refused\(place.map { ", at \"\($0)\"" } ?? "")", "taken") }
            let path = reply["path"]?.string
            if let place, path != place {
                throw fail("refused, at \"\(place)\"", "refused, " + (path.map { "at \"\($0)\"" } ?? "without a path"))
            }
        case .taken(let canonical, let text):
            if !isValid { throw fail("taken", "refused\(reply["path"]?.string.map { ", at \"\($0)\"" } ?? "")") }
            if let text {
                guard let seen = reply["text"]?.string else { throw fail(text, "no text") }
                if seen != text { throw fail(text, seen) }
            }
            guard let canonical else { return }
            guard let seen = reply["content"] else { throw fail(canonical, "no content") }
            if seen.normal != canonical { throw fail(canonical, seen.normal) }
            if !tried.isReadAgain { return }
            let again = try await Self.reply(to: tried.request(String(seen.source)), of: subject)["content"]
            if again?.normal != canonical {
                throw Failure(
                    given: tried.request(String(seen.source)), expected: canonical, seen: again?.normal ?? "no content")
            }
        }
    }

    private static func reply(to request: String, of subject: LineSubject) async throws -> JSONText {
        let line = try await subject.answer(to: request)
        do throws(JSONText.Fault) { return try JSONText(line) } catch {
            throw Failure(given: request, expected: "an object in JSON", seen: "\(line)\n\(error)")
        }
    }
}
