import TodayCommands

await TodayControl.run()
