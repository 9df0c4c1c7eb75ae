import DBus
import Testing
import TodayModel

/// Each rule of the vocabulary, as JSON: once kept, once broken.
@Suite("Rules of content")
struct ContentRulesTests {
    @Test(arguments: [
        "{}",
        #"{"kind":"column"}"#,
        #"{"kind":"column","spacing":0,"alignment":"fill"}"#,
        #"{"kind":"row","spacing":6.5,"alignment":"sideways"}"#,
        #"{"kind":"grid","columns":1}"#,
        #"{"kind":"grid","columns":16,"spacing":2}"#,
        #"{"kind":"list","visible-rows":0}"#,
        #"{"kind":"list","visible-rows":4294967295}"#,
        #"{"kind":"text","text":""}"#,
        #"{"kind":"text","text":"a\nb","style":"title","color":"accent","lines":2,"alignment":"trailing"}"#,
        #"{"kind":"text","text":"a","style":"unheard-of","color":"mauve"}"#,
        #"{"kind":"timer","until":1}"#,
        #"{"kind":"timer","since":18446744073709551615,"style":"elapsed","finished-text":"Done"}"#,
        #"{"kind":"progress"}"#,
        #"{"kind":"progress","value":0}"#,
        #"{"kind":"progress","value":1,"style":"circle"}"#,
        #"{"kind":"progress","since":5,"until":5}"#,
        #"{"kind":"image","icon":"drive-harddisk","width":16,"height":16}"#,
        #"{"kind":"button","label":"OK","icon":"go","style":"prominent","action":"ok","parameter":[1,{"a":true}]}"#,
        #"{"kind":"toggle","label":"On","value":false,"action":"switch"}"#,
        #"{"kind":"chart","values":[]}"#,
        #"{"kind":"chart","values":[-1.5,2,1e300],"minimum":-2,"maximum":-2,"style":"bar"}"#,
        #"{"kind":"row","action":"today.refresh","children":[{"kind":"x","action":"today.toggle-display-mode"}]}"#,
        #"{"kind":"row","children":[{"kind":"x","action":"today"},{"kind":"x","action":"Today.x"}]}"#,
        #"{"kind":"section","label":"a","expanded":true,"children":[{"kind":"divider"}]}"#,
        #"{"kind":"divider"}"#,
        #"{"kind":"spacer"}"#,
        #"{"kind":"text","text":"a","id":"x","url":"https://example.org","enabled":false,"modes":["compact","huge"]}"#,
        #"{"kind":"text","text":"a","show-after":1,"show-before":2,"tooltip":"t","accessible-label":"l"}"#,
        #"{"kind":"text","text":"a","fallback":"f","private":true}"#,
        #"{"kind":"gauge","value":"any","text":7,"needle":{"deep":[[1]]},"fallback":"50%","children":[{"kind":"x"}]}"#,
        #"{"kind":"text","text":"a","spacing":"an attribute of other kinds"}"#,
    ])
    func kept(_ json: String) throws {
        let content = try Content.parse(json: json)
        #expect(try Content.parse(json: content.json()) == content)
        #expect(try Content.validating(content.dbusValue) == content)
        #expect(try Content.validating(.variant(.variant(.string(json)))) == content)
        #expect(try content.validated() == content)
    }

