import Testing
import TodayModel

@Suite("URLs of files in content")
struct FileURLTests {
    @Test(arguments: [
        (#"{"kind":"text","text":"a"}"#, nil),
        (#"{"kind":"text","text":"file:///a","url":"https://example.org/file:"}"#, nil),
        (
            #"{"kind":"text","text":"a","url":"File:///a"}"#,
            "url: \"File:///a\" names a file, but its sender is sandboxed"
        ),
        (
            #"{"kind":"row","children":[{"kind":"text","text":"a"},{"kind":"x","children":[{"kind":"y","url":"file:/a"}]}]}"#,
            "children[1].children[0].url: \"file:/a\" names a file, but its sender is sandboxed"
        ),
    ])
    func fault(_ json: String, _ message: String?) throws {
        #expect(try Content.parse(json: json).fileURLFault.map { "\($0)" } == message)
    }
}
