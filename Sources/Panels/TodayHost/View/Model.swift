// What a panel shows is of the model: `import TodayHost` alone has both.
@_exported public import TodayModel
