import Conformance

await ConformanceProgram.run()
