/// The version of this software.
public enum TodayVersion {
    public static let string = "0.1.0"
}
