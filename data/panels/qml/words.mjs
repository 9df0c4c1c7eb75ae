// All words of the panels in JavaScript. In GNOME Shell, this file is words.js. Where today-panel shows the same text, its words
// are the same, and the test PanelWordsTests compares them. Each text is whole, for translators: {name} is a placeholder for a
// value. The translations are those of gettext in GNOME Shell; in QML, they come with the lines of todayctl.

// These mark texts for data/po/update. say() translates them.
const _ = text => ({text});
const pgettext = (context, text) => ({text, context});
const ngettext = (text, many) => ({text, many});

export const words = {
    // Menus and buttons
    openApp: _('Open App'),
    refresh: _('Refresh'),
    copy: _('Copy'),
    settings: _('Settings…'),
    addAnother: _('Add Another'),
    size: _('Size'),
    sizeSmall: _('Small'),
    sizeRegular: _('Regular'),
    updateEvery: _('Update Every'),
    minutes: ngettext('{count} Minute', '{count} Minutes'),
    hours: ngettext('{count} Hour', '{count} Hours'),
    intervalDefault: _('App’s Default'),
    pause: _('Pause'),
    resume: _('Resume'),
    why: _('Why?'),
    moveUp: _('Move Up'),
    moveDown: _('Move Down'),
    remove: _('Remove'),
    undo: _('Undo'),
    removed: _('{name} removed'),
    // Translators: The labels of a button that shows more or less of a card.
    more: pgettext('button', 'More'),
    less: pgettext('button', 'Less'),
    // Translators: What a screen reader says for the same button.
    moreOf: _('More of {name}'),
    lessOf: _('Less of {name}'),
    increase: _('Increase {name}'),
    decrease: _('Decrease {name}'),
    // Translators: What a screen reader says for the button that opens the menu of a widget.
    menuOf: _('Menu for {name}'),
    retry: _('Retry'),
    details: _('Details'),
    hideDetails: _('Hide Details'),
    showMore: ngettext('Show {count} More', 'Show {count} More'),
    showLess: _('Show Less'),
    // Translators: The state of a section, for screen readers.
    expanded: _('Expanded'),
    folded: _('Folded'),
    close: _('Close'),
    waiting: _('Waiting for an answer…'),
    // Translators: The tooltip of an age. The time can have a date.
    updatedAt: _('Updated at {time}'),

    // Ages and times
    now: _('now'),
    justNow: _('just now'),
    minutesAgo: ngettext('{count} min ago', '{count} min ago'),
    hoursAgo: ngettext('{count} h ago', '{count} h ago'),
    daysAgo: ngettext('{count} d ago', '{count} d ago'),
    inMinutes: ngettext('in {count} min', 'in {count} min'),
    inHours: ngettext('in {count} h', 'in {count} h'),
    inDays: ngettext('in {count} d', 'in {count} d'),
    dateAndTime: _('{date} {time}'),

    // In place of content
    nothingToShow: _('Nothing to show'),
    newerVersion: _('This widget needs a newer version of Today'),
    starting: _('Loading…'),
    nothingYet: _('Nothing to show yet'),

    // Messages below the content
    lastUpdated: _('Last updated {age}'),
    notUpdated: _('Out of date'),
    outOfDateSince: _('Out of date since {time}'),
    keepsFailing: _('The app keeps failing'),
    updateFailed: _('Update failed: {reason}'),
    updateFailedOnly: _('Update failed'),
    // Translators: Two sentences: a problem, and when Today tries again.
    withRetry: _('{problem}. {retry}'),
    retrySoon: _('Trying again in a moment'),
    retryInMinutes: ngettext('Trying again in {count} min', 'Trying again in {count} min'),
    retryInHours: ngettext('Trying again in {count} h', 'Trying again in {count} h'),
    retryInDays: ngettext('Trying again in {count} d', 'Trying again in {count} d'),
    noReason: _('Unknown error'),

    // Kinds of errors
    notStarted: _('The app can’t be started'),
    noProvider: _('The app isn’t running'),
    crashed: _('The app stopped unexpectedly'),
    timedOut: _('The app didn’t answer in time'),
    invalidAnswer: _('The app sent an invalid response'),
    memory: _('The app was stopped because it used too much memory'),
    paused: _('The widget is paused'),
    unknownAction: _('The app can’t do this'),

    // Changes that aren't stored
    stateFull: _('Changes will not survive a restart: the disk is full'),
    stateReadOnly: _('Changes will not survive a restart: the disk is write-protected'),
    stateDamaged: _('Changes will not survive a restart: the file is damaged'),
    stateOther: _('Changes will not survive a restart: {reason}'),
    stateUnknown: _('Changes will not survive a restart'),

    // Answers to Why?
    whyUpdating: _('{name} is updating now.'),
    whyNoContent: _('{name} has nothing to show, so it isn’t shown or updated.'),
    whyNotArranged: _('{name} isn’t added to Today, so it isn’t updated.'),
    whyNoProvider: _('The app for {name} isn’t running and can’t be started.'),
    whyPushed: _('No app updates {name}; it shows what was last pushed.'),
    whyGaveUp: _('The app for {name} keeps crashing or hanging. Refresh it to try again.'),
    whySuspended: _('The app for {name} keeps crashing or hanging. Today tries again later.'),
    whyPaused: _('{name} is paused, so it updates only when you refresh it.'),
    whyHidden: _('{name} isn’t updated while no panel is visible.'),
    whyFailed: ngettext('The last update of {name} failed.', 'The last {count} updates of {name} failed.'),
    whyPending: _('An update of {name} is about to start.'),
    whyNotUpdated: _('{name} hasn’t been updated yet.'),
    whyNotPlanned: _('No update of {name} is planned.'),
    whyWaiting: _('{name} waits for its next update.'),
    whyFresh: _('{name} is up to date.'),
    // Translators: Two sentences; the second one is a warning.
    whyNotStored: _('{sentence} Changes won’t survive a restart.'),

    // Attention, and texts for screen readers
    attention: _('New'),
    attentionCount: _('New: {count}'),
    alert: _('Needs attention'),
    alertCount: _('Needs attention: {count}'),
    percent: _('{number}%'),
    inProgress: _('In progress'),
    picture: _('Picture'),
    control: _('Control'),
    chartOf: _('Chart of {lines}'),
    chartLine: _('{name}: {values}'),
    chartLeast: _('lowest {value}'),
    chartMost: _('highest {value}'),
    chartLast: _('latest {value}'),
    chartValues: ngettext('{count} value', '{count} values'),

    // Pages
    // Translators: The name of the app and of its view.
    today: _('Today'),
    connecting: _('Loading…'),
    unavailable: _('Can’t reach Today'),
    unavailableText: _('Widgets aren’t available: {reason}.\n\nFor details, run ‘systemctl --user status todayd’.'),
    notRunning: _('Today isn’t running'),
    absent: _('Not updating: {reason}. Reconnecting…'),
    tryAgain: _('Try Again'),
    noWidgets: _('No widgets yet'),
    noWidgetsText: _('Widgets come with apps. Install an app that has one, and it appears here.'),
    nothingArranged: _('No widgets added'),
    nothingArrangedText: _('Add the widgets that you want to see here.'),
    addWidgets: _('Add Widgets'),
    nothingNow: _('Nothing right now'),
    nothingNowText: _('Widgets appear here when they have something to show.'),
    edit: _('Edit'),
    editToday: _('Edit Today'),
    moreWidgets: _('More Widgets'),
    done: _('Done'),
    back: _('Back'),
    addWidget: _('Add {name}'),
    addAnotherOf: _('Add another {name}'),
    removeWidget: _('Remove {name}'),
    settingsOf: _('Settings for {name}'),
    moveWidgetUp: _('Move {name} up'),
    moveWidgetDown: _('Move {name} down'),
    // Translators: The name of a copy of a widget, and its number.
    copyNumber: _('{name} ({number})'),
    showInTopBar: _('Show in Top Bar'),
    notInTopBar: _('Remove from Top Bar'),
    showAsText: _('Show the first line next to the icon'),
    chooseWidgets: _('Show only these widgets (all if none is selected):'),
    // Translators: The name of the icon in a panel, with the text beside it.
    todayLine: _('Today: {text}'),

    // Forms of settings
    settingsTitle: _('Settings'),
    save: _('Save'),
    cancel: _('Cancel'),
    defaults: _('Reset to Defaults'),
    rangeBetween: _('From {minimum} to {maximum}.'),
    rangeAtLeast: _('At least {minimum}.'),
    rangeAtMost: _('At most {maximum}.'),
    notWholeNumber: _('Enter a whole number'),
    notNumber: _('Enter a number'),
    below: _('{number} is below {minimum}'),
    above: _('{number} is above {maximum}'),
    required: _('Required'),
    notChanged: _('Can’t save: {reason}'),
    widgetGone: _('This widget was removed.'),
    colorPrimary: pgettext('color', 'Primary'),
    colorSecondary: pgettext('color', 'Secondary'),
    colorAccent: pgettext('color', 'Accent'),
    colorSuccess: pgettext('color', 'Success'),
    colorWarning: pgettext('color', 'Warning'),
    colorError: pgettext('color', 'Error'),
    commandEnded: _('todayctl stopped'),
};

