import TodayModel

/// Prints each of its arguments as a number of bytes, in the language of the environment.
@main enum LanguageProbe {
    static func main() {
        Language.use()
        for count in CommandLine.arguments.dropFirst().compactMap({ Int($0) }) {
            print(trn("{count} byte", "{count} bytes", count))
        }
    }
}
