"""Acts like an app in a sandbox: registers, fills, hides and removes a widget, and provides two others."""
import todaycenter as today

NOTE = "org.example.App.Note"
today.register(NOTE, name="Note", containing_app="org.example.App")
print(today.push(NOTE, "hi"), flush=True)
today.set_has_content(NOTE, False)
for wrong in (lambda: today.open_url(NOTE, "file:///etc/passwd"), lambda: today.push("org.example.Other", "hi")):
    try:
        wrong()
    except today.Error as error:
        print(error.name, flush=True)
today.unregister(NOTE)
print("done", flush=True)


def show(context):
    return f"{context.identifier} {context.reason}"


app = today.Widget("org.example.App", name="App", containing_app="org.example.App")
app.update(show)
installed = today.Widget("org.example.App.Installed", containing_app="org.example.App")
installed.update(show)
installed.start()
app.run()
