import Testing

@testable import TodayService
import TodayServiceRules

@Suite struct TokenBucketTests {
    private static let second: UInt64 = 1_000_000_000

    private static func hasToken(_ bucket: TokenBucket, _ now: UInt64) -> Bool {
        var copy = bucket
        return copy.hasToken(at: now)
    }

    @Test func aBurstThenTheRate() {
        var bucket = TokenBucket(burst: 3, perSecond: 10, at: 5)
        for _ in 0..<3 {
            #expect(Self.hasToken(bucket, 5))
            bucket.consume(at: 5)
        }
        let tenth = Self.second / 10
        #expect(!Self.hasToken(bucket, 5))
        #expect(bucket.nextToken == 5 + tenth)
        #expect(!Self.hasToken(bucket, 4 + tenth))
        #expect(Self.hasToken(bucket, 5 + tenth))
    }

    @Test func itHoldsNoMoreThanTheBurst() {
        var bucket = TokenBucket(burst: 2, perSecond: 10, at: 0)
        bucket.consume(at: 0)
        for _ in 0..<2 {
            #expect(Self.hasToken(bucket, .max))
            bucket.consume(at: .max)
        }
        #expect(!Self.hasToken(bucket, .max))
        #expect(bucket.nextToken == .max)
    }

    @Test func anotherRateCountsFromWhenItIsSet() {
        var bucket = TokenBucket(burst: 1, perSecond: 1, at: 0)
        bucket.consume(at: 0)
        bucket.setRate(perSecond: 10, at: Self.second / 2)
        #expect(bucket.nextToken == Self.second / 2 + Self.second / 20)
        bucket.setRate(perSecond: 1, at: Self.second / 2)
        #expect(bucket.nextToken == Self.second)
    }

    @Test func aTakenPartIsNotOwed() {
        var bucket = TokenBucket(burst: 1, perSecond: 1, at: 0)
        bucket.consume(at: 0)
        bucket.consume(at: Self.second / 2)
        #expect(bucket.nextToken == Self.second / 2 + Self.second)
    }

    @Test func aClockThatStepsBackFillsNothing() {
        var bucket = TokenBucket(burst: 1, perSecond: 1, at: Self.second)
        bucket.consume(at: Self.second)
        #expect(!Self.hasToken(bucket, 0))
        #expect(bucket.nextToken == 2 * Self.second)
    }

    @Test func aRateThatDividesNoSecondIsRoundedUp() {
        var bucket = TokenBucket(burst: 1, perSecond: 3, at: 0)
        bucket.consume(at: 0)
        #expect(!Self.hasToken(bucket, bucket.nextToken - 1))
        #expect(Self.hasToken(bucket, bucket.nextToken))
    }
}
