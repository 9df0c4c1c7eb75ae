import Testing

@testable import NotificationCenter

private final class One: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.One"
    var content: WidgetContent { Text("one") }
}

private final class Two: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.Two"
    static let busName: String? = "org.example.App"
    static let objectPath: String? = "/two"
    var content: WidgetContent { Text("two") }
}

private final class Three: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.Three"
    static let busName: String? = "org.example.App"
    var content: WidgetContent { Text("three") }
}

private final class Same: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.Same"
    static let busName: String? = "org.example.App"
    var content: WidgetContent { Text("same") }
}

private final class Crooked: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.Crooked"
    static let objectPath: String? = "crooked"
    var content: WidgetContent { Text("crooked") }
}

@Suite struct BundleTests {
    private func places(_ types: [any NCWidgetProviding.Type], _ chosen: String?) throws -> [String] {
        try ProviderPlace.places(of: types, chosen: chosen).map { "\($0.identifier) \($0.busName) \($0.path)" }
    }

    @Test func theChosenOneIsProvidedWithThoseOfItsName() throws {
        let types: [any NCWidgetProviding.Type] = [One.self, Two.self, Three.self]
        #expect(try places(types, "org.example.One") == ["org.example.One org.example.One /org/example/One"])
        let both = ["org.example.Two org.example.App /two", "org.example.Three org.example.App /org/example/App"]
        #expect(try places(types, "org.example.Two") == both)
        #expect(try places(types, "org.example.Three") == both)
        #expect(try places(types, nil).count == 3)
        // A program of one widget is whichever the center says.
        #expect(try places([One.self], "org.example.X") == ["org.example.X org.example.X /org/example/X"])
    }

    @Test func whatCannotBeProvidedIsSaid() {
        func fault(_ types: [any NCWidgetProviding.Type], _ chosen: String? = nil) -> String? {
            do { _ = try ProviderPlace.places(of: types, chosen: chosen) } catch { return error.message }
            return nil
        }
        #expect(
            fault([One.self, Two.self], "org.example.X")
                == #"unknown widget "org.example.X"; this program has org.example.One, org.example.Two"#)
        #expect(fault([Three.self, Same.self])?.contains("have the same object, /org/example/App") == true)
        #expect(fault([One.self, PlainWidget.self])?.contains("needs a widgetIdentifier") == true)
        #expect(fault([Crooked.self]) == "\"crooked\" isn't an object path")
    }
}
