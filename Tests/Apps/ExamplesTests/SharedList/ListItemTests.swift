import NotificationCenter
import Testing

@testable import SharedListKit

@Suite struct ListItemTests {
    @Test(arguments: [
        ("Milk", "sharedlist://item/Milk"), ("Rye bread", "sharedlist://item/Rye%20bread"),
        ("Käse/½ & 100 %", "sharedlist://item/K%C3%A4se%2F%C2%BD%20%26%20100%20%25"),
        ("-._~", "sharedlist://item/-._~"),
    ])
    func urls(_ title: String, _ url: String) throws {
        let item = try ListItem(title)
        #expect(item.url == url && ListItem(url: url) == item)
    }

    @Test func urlsOfOthersAreNone() throws {
        #expect(ListItem(url: "SharedList://Item/%6dilk") == (try ListItem("milk")))
        for url in [
            "sharedlist://item/", "sharedlist://item", "sharedlist://items/Milk", "http://item/Milk", "",
            "sharedlist://item/%", "sharedlist://item/%4", "sharedlist://item/%zz", "sharedlist://item/%ff",
            "sharedlist://item/%0A",
        ] { #expect(ListItem(url: url) == nil, "\(url)") }
    }

    @Test func titles() throws {
        #expect(try ListItem("  Rye bread ").title == "Rye bread")
        #expect(try ListItem(String(repeating: "ä", count: 100)).title.utf8.count == 200)
        for title in ["", "   ", "a\nb", "\u{7F}", "\u{85}", String(repeating: "a", count: 201)] {
            #expect(throws: ListError.self) { try ListItem(title) }
        }
    }

    @Test func theLongestURLIsAllowed() throws {
        let item = try ListItem(String(repeating: "€", count: 66))
        #expect(item.url.utf8.count <= Limits.urlBytes)
    }

    @Test func itemsStandInTheOrderInWhichTheyCame() {
        let values: [String: NCValue] = [
            "item.b": 3, "item.a": 3, "item.c": 1, "item.": 1, "item. d": 1, "item.e": "5", "other": 1, "item.f\n": 2,
        ]
        #expect(SharedList.items(in: values).map(\.title) == ["c", "a", "b"])
    }
}
