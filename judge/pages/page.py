"""A page for a browser: complete in itself, readable on a phone, in the dark and on paper."""

import re

from judge.drawing.markup import escaped

STYLE = """\
:root{color-scheme:light dark;--paper:#fffdf6;--card:#ffffff;--ink:#1d1a16;--soft:#5b5346;
--line:#d9d0bd;--good:#0b6e3b;--warn:#8a5a00;--bad:#b0101d;--link:#174a8b}
@media(prefers-color-scheme:dark){:root{--paper:#16181c;--card:#1f2228;--ink:#ece7dc;--soft:#b3ab9b;
--line:#3b3f48;--good:#6fd39b;--warn:#e8b75c;--bad:#ff8f8a;--link:#9cc4ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
header,main,footer{max-width:72rem;margin:0 auto;padding:0 1rem}
h1{font-size:1.7rem;line-height:1.2;margin:1.2rem 0 .2rem}
h2{font-size:1.15rem;margin:1.6rem 0 .5rem;display:flex;align-items:center;gap:.5rem}
h2 svg{flex:none}h2 small{font-weight:400;color:var(--soft)}
p{margin:.4rem 0}.quiet{color:var(--soft)}a{color:var(--link)}
a:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem}
figure{margin:1rem 0;overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;
background:#fffdf6}
figure svg{display:block;width:100%;min-width:42rem;height:auto}
.powers{display:grid;gap:0 1.5rem;
grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr))}
ul{list-style:none;margin:0;padding:0}
.orders li{border-top:1px solid var(--line);padding:.35rem 0}
summary{cursor:pointer;list-style-position:outside}
.orders .flat,.orders details{padding-left:1.2rem}
code{font:600 .95em ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:nowrap}
.mark{display:inline-block;min-width:1.3em;text-align:center;font-weight:700}
.good .mark{color:var(--good)}.warn .mark{color:var(--warn)}.bad .mark{color:var(--bad)}
.said{color:var(--soft)}.bad .said{color:var(--bad)}
.why{margin:.3rem 0 .5rem;padding:.4rem .8rem;background:var(--card);
border-left:3px solid var(--line)}
.why h3{font-size:.9rem;margin:.4rem 0 .1rem;color:var(--soft)}
.why p{margin:.15rem 0}.why .force{padding-left:1.2rem;color:var(--soft)}
.plain li{padding:.15rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right}
th:first-child,td:first-child{text-align:left}
nav{display:flex;flex-wrap:wrap;gap:.3rem 1rem;margin:.8rem 0}
footer{margin-top:2rem;padding-bottom:2rem;color:var(--soft)}
@media print{@page{size:A4;margin:14mm}body{background:#fff;color:#000;font-size:9.5pt}
header,main,footer{max-width:none;padding:0}nav,.skip{display:none}
figure{overflow:visible;border:0;break-inside:avoid}figure svg{min-width:0;max-height:200mm}
.powers{grid-template-columns:1fr 1fr}section,li{break-inside:avoid}.why{display:none}
summary{list-style:none}}
"""
"""The style of every page. Nothing is told by colour alone."""


def page(language: str, title: str, body: str, head: str = "") -> str:
    """A whole HTML document. body, head: markup; title: text."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escaped(title)}</title>\n{head}<style>\n{STYLE}</style>\n</head>\n"
        f"<body>\n{body}</body>\n</html>\n"
    )


_GLUED = re.compile(r" (?=[:;?!»])|(?<=«) | (?=\d+[.,]?(?: |$))|(?<=\b[AF]) (?=[A-ZÀ-Ý])")


def spoken(text: str) -> str:
    """A sentence as markup: no line begins with a double sign, no unit is cut in two."""
    return escaped(_GLUED.sub("\u00a0", text))


def listed(items: list[str], kind: str = "plain") -> str:
    """Items that are markup, as a list."""
    return f'<ul class="{kind}">' + "".join(f"<li>{item}</li>" for item in items) + "</ul>\n"


def section(title: str, inside: str) -> str:
    """A part of a page under its heading; both are markup."""
    return f"<section>\n<h2>{title}</h2>\n{inside}</section>\n"