// The language of the panel: English, until speak().
const language = {
    gettext: text => text,
    pgettext: (_context, text) => text,
    ngettext: (text, many, count) => count === 1 ? text : many,
    number: (number, decimals) => number.toFixed(decimals),
    isRightToLeft: false,
};

/**
 * Sets parts of the language: functions like those of gettext; `number`, which writes a number with so many decimal places; and
 * whether the text is written from right to left.
 */
export function speak(parts) {
    Object.assign(language, parts);
}

/** Returns a text in the language of the panel, with values in its placeholders. The number `count` selects the plural. */
export function say(key, places = {}) {
    const {text, context, many} = words[key];
    const translation = many ? language.ngettext(text, many, places.count)
        : context ? language.pgettext(context, text) : language.gettext(text);
    return translation.replace(/\{(\w+)\}/g, (place, name) => {
        if (!(name in places))
            return place;
        if (many && name === 'count')
            return language.number(places.count, 0);
        // The isolates keep a name in another direction from reordering the text.
        return language.isRightToLeft ? `\u2068${places[name]}\u2069` : `${places[name]}`;
    });
}

/** Returns a number with so many decimal places, as the language writes it. */
export function number(value, decimals = 0) {
    return language.number(value, decimals);
}

/** Returns a number as the language writes it. `text` is from shortNumber(): digits, with an exponent if it is long. */
export function written(text) {
    const [digits, exponent] = text.split('e');
    const decimals = digits.includes('.') ? digits.split('.')[1].length : 0;
    return number(Number(digits), decimals) + (exponent ? `e${exponent}` : '');
}

/** Returns a share in percent; 1 is 100 %. */
export function percent(share) {
    return say('percent', {number: number(Math.round(share * 100))});
}
