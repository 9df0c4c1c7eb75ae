import Testing
import TodayModel

@Suite("URLs")
struct WidgetURLTests {
    @Test(arguments: [
        ("simpleTimer://finished", "simpletimer"),
        ("https://example.org", "https"),
        ("HTTPS://user:pw@example.org:8080/a/b%20c?q=1&r=%5B#frag", "https"),
        ("http://[2001:db8::1]:80/", "http"),
        ("mailto:someone@example.org", "mailto"),
        ("file:///home/user/a.txt", "file"),
        ("urn:isbn:0451450523", "urn"),
        ("x-app+y.z:", "x-app+y.z"),
        ("tel:+1-201-555-0123", "tel"),
        ("javascripts:a", "javascripts"),
        ("view-source:https://example.org/", "view-source"),
        ("View-Source:mailto:javascript:x", "view-source"),
        ("view-source:x/javascript:y", "view-source"),
        ("view-source:", "view-source"),
        ("x-app:javascript:y", "x-app"),
    ])
    func accepted(_ string: String, _ scheme: String) throws {
        let url = try WidgetURL(string)
        #expect(url.string == string)
        #expect(url.scheme == scheme)
        #expect(url.isFile == (scheme == "file"))
    }

    @Test(arguments: [
        ("", "it does not start with a scheme, so it is not absolute"),
        ("/path", "it does not start with a scheme, so it is not absolute"),
        ("//example.org/", "it does not start with a scheme, so it is not absolute"),
        ("1http://example.org", "it does not start with a scheme, so it is not absolute"),
        ("ht tp://example.org", "it does not start with a scheme, so it is not absolute"),
        (" https://example.org", "it does not start with a scheme, so it is not absolute"),
        ("javascript:alert(1)", "javascript: is not allowed"),
        ("JavaScript:alert(1)", "javascript: is not allowed"),
        ("DATA:text/html,x", "data: is not allowed"),
        ("view-source:javascript:alert(1)", "javascript: is not allowed"),
        ("VIEW-source:JavaScript:alert(1)", "javascript: is not allowed"),
        ("view-source:view-source:VIEW-SOURCE:data:,x", "data: is not allowed"),
        ("feed:javascript:x", "javascript: is not allowed"),
        ("jar:view-source:Data:,x", "data: is not allowed"),
        ("https:", "it has no host"),
        ("https:///path", "it has no host"),
        ("http://user@/", "it has no host"),
        ("http://example.org:port/", "its port is not a number"),
        ("http://[::1/", "its host has [ without ]"),
        ("http://[::1]x/", "its host is malformed"),
        ("http://[]/", "its host is malformed"),
        ("x:a b", "it has \" \" where RFC 3986 does not allow it"),
        ("x:a\nb", "it has \"\\n\" where RFC 3986 does not allow it"),
        ("x:a#b#c", "it has \"#\" where RFC 3986 does not allow it"),
        ("x:?a[b]", "it has \"[\" where RFC 3986 does not allow it"),
        ("x:a%2", "it has a % without two hexadecimal digits"),
        ("x:a%zz", "it has a % without two hexadecimal digits"),
        ("x:ü", "it has a character that is not percent-encoded"),
        ("x:" + String(repeating: "a", count: 2047), "it is longer than 2048 bytes"),
    ])
    func refused(_ string: String, _ reason: String) {
        #expect {
            try WidgetURL(string)
        } throws: {
            guard let fault = $0 as? Fault else { return false }
            return fault.path.isEmpty && fault.message.hasSuffix(" is not a URL to open: " + reason)
        }
    }

    /// A file is one also where another scheme shows it.
    @Test(arguments: ["view-source:file:///etc/passwd", "View-Source:feed:FILE:/etc/passwd", "jar:file:///a!/b"])
    func wrappedFiles(_ string: String) throws {
        let url = try WidgetURL(string)
        #expect(url.isFile)
        #expect(url.localPath == nil)
    }

    @Test func longest() throws {
        _ = try WidgetURL("x:" + String(repeating: "a", count: 2046))
    }
}
