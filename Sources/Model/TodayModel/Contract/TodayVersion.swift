/// The version of this software.
public enum TodayVersion {
    public static let string = "0.2.0"
}
