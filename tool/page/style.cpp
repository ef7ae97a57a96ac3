// Style sheets. See style.h.
#include "style.h"

namespace automap {
namespace {

/// The colours: for each kind of bytes those of the cell, its edge and its text.
constexpr const char *light = R"(
--paper: #fffefb; --raised: #f8f6f0; --ink: #23262b; --muted: #696c72; --rule: #e3dfd4; --accent: #2b5a8c; --sent: #3c6e9f;
--number: #e0efe7; --number-edge: #86b8a0; --number-ink: #1d5039;
--real: #e1ebf8; --real-edge: #8fb0db; --real-ink: #1f4473;
--text: #f8efd8; --text-edge: #d6b768; --text-ink: #624a0b;
--raw: #ece6f6; --raw-edge: #b09cd4; --raw-ink: #4a3475;
--link: #fae4e6; --link-edge: #de979f; --link-ink: #7f2936;
--out: #efeeea; --out-edge: #c3c0b8; --out-ink: #6d6b64;
--hole-edge: #d8d3c6; --hatch: #ddd8cb; --hole-ink: #86826f;
)";
constexpr const char *dark = R"(
--paper: #16181b; --raised: #1e2125; --ink: #e4e2dc; --muted: #989a9f; --rule: #33363b; --accent: #8ab4e3; --sent: #6b9dd0;
--number: #1c3a2e; --number-edge: #42806a; --number-ink: #b6e2cf;
--real: #1d3350; --real-edge: #47709f; --real-ink: #c0d8f5;
--text: #40350f; --text-edge: #85702c; --text-ink: #f0dca3;
--raw: #33284a; --raw-edge: #6c5a97; --raw-ink: #d9caf5;
--link: #47222a; --link-edge: #96525d; --link-ink: #f5c3c9;
--out: #2a2c30; --out-edge: #4d5056; --out-ink: #a6a7aa;
--hole-edge: #3d4045; --hatch: #34373c; --hole-ink: #8b8d91;
)";

constexpr const char *drawing = R"(
text { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; }
.cell rect { stroke-width: 1; }
.cell text { text-anchor: middle; }
.name { font-size: 11px; font-weight: 600; }
.detail { font-size: 9px; opacity: 0.8; }
.axis { font-size: 8.5px; fill: var(--muted); }
.offset { font-size: 9.5px; fill: var(--muted); text-anchor: end; }
.tick { stroke: currentColor; stroke-width: 0.6; opacity: 0.22; fill: none; }
.sent { fill: var(--sent); }
.hatching { stroke: var(--hatch); stroke-width: 2; fill: none; }
.number rect { fill: var(--number); stroke: var(--number-edge); } .number { color: var(--number-ink); } .number text { fill: var(--number-ink); }
.real rect { fill: var(--real); stroke: var(--real-edge); } .real { color: var(--real-ink); } .real text { fill: var(--real-ink); }
.text rect { fill: var(--text); stroke: var(--text-edge); } .text { color: var(--text-ink); } .text text { fill: var(--text-ink); }
.raw rect { fill: var(--raw); stroke: var(--raw-edge); } .raw { color: var(--raw-ink); } .raw text { fill: var(--raw-ink); }
.link rect { fill: var(--link); stroke: var(--link-edge); } .link { color: var(--link-ink); } .link text { fill: var(--link-ink); }
.out rect { fill: var(--out); stroke: var(--out-edge); stroke-dasharray: 3 2; } .out { color: var(--out-ink); } .out text { fill: var(--out-ink); }
.hole rect { fill: url(#hatch); stroke: var(--hole-edge); } .hole text { fill: var(--hole-ink); }
.gap rect { fill: none; stroke: var(--rule); stroke-dasharray: 2 4; } .gap text { font-size: 10px; fill: var(--muted); text-anchor: middle; }
)";

constexpr const char *alone = R"(
.paper { fill: var(--paper); stroke: var(--rule); }
.heading { font-size: 14px; font-weight: 600; fill: var(--ink); }
.summary { font-size: 11px; fill: var(--muted); text-anchor: end; }
.legend { font-size: 10px; fill: var(--muted); }
)";

