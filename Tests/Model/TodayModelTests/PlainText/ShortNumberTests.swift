import DBusTesting
import Foundation
import Testing

@testable import TodayModel

@Suite struct ShortNumberTests {
    @Test(
        arguments: [
            (0, "0"), (0.4, "0.4"), (-2.5, "-2.5"), (1234.5, "1234"), (12_345, "1.234e+04"), (0.00001, "1e-05"),
            (99_995, "1e+05"), (1e300, "1e+300"), (-.zero, "-0"),
        ] as [(Double, String)]) func examples(_ number: Double, _ text: String)
    {
        #expect(Language.shortNumber(number) == text)
    }

    /// Every number is as printf(1) writes it.
    @Test func asPrintfWritesIt() throws {
        var random = SeededRandom(seed: 4)
        let numbers = (0..<2000).map { _ in
            let number = Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
            return number.isFinite && Bool.random(using: &random)
                ? number : (Double.random(in: -1e6...1e6, using: &random) * 1000).rounded() / 1000
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["LC_ALL=C", "printf", "%.4g\\n"] + numbers.map { "\($0)" }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.split(separator: "\n").map { String($0) } == numbers.map { Language.shortNumber($0) })
    }
}
