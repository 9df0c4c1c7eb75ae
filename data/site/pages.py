"""The pages of the site: how a file becomes HTML."""
import html
import os
import re
import subprocess
from pathlib import Path
from posixpath import join, relpath
from urllib.parse import quote

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
STYLE, ICON = "data/site/style.css", "data/icons/hicolor/scalable/apps/org.todaycenter.Panel.svg"
EXTENSIONS = [part for name in ("table", "autolink", "strikethrough", "tasklist") for part in ("-e", name)]
ENTRY = re.compile(r'<(h[2-6]|dt|p)\b([^>]*)>(.*?)</\1>', re.S)


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def plain(markup):
    """Returns HTML without tags, on one line."""
    return " ".join(re.sub(r"<[^>]*>", "", markup).split())


def kind(source):
    """Returns how a file or folder becomes a page: the name of a method of `Page`, or `copy`."""
    path = ROOT / source
    if path.is_dir():
        return "folder"
    if source.startswith("data/man/"):
        return "manual"
    if path.suffix in (".css", ".gif", ".ico", ".jpg", ".png", ".svg", ".webm"):
        return "copy"
    return "markdown" if path.suffix == ".md" else "file"


def address(source):
    """Returns the path of a page within the site."""
    place = re.sub(r"\b(\w+)\.docc/\1\.md$", r"\1.docc/README.md", source.removeprefix("data/"))
    place = re.sub(r"^Sources/.*\b(\w+)\.docc/", r"swift/\1/", place)
    if kind(source) == "copy":
        return Path(place).name if source == STYLE else place
    if kind(source) == "folder":
        return place + "/index.html"
    if source == "data/README.md":
        return "install.html"
    return re.sub(r"README\.html$", "index.html", place.removesuffix(".md") + ".html")


class Page:
    """A page: its HTML, title, first sentence and anchors."""

    def __init__(self, source):
        self.source, self.address = source, address(source)
        self.body = "" if kind(source) == "copy" else getattr(self, kind(source))(ROOT / source)
        title = re.search(r"<h1[^>]*>(.*?)</h1>", self.body, re.S)
        self.title = plain(title[1]) if title else source
        if re.search(r"\b(\w+)\.docc/\1\.md$", source):
            self.title += " (library)"
        start = re.split(r"<(?:pre|ul|h2(?! class))\b", self.body.partition("</h1>")[2])[0]
        first = re.search(r"<p\b[^>]*>(?!<em>|<img)(.*?)</p>", start, re.S)
        text = re.sub(r"^[\w-]+ - ", "", plain(first[1])) if first else ""
        self.summary = "" if text.endswith(":") else re.split(r"(?<=[.;]) ", text)[0].rstrip(".;")
        self.anchors = set(re.findall(r'\bid="([^"]*)"', self.body))

    def markdown(self, path):
        slugs = {}

        def heading(match):
            """Gives a heading the anchor that it has on GitHub."""
            slug = re.sub(r"[^\w\- ]", "", html.unescape(plain(match[2])).lower()).replace(" ", "-")
            slugs[slug] = slugs.get(slug, -1) + 1
            return f'<h{match[1]} id="{slug}{f"-{slugs[slug]}" if slugs[slug] else ""}">{match[2]}</h{match[1]}>'

        def article(match):
            """Links an article of DocC by its title."""
            file = path.parent / f"{match[1]}.md"
            title = file.read_text().splitlines()[0].strip("# `") if file.exists() else match[1]
            return f'<a href="{file.name}">{html.escape(title)}</a>'

        body = run("cmark-gfm", "--unsafe", *EXTENSIONS, path)
        body = re.sub(r"<h(\d)>(.*?)</h\1>", heading, body, flags=re.S)
        body = re.sub(r"<table>.*?</table>", r'<div class="table">\g<0></div>', body, flags=re.S)
        body = re.sub(r'<a href="doc:(\w+)">.*?</a>', article, body)
        return re.sub(r'<a id="([A-Z]-\d+)"></a>(<strong>\1</strong>)', r'<a id="\1" href="#\1">\2</a>', body)

    def manual(self, path):
        body = run("mandoc", "-T", "html", "-O", "fragment", path)
        body = re.sub(r'<table class="(head|foot)">.*?</table>', "", body, flags=re.S)
        body = re.sub(r"<(/?)h([12])\b", lambda match: f"<{match[1]}h{int(match[2]) + 1}", body)
        return f"<h1>{path.stem}({path.suffix[1:]})</h1>\n{body}"

    def file(self, path):
        return f"<h1>{path.name}</h1>\n<pre><code>{html.escape(path.read_text())}</code></pre>"

    def folder(self, path):
        items = ""
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if name[0] not in "._")
            for file in (relpath(join(folder, name), path) for name in sorted(files) if name[0] != "."):
                items += f'<li><a href="{quote(join(path.name, file))}">{html.escape(file)}</a></li>\n'
        return f"<h1>{path.name}</h1>\n<ul>\n{items}</ul>"

    def headings(self):
        """Returns anchor and text of the headings below the title, on the first level that has several."""
        levels = (re.findall(rf'<h{n}[^>]*\bid="([^"]*)"[^>]*>(.*?)</h{n}>', self.body, re.S) for n in (2, 3))
        return next((level for level in levels if len(level) > 1), [])

    def entries(self):
        """Returns what the index lists: the page, its headings, options and rules."""
        yield f'<li><a href="{self.address}">{self.title}</a> {self.summary}</li>'
        for tag, attributes, text in ENTRY.findall(self.body):
            anchor = re.search(r'\bid="([^"]*)"', attributes + re.match(r'(<a id="[^"]*")?', text)[0])
            if anchor and tag + kind(self.source) != "h2manual":  # Each manual page has these.
                text = plain(text)
                text = text if len(text) < 120 else text[:text.rfind(" ", 0, 120)] + " …"
                yield f'<li><a href="{self.address}#{anchor[1]}">{text}</a> {self.title}</li>'
