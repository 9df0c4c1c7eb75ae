import Testing
import TodayHost

@Suite struct RemoteFormTests {
    @Test(arguments: [
        (["Name": "nas", "Address": " me@nas "], ["nas", "Address=me@nas"]),
        (["Name": "nas", "Address": "me@nas", "User": "me"], ["nas", "Address=me@nas"]),
        (["Name": "-h", "Address": "--help"], ["-h", "Address=--help"]),
        (["Name": "A=b", "Address": "Topic=a"], ["A=b", "Address=Topic=a"]),
        (
            ["Name": "home", "Address": "mqtt://a"],
            ["home", "Address=mqtt://a", "Discovery=homeassistant", "User="]
        ),
        (
            ["Name": "home", "Address": "mqtt://a", "Discovery": "false", "User": "a=b"],
            ["home", "Address=mqtt://a", "User=a=b"]
        ),
    ])
    func inputIsNeverAnOptionOrAnotherKey(_ values: [String: String], _ words: [String]) {
        var form = RemoteForm()
        for (key, text) in values { form.set(text, for: key) }
        #expect(form.submit() == nil)
        #expect(form.addition == ["remote", "add", "--"] + words)
    }

    @Test func whatIsMissingIsNamed() {
        var form = RemoteForm()
        #expect(!form.hasInput && form.submit() == "Name")
        form.set("nas", for: "Name")
        #expect(form.hasInput && form.submit() == "Address" && form.fields[1].fault == "Required")
    }

    @Test func aRefusalIsAtItsField() {
        var form = RemoteForm()
        #expect(form.fail("Address: it is empty", isRefusal: true) == "Address")
        #expect(form.fields.map(\.fault) == [nil, "It is empty", nil, nil])
        #expect(form.fail("User: it is odd", isRefusal: true) == "User")
        #expect(form.fail(#""nas" is already there"#, isRefusal: true) == "Name")
        #expect(form.fields[0].fault == #""nas" is already there"#)
        // Input takes the refusal away.
        form.set("me@nas", for: "Address")
        #expect(form.fields[1].fault == nil)
        var other = RemoteForm()
        #expect(other.fail("cannot write bridge.conf: No space left on device", isRefusal: false) == "Name")
        #expect(other.fields.allSatisfy { $0.fault == nil })
    }

    @Test func onlyABrokerHasDevicesAndAUser() {
        for (address, keys) in [
            ("", ["Name", "Address"]), ("me@nas", ["Name", "Address"]),
            ("mqtts://", ["Name", "Address", "Discovery", "User"]),
        ] {
            var form = RemoteForm()
            form.set(address, for: "Address")
            #expect(form.fields.filter { form.isShown($0) }.map(\.key) == keys)
        }
    }
}
