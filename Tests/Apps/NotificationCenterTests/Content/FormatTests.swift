import NotificationCenter
import Testing

@Suite struct FormatTests {
    @Test(arguments: [
        (0.5, "50.0%"), (0, "0.0%"), (1, "100.0%"), (0.12345, "12.3%"), (0.99999, "100.0%"), (-0.0301, "-3.0%"),
        (0.0005, "0.1%"),
    ]) func percentagesHaveOneDecimal(_ share: Double, _ text: String) { #expect(NCFormat.percent(share) == text) }

    @Test func percentagesOfAnythingAreNoTrap() {
        #expect(NCFormat.percent(0.5, decimals: 0) == "50%")
        #expect(NCFormat.percent(0.123456, decimals: 3) == "12.346%")
        #expect(NCFormat.percent(.nan) == "nan%")
        #expect(NCFormat.percent(.infinity) == "inf%")
        #expect(NCFormat.percent(1e300).hasSuffix("%"))
        #expect(NCFormat.percent(0.5, decimals: -4) == "50%")
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 KB"), (1499, "1 KB"), (1500, "2 KB"),
        (999_499, "999 KB"), (999_500, "1 MB"), (1_540_000, "1.5 MB"), (999_949_999, "999.9 MB"),
        (999_950_000, "1 GB"), (499_963_174_912, "499.96 GB"), (1_050_000_000, "1.05 GB"), (1_100_000_000, "1.1 GB"),
        (2_000_398_934_016, "2 TB"), (UInt64.max, "18.45 EB"),
    ]) func byteCountsAreThoseOfFiles(_ bytes: UInt64, _ text: String) { #expect(NCFormat.byteCount(bytes) == text) }

    @Test(arguments: [
        (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KiB"), (1_048_575, "1 MiB"), (1_572_864, "1.5 MiB"),
        (499_963_174_912, "465.63 GiB"), (3 << 30, "3 GiB"), (UInt64.max, "16 EiB"),
    ]) func binaryUnitsAreOf1024(_ bytes: UInt64, _ text: String) {
        #expect(NCFormat.byteCount(bytes, binary: true) == text)
    }
}
