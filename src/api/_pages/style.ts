/** The one style sheet of the pages, inside each of them: nothing else is fetched. */
import { createHash } from 'node:crypto'
import { html } from '../../text/html.ts'

export const STYLE = html`<style>
:root {
  color-scheme: light dark;
  --ground: #f4f6f8; --card: #fff; --text: #16202a; --quiet: #4c5a67; --line: #c3ccd4;
  --accent: #0b5cad; --on-accent: #fff; --danger: #a61b1b; --alert: #fdecec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10161c; --card: #1a232c; --text: #eef2f5; --quiet: #b3bfca; --line: #4a5864;
    --accent: #8cc4ff; --on-accent: #08213a; --danger: #ffb1ab; --alert: #43201f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
header, main, footer { max-width: 34rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; font-weight: 700; letter-spacing: .02em; color: var(--accent); }
main { margin-top: .75rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; }
footer { padding-top: 1rem; padding-bottom: 2rem; color: var(--quiet); font-size: .875rem; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
h3 { font-size: .875rem; margin: .75rem 0 .25rem; color: var(--quiet); }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; font-weight: 600; margin-bottom: .25rem; }
th, td { text-align: left; vertical-align: baseline; padding: .25rem .75rem .25rem 0; border-top: 1px solid var(--line); }
th { font-weight: 400; white-space: nowrap; }
code { font: .875rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { margin: 0 0 .75rem; padding: .75rem; overflow-x: auto; border-radius: .5rem; background: var(--ground); overflow-wrap: normal; }
p { margin: 0 0 .75rem; }
p:last-child { margin-bottom: 0; }
form { margin-top: 1.25rem; }
form + p { margin-top: 1.25rem; }
ul { margin: 0; padding-left: 1.25rem; }
.quiet { color: var(--quiet); }
.alert { background: var(--alert); color: var(--danger); border-radius: .5rem; padding: .75rem; font-weight: 600; }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
input {
  width: 100%; font: inherit; padding: .625rem .75rem; border: 1px solid var(--quiet); border-radius: .5rem;
  background: var(--card); color: var(--text);
}
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; }
button {
  font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .5rem; cursor: pointer;
  border: 1px solid var(--accent); background: var(--card); color: var(--accent);
}
button.main { background: var(--accent); color: var(--on-accent); }
button.danger { border-color: var(--danger); color: var(--danger); }
a { color: var(--accent); }
time { white-space: nowrap; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.pin { display: block; font: 700 2rem/1.5 ui-monospace, monospace; letter-spacing: .2em; }
.apps { list-style: none; padding: 0; margin-top: 1.25rem; }
.apps li:last-child { padding-bottom: 0; }
.apps li { border-top: 1px solid var(--line); padding: 1rem 0; }
.row p, .row form { margin: 0; }
.row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .75rem; }
@media (min-width: 40rem) { .card { padding: 2rem; } header { padding-top: 3rem; } }
</style>`

/** The style sheet as a source of a content security policy. */
export const STYLE_SOURCE = `'sha256-${hashOf(String(STYLE).slice('<style>'.length, -'</style>'.length))}'`

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
