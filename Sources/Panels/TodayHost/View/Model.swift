// The types of a view are in the model, so `import TodayHost` alone imports both.
@_exported public import TodayModel
