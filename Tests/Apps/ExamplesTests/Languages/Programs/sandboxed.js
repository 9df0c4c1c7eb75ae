// Acts like an app in a sandbox: registers, fills, hides and removes a widget, and provides two others.
import {Widget, openURL, push, register, setHasContent, unregister} from './todaycenter.js';

const NOTE = 'org.example.App.Note', ContainingApp = 'org.example.App';

async function keepNote() {
    await register(NOTE, {Name: 'Note', ContainingApp});
    print(await push(NOTE, 'hi'));
    await setHasContent(NOTE, false);
    for (const wrong of [() => openURL(NOTE, 'file:///etc/passwd'), () => push('org.example.Other', 'hi')])
        await wrong().catch(error => print(error.name));
    await unregister(NOTE);
    print('done');
}

const update = context => `${context.Identifier} ${context.Reason}`;
keepNote().catch(logError);
const installed = new Widget('org.example.App.Installed', {ContainingApp}, {update});
installed.start((status, reason) => print('ended', status, reason)).catch(logError);
new Widget('org.example.App', {Name: 'App', ContainingApp}, {update}).run();
