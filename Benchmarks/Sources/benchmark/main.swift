// Runs services and their rivals in turn, each round on a bus of its own, and prints tables of medians and ratios.
import Foundation

let usage = """
    USAGE: benchmark [binding|center|growth|all] [--rounds N] [--quick] [--todayd PATH]

    Compares this project's D-Bus binding and its service with programs that do the
    same work with other libraries. It builds nothing: before, run
      swift build -c release                                           here
      swift build -c release --static-swift-stdlib --product todayd    in the folder above

    SUBJECTS:
      binding        One service on bare libdbus, sd-bus, GDBus, python-dbus and ours
      center         todayd against C programs that do as much of its work
      growth         How the figures grow from 10 to 500 widgets and 1 to 16 panels
      all            All three (default)

    A verdict is "unsure" when the middle half of the rounds lies on both sides of a
    limit: the machine is too busy, or the rounds are too few, to tell.

    OPTIONS:
      --rounds N     How often everything is measured (default: 9)
      --quick        3 rounds with a tenth of the calls: to see that it works
      --todayd PATH  The service (default: ../.build/release/todayd)
      -h, --help     Show this help

    EXIT STATUS:
      0   all was measured, whether or not the targets were reached
      1   something that is needed is missing
      64  a bad command line

    """

func end(_ text: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("benchmark: \(text)\n".utf8))
    exit(status)
}

var subject = "all"
var rounds: Int?
var isQuick = false
var todayd = "../.build/release/todayd"
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "binding", "center", "growth", "all": subject = argument
    case "--rounds":
        guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else {
            end("--rounds needs a number above 0", EX_USAGE)
        }
        rounds = number
    case "--quick": isQuick = true
    case "--todayd":
        guard let path = arguments.popFirst() else { end("--todayd needs a path", EX_USAGE) }
        todayd = path
    case "-h", "--help":
        print(usage, terminator: "")
        exit(EXIT_SUCCESS)
    default: end("unknown argument \(argument); see --help", EX_USAGE)
    }
}
do {
    let count = rounds ?? (isQuick ? 3 : 9)
    let scale = isQuick ? 0.1 : 1
    if subject == "binding" || subject == "all" { try BindingBenchmark(rounds: count, scale: scale).run() }
    if subject == "center" || subject == "all" {
        try CenterBenchmark(rounds: count, scale: scale, todayd: todayd).run()
    }
    if subject == "growth" || subject == "all" {
        try GrowthBenchmark(rounds: count, scale: scale, todayd: todayd).run()
    }
} catch let trouble as Trouble {
    end(trouble.text, EXIT_FAILURE)
} catch {
    end("\(error)", EXIT_FAILURE)
}
