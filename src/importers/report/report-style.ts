/** The style sheet of report pages, for light and dark screens of any width. */
import { html } from '../../text/html.ts'

export const REPORT_STYLE = html`<style>
:root {
  color-scheme: light dark;
  --ground: #f4f6f8; --card: #fff; --text: #16202a; --quiet: #4c5a67; --line: #c3ccd4;
  --accent: #0b5cad; --danger: #a61b1b; --alert: #fdecec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10161c; --card: #1a232c; --text: #eef2f5; --quiet: #b3bfca; --line: #4a5864;
    --accent: #8cc4ff; --danger: #ffb1ab; --alert: #43201f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
header, main { max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; }
main { padding-bottom: 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.125rem; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
section {
  background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin-top: 1rem;
  overflow-wrap: anywhere;
}
section.alert { background: var(--alert); border-color: var(--danger); }
.mark { color: var(--danger); font-weight: 600; margin: 0; }
.quiet { color: var(--quiet); }
p { margin: 0 0 .75rem; }
ul { margin: 0; padding-left: 1.25rem; }
li + li { margin-top: .375rem; }
ul.notices { margin-bottom: .75rem; }
code { font-family: ui-monospace, monospace; font-size: .875em; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.25rem, 1fr)); gap: .75rem; margin: 0 0 .75rem; }
.tiles dt { color: var(--quiet); font-size: .875rem; }
.tiles dd { margin: 0; font-size: 1.5rem; font-weight: 700; font-variant-numeric: tabular-nums; }
.tiles dd.danger { color: var(--danger); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { text-align: left; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
table.narrow { width: auto; min-width: min(100%, 32rem); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--quiet); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 400; min-width: clamp(6.5rem, 25vw, 17rem); max-width: 24rem; }
td { min-width: clamp(4.5rem, 15vw, 7rem); }
.number { min-width: 0; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.zero { color: var(--quiet); font-weight: 400; }
.chart { width: 100%; height: auto; display: block; }
.chart rect, .share rect { fill: var(--accent); }
.chart line { stroke: var(--line); }
.chart line.top { stroke-dasharray: 4 4; }
.ends { display: flex; justify-content: space-between; color: var(--quiet); font-size: .875rem; }
td.share { min-width: 0; white-space: nowrap; font-variant-numeric: tabular-nums; }
svg.share { width: clamp(3rem, 15vw, 8rem); height: .5rem; background: var(--line); border-radius: .25rem; }
details { margin-top: .75rem; }
summary { cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media print { section { break-inside: avoid; } }
</style>`
