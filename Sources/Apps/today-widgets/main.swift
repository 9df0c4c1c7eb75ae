import TodayWidgets

WidgetsProgram.run()
