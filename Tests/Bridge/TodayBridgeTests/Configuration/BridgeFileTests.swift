import Testing
import TodayBridgeRules
import TodayManifests

struct BridgeFileTests {
    private static let text = """
        # My machines.

        # Upstairs.
        [Host nas]
        Address=me@nas

        # Downstairs.
        [Host desk]
        Address=me@desk

        """

    @Test func aGroupIsAddedAfterAnEmptyLine() {
        var file = BridgeFile(Self.text)
        let group = BridgeFile.group(
            .broker, "home", [(key: "Address", value: "mqtts://home"), ("User", ""), ("Name", " a\\b\nc ")])
        file.add(group)
        #expect(file.text == Self.text + "\n[Broker home]\nAddress=mqtts://home\nName=\\sa\\\\b\\nc\\s\n")
        var empty = BridgeFile("")
        empty.add(group)
        #expect(empty.text == group)
    }

    @Test func aGroupIsRemovedWithItsComment() {
        var file = BridgeFile(Self.text)
        let first = file.remove("nas")
        #expect(first)
        #expect(file.text == "# My machines.\n\n# Downstairs.\n[Host desk]\nAddress=me@desk\n")
        let again = file.remove("nas")
        #expect(!again)
        let last = file.remove("desk")
        #expect(last)
        #expect(file.text == "# My machines.\n")
    }

    @Test func whatIsAddedIsRead() {
        var file = BridgeFile(Self.text)
        file.add(BridgeFile.group(.broker, "home", [(key: "Address", value: "mqtts://home"), ("User", "a\\ b")]))
        let configuration = BridgeConfiguration(file.text)
        #expect(configuration.faults.isEmpty)
        #expect(configuration.brokers.first?.user == "a\\ b")
        #expect(configuration.kinds == ["nas": .host, "desk": .host, "home": .broker])
    }
}
