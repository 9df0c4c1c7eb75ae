import Testing
import TodayModel

@Suite("Hosts and files of URLs")
struct WidgetURLHostTests {
    @Test(arguments: [
        "::", "::1", "1::", "2001:db8::1", "1:2:3:4:5:6:7:8", "1::3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::ffff:192.0.2.1",
        "1:2:3:4:5:6:255.255.255.255", "ABCD:ef01::", "v1.a", "vF0.a:b!$&", "V7.~",
    ])
    func addresses(_ host: String) throws {
        let url = "http://user@[\(host)]:80/path"
        #expect(try WidgetURL(url).string == url)
    }

    @Test(arguments: [
        "", ":", "1", ":1", "1:", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::1::", "1:2:3:4:5:6:7::8", "12345::",
        "g::", "1.2.3.4", "::1.2.3", "::1.2.3.256", "::01.2.3.4", "::1.2.3.4:5", "1.2.3.4::", "fe80::1%25eth0", "v.a",
        "v1.", "v1", "vg.a", "v1.a/b", "x",
    ])
    func noAddresses(_ host: String) {
        #expect(throws: Fault.self) { try WidgetURL("http://[\(host)]/") }
    }

    @Test(arguments: [
        ("file:///a/b%20c", "/a/b c"), ("FILE:/a", "/a"), ("file://localhost/a", "/a"), ("file://LocalHost/a", "/a"),
        ("file:///%C3%A4%2f%25", "/ä/%"), ("file:///a?b#c", "/a"), ("file:///", "/"), ("file://elsewhere/a", nil),
        ("file://user@localhost/a", nil), ("file:a", nil), ("file:", nil), ("file://", nil), ("file:///a%00b", nil),
        ("file:///%ff", nil), ("https://localhost/a", nil), ("x-file:///a", nil),
    ])
    func localPath(_ string: String, _ path: String?) throws {
        #expect(try WidgetURL(string).localPath == path)
    }
}
