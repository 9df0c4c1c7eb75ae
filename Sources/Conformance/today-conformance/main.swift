import TodayConformance

await ConformanceProgram.run()