constexpr const char *page = R"(
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
html { background: var(--paper); scroll-behavior: smooth; scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 54rem; color: var(--ink); background: var(--paper);
  font: 1.0625rem/1.55 Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Georgia, "DejaVu Serif", serif;
  overflow-wrap: break-word; }
code, pre, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; font-size: 0.86em; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1, h2, h3 { line-height: 1.2; font-weight: 600; text-wrap: balance; }
h1 { font-size: 2rem; margin: 0.2rem 0 0.4rem; letter-spacing: -0.01em; }
h2 { font-size: 1.5rem; margin: 0; letter-spacing: -0.005em; }
h2 code { font-size: 0.92em; font-weight: 600; }
h3 { font-size: 0.78rem; margin: 2.2rem 0 0.6rem; letter-spacing: 0.08em; text-transform: uppercase; color: var(--muted);
  font-family: ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; }
p { margin: 0.5rem 0; }
.over, .meta, figcaption, th, .legend, summary, .what { font-family: ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; }
.over { font-size: 0.8rem; letter-spacing: 0.08em; text-transform: uppercase; color: var(--muted); margin: 0; }
.meta { color: var(--muted); font-size: 0.88rem; margin: 0.25rem 0 0; }
.meta a { color: inherit; }
section { margin-top: 4rem; padding-top: 1.6rem; border-top: 1px solid var(--rule); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.95rem; font-variant-numeric: tabular-nums lining-nums; }
th { text-align: left; font-size: 0.78rem; font-weight: 600; color: var(--muted); padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid var(--ink); vertical-align: bottom; }
td { padding: 0.32rem 0.8rem 0.32rem 0; border-bottom: 1px solid var(--rule); vertical-align: baseline; }
th:last-child, td:last-child { padding-right: 0; }
th.n, td.n { text-align: right; white-space: nowrap; }
.fields .n { width: 4.2rem; }
.fields .break a { color: inherit; text-decoration: none; }
.fields .break { overflow-wrap: anywhere; }
.fields .break a:hover { text-decoration: underline; }
tr.pad td { color: var(--muted); font-style: italic; }
figure { margin: 1.4rem 0 0; }
svg { max-width: 100%; height: auto; display: block; }
svg.bytes { width: 100%; }
svg.patterns { position: absolute; }
svg a { text-decoration: none; }
svg a:hover rect, svg a:focus-visible rect { stroke-width: 2; }
.narrow { display: none; }
.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.1rem; margin: 0.7rem 0 0; padding: 0; list-style: none; font-size: 0.8rem; color: var(--muted); }
.legend li { display: flex; align-items: center; gap: 0.4rem; }
.legend svg { flex: none; }
.share { margin: 1.1rem 0 0; }
.share svg { width: 100%; height: 0.7rem; border-radius: 3px; }
.share .number rect, .share .hole rect, .share .out rect, .share .link rect { stroke: none; }
.share .number rect { fill: var(--sent); }
.advice { list-style: none; margin: 1.5rem 0 0; padding: 0; }
.advice li { padding: 0.15rem 0 0.15rem 1.9rem; position: relative; margin: 0.45rem 0; }
.advice li::before { position: absolute; left: 0; top: 0.3rem; width: 1.3rem; height: 1.3rem; line-height: 1.3rem; border-radius: 50%; text-align: center; font: 700 0.75rem/1.3rem ui-sans-serif, system-ui, "DejaVu Sans", sans-serif; }
.advice .better::before { content: "\2191"; background: var(--text); color: var(--text-ink); }
.advice .good::before { content: "\2713"; background: var(--number); color: var(--number-ink); }
.advice .remark::before { content: "i"; background: var(--out); color: var(--out-ink); }
.costs { display: grid; grid-template-columns: max-content 1fr max-content; gap: 0.35rem 0.9rem; align-items: center; margin: 0.4rem 0 1.2rem; font-size: 0.95rem; }
.costs svg { width: 100%; height: 0.7rem; }
.costs .bar { fill: var(--rule); } .costs .mine .bar, .costs .bar.mine { fill: var(--sent); }
.costs .n { text-align: right; font-variant-numeric: tabular-nums; }
.tree, .tree ul { list-style: none; margin: 0; padding: 0; }
.tree { font-size: 0.95rem; }
.tree ul { margin-left: 0.55rem; border-left: 1.5px solid var(--rule); }
.tree ul li { position: relative; padding-left: 1.15rem; }
.tree ul li::before { content: ""; position: absolute; left: -1.5px; top: 0; width: 1rem; height: 1.02rem; border-left: 1.5px solid var(--rule); border-bottom: 1.5px solid var(--rule); border-bottom-left-radius: 6px; }
.tree ul li:last-child { border-left: 0; }
.tree ul li:last-child::after { content: ""; position: absolute; left: -1.5px; top: 1.02rem; bottom: 0; width: 1.5px; background: var(--paper); }
.node { display: flex; align-items: baseline; gap: 0.55rem; padding: 0.2rem 0; }
.node .what { font-size: 0.76rem; font-weight: 600; padding: 0.1rem 0.5rem; border-radius: 99px; background: var(--raised); border: 1px solid var(--rule); white-space: nowrap; }
.node .what.leaf { background: var(--real); border-color: var(--real-edge); color: var(--real-ink); }
.node .args { flex: 1; color: var(--muted); min-width: 0; }
.node .cost { font-variant-numeric: tabular-nums; color: var(--ink); white-space: nowrap; }
details { margin: 0.9rem 0 0; }
summary { cursor: pointer; font-size: 0.88rem; color: var(--muted); padding: 0.2rem 0; }
details .tree { margin: 0.5rem 0 0 1.1rem; }
pre { margin: 0.6rem 0 0; padding: 0.8rem 1rem; background: var(--raised); border: 1px solid var(--rule); border-radius: 6px; overflow-x: auto; line-height: 1.5; tab-size: 4; }
pre.calls { white-space: pre-wrap; }
.call { display: block; padding-left: 1.5rem; text-indent: -1.5rem; }
pre.source { max-height: 30rem; overflow: auto; padding: 0.6rem 0; }
.line { display: block; padding: 0 1rem 0 0; }
.line .no { display: inline-block; width: 3.2rem; padding-right: 0.9rem; text-align: right; color: var(--muted); user-select: none; -webkit-user-select: none; }
.line:target { background: var(--text); }
.graph text { font-size: 11.5px; fill: var(--ink); }
.graph .box { fill: var(--raised); stroke: var(--rule); }
.graph .head { font-weight: 600; }
.graph .to { fill: var(--muted); font-size: 10px; text-anchor: end; }
.graph .edge { fill: none; stroke: var(--link-edge); stroke-width: 1.5; }
.graph .inside { stroke-dasharray: 3 3; stroke: var(--out-edge); }
.graph .weak { stroke-dasharray: 1.5 3; }
.graph .arrow { fill: var(--link-edge); stroke: none; } .graph .arrow.inside { fill: var(--out-edge); }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--muted); font-size: 0.88rem; }
@media (max-width: 44rem) {
  body { padding: 1.5rem 1rem 3rem; font-size: 1rem; }
  h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; }
  section { margin-top: 2.8rem; }
  .wide { display: none; } .narrow { display: block; }
  table { font-size: 0.88rem; } th, td { padding-right: 0.5rem; }
  .less { display: none; }
  .fields .n { width: 3rem; }
}
@media print {
  html, body { background: #fff; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  section { margin-top: 1.6rem; padding-top: 0.8rem; }
  h2, h3 { break-after: avoid; }
  figure, .costs, tr, .advice li, .node { break-inside: avoid; }
  .wide { display: block; } .narrow { display: none; } .less { display: revert; }
  pre.source { max-height: none; }
  a { color: inherit; text-decoration: none; }
  svg, .node .what, .advice li::before { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)";

std::string colours() {
  return std::string(":root {") + light + "}\n@media screen and (prefers-color-scheme: dark) { :root {" + dark +
         "} }\n";
}

} // namespace

std::string drawing_style() { return colours() + drawing + alone; }

std::string page_style() { return colours() + drawing + page; }

} // namespace automap