    @Test(arguments: [
        (#"{"text":"a"}"#, "kind: it is missing or empty"),
        (#"{"kind":"","children":[{"kind":"spacer"}]}"#, "kind: it is missing or empty"),
        (#"{"kind":"row","children":[{}]}"#, "children[0].kind: it is missing or empty"),
        (#"{"kind":5}"#, "kind: 5 is not a string"),
        (#"{"kind":"row","children":{}}"#, "children: an object is not an array"),
        (#"{"kind":"row","children":["a"]}"#, "children[0]: \"a\" is not an object"),
        (#"[]"#, "an array of 0 is not an object"),
        (
            #"{"kind":"row","children":[{"kind":"x","action":"today.explode"}]}"#,
            "children[0].action: \"today.explode\" isn't one of the center's actions, "
                + "today.toggle-display-mode, today.refresh"
        ),
        (#"{"kind":"column","spacing":-1}"#, "spacing: -1 is below 0"),
        (#"{"kind":"column","spacing":"wide"}"#, "spacing: \"wide\" is not a number"),
        (#"{"kind":"row","alignment":3}"#, "alignment: 3 is not a string"),
        (#"{"kind":"grid","columns":0}"#, "columns: 0 is outside 1…16"),
        (#"{"kind":"grid","columns":17}"#, "columns: 17 is outside 1…16"),
        (#"{"kind":"grid","columns":2.5}"#, "columns: 2.5 is not an integer"),
        (#"{"kind":"list","visible-rows":-1}"#, "visible-rows: -1 is outside 0…4294967295"),
        (#"{"kind":"text"}"#, "text: it is missing; every text needs it"),
        (#"{"kind":"text","text":"a\u001bb"}"#, #"text: "a\u{1B}b" has the control character U+001B"#),
        (#"{"kind":"text","text":"a\tb"}"#, #"text: "a\tb" has the control character U+0009"#),
        (#"{"kind":"text","text":"a","lines":4294967296}"#, "lines: 4294967296 is outside 0…4294967295"),
        (#"{"kind":"timer"}"#, "every timer needs until or since"),
        (#"{"kind":"timer","until":1,"since":2}"#, "since: 2 is given as well as until"),
        (#"{"kind":"timer","until":-1}"#, "until: -1 is outside 0…18446744073709551615"),
        (#"{"kind":"timer","until":"noon"}"#, "until: \"noon\" is not an integer"),
        (
            #"{"kind":"row","children":[{"kind":"spacer"},{"kind":"row","children":[{"kind":"progress","value":1.5}]}]}"#,
            "children[1].children[0].value: 1.5 is outside 0…1"
        ),
        (#"{"kind":"progress","value":-0.1}"#, "value: -0.1 is outside 0…1"),
        (#"{"kind":"progress","value":true}"#, "value: true is not a number"),
        (#"{"kind":"progress","value":0.5,"since":1,"until":2}"#, "since: 1 is given as well as value"),
        (#"{"kind":"progress","since":1}"#, "since: 1 is given without until"),
        (#"{"kind":"progress","until":1}"#, "until: 1 is given without since"),
        (#"{"kind":"progress","since":2,"until":1}"#, "until: 1 is before since, 2"),
        (#"{"kind":"image"}"#, "every image needs icon or data"),
        (#"{"kind":"image","icon":"../x"}"#, "icon: \"../x\" has a /, which the name of an icon can't have"),
        (#"{"kind":"image","icon":""}"#, "icon: \"\" is empty"),
        (#"{"kind":"image","icon":"a","width":-1}"#, "width: -1 is below 0"),
        (#"{"kind":"image","data":"%"}"#, "data: \"%\" is not base64"),
        (
            #"{"kind":"image","data":"aGVsbG8="}"#,
            "data: this is an unknown format; content takes PNG up to 512 × 512: use icon, or convert it"
        ),
        (#"{"kind":"button"}"#, "label: it is missing; every button needs it"),
        (
            #"{"kind":"button","label":"a","icon":"/a.png"}"#,
            "icon: \"/a.png\" has a /, which the name of an icon can't have"
        ),
        (#"{"kind":"toggle","label":"a"}"#, "value: it is missing; every toggle needs it"),
        (#"{"kind":"toggle","value":true}"#, "label: it is missing; every toggle needs it"),
        (#"{"kind":"toggle","label":"a","value":1}"#, "value: 1 is not a boolean"),
        (
            #"{"kind":"toggle","label":"a","value":true,"action":"x","parameter":1}"#,
            "parameter: 1 is given, but a tap sends the new value"
        ),
        (#"{"kind":"chart"}"#, "values: it is missing; every chart needs it"),
        (#"{"kind":"chart","values":[1,"2"]}"#, "values[1]: \"2\" is not a number"),
        (#"{"kind":"chart","values":3}"#, "values: 3 is not an array of numbers"),
        (#"{"kind":"chart","values":[],"minimum":3,"maximum":2}"#, "minimum: 3 is above maximum, 2"),
        (#"{"kind":"section"}"#, "label: it is missing; every section needs it"),
        (#"{"kind":"section","label":"a","expanded":1}"#, "expanded: 1 is not a boolean"),
        (#"{"kind":"spacer","id":""}"#, "id: \"\" is empty"),
        (
            #"{"kind":"row","id":"a","children":[{"kind":"row","children":[{"kind":"spacer","id":"a"}]}]}"#,
            "children[0].children[0].id: \"a\" is the id of another node too"
        ),
        (#"{"kind":"spacer","action":""}"#, "action: \"\" is empty"),
        (#"{"kind":"spacer","action":"a","url":"x:y"}"#, "url: \"x:y\" is given as well as an action"),
        (#"{"kind":"spacer","parameter":1}"#, "parameter: 1 is given without an action"),
        (#"{"kind":"spacer","url":"x:y","parameter":"p"}"#, "parameter: \"p\" is given without an action"),
        (
            #"{"kind":"spacer","url":"javascript:x"}"#,
            "url: \"javascript:x\" is not a URL to open: javascript: is not allowed"
        ),
        (#"{"kind":"spacer","enabled":"yes"}"#, "enabled: \"yes\" is not a boolean"),
        (#"{"kind":"spacer","modes":"compact"}"#, "modes: \"compact\" is not an array of strings"),
        (#"{"kind":"spacer","modes":["compact",5]}"#, "modes[1]: 5 is not a string"),
        (#"{"kind":"spacer","show-after":1.5}"#, "show-after: 1.5 is not an integer"),
        (#"{"kind":"spacer","tooltip":[]}"#, "tooltip: an array of 0 is not a string"),
        (#"{"kind":"spacer","private":0}"#, "private: 0 is not a boolean"),
        (#"{"kind":"gauge","id":7}"#, "id: 7 is not a string"),
        (#"{"kind":"gauge","needle":"\u0000"}"#, #"needle: "\0" has the control character U+0000"#),
        (#"{"kind":"ga\u0001uge"}"#, #"kind: "ga\u{01}uge" has the control character U+0001"#),
        (
            #"{"kind":"spacer","a\u0007":1}"#,
            #"the name of an attribute: "a\u{07}" has the control character U+0007"#
        ),
    ])
    func broken(_ json: String, _ message: String) {
        #expect(faultText { _ = try Content.parse(json: json) } == message)
        #expect(faultText { _ = try Content.validating(.string(json)) } == message)
    }

    @Test func parametersAreData() throws {
        let json = #"{"kind":"spacer","action":"open","parameter":"a\tb"}"#
        #expect(try Content.parse(json: json).attributes["parameter"] == "a\tb")
        let nul = #"{"kind":"spacer","action":"open","parameter":["a\u0000"]}"#
        #expect(
            faultText { _ = try Content.parse(json: nul) } == #"parameter: "a\0" has the control character U+0000"#)
    }
}
