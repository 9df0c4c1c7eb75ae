internal import DBus

/// A setting of a widget, which the user can change. The manifest or the definition declares it.
///
/// ```swift
/// final class Weather: NCWidgetProviding {
///     enum Unit: String { case celsius, fahrenheit }
///
///     @NCSetting("City") var city = "Athens"
///     @NCSetting("Unit") var unit = Unit.celsius
///     @NCSetting("Days") var days = 3
/// }
/// ```
///
/// Each instance of a widget has its own object and its own values. When the user changes a value, the center updates
/// the widget at once, with the reason `settings` and the new values. The value in the source applies until the center
/// sends one: in ``NCWidgetProviding/init()``, with `--print`, and if the center has no setting with this name and
/// type.
@WidgetActor
@propertyWrapper
public struct NCSetting<Value: Sendable> {
    /// The key of the setting: the text after `Setting` in the manifest's group.
    public let key: String
    private let standard: Value
    private let read: @Sendable (NCValue) -> Value?

    private init(_ key: String, _ standard: Value, _ read: @escaping @Sendable (NCValue) -> Value?) {
        self.key = key
        self.standard = standard
        self.read = read
    }

    /// Makes a setting of the type `string`, `choice`, `color-role`, `file` or `folder`.
    public init(wrappedValue: String, _ key: String) where Value == String { self.init(key, wrappedValue, \.string) }

    /// Makes a setting of the type `choice` or `color-role` from an enumeration of its words. For any other word, the
    /// value in the source applies.
    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == String {
        self.init(key, wrappedValue) { $0.string.flatMap(Value.init(rawValue:)) }
    }

    /// Makes a setting of the type `integer`.
    public init(wrappedValue: Int, _ key: String) where Value == Int { self.init(key, wrappedValue, \.integer) }

    /// Makes a setting of the type `number`.
    public init(wrappedValue: Double, _ key: String) where Value == Double { self.init(key, wrappedValue, \.number) }

    /// Makes a setting of the type `boolean`.
    public init(wrappedValue: Bool, _ key: String) where Value == Bool { self.init(key, wrappedValue, \.boolean) }

    /// Reads the setting of a widget.
    public static subscript<Widget: NCWidgetProviding>(
        _enclosingInstance widget: Widget, wrapped _: KeyPath<Widget, Value>, storage storage: KeyPath<Widget, Self>
    ) -> Value {
        let setting = widget[keyPath: storage]
        let value = widget.extensionContext?.current.settings[setting.key].flatMap { NCValue($0) }
        return value.flatMap(setting.read) ?? setting.standard
    }

    /// Only a widget has settings.
    @available(*, unavailable, message: "NCSetting is only for properties of a class that adopts NCWidgetProviding")
    public var wrappedValue: Value { standard }
}
