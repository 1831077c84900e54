/** The style sheet inside each page, made from the design tokens. A page loads no other file. */
import { createHash } from 'node:crypto'
import { type Html, html } from '../../text/html.ts'
import { type Colours, DARK, FONTS, LIGHT, RADIUS, SIZES, SPACE } from './tokens.ts'

/** Custom properties of a theme, with the names of the tokens. */
function properties(colours: Colours): Html[] {
  return Object.entries(colours).map(
    ([name, value]) => html`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value};`,
  )
}

export const STYLE = html`<style>
:root { color-scheme: light dark; ${properties(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { ${properties(DARK)} } }
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: ${SIZES.body}rem/1.5 ${FONTS.text};
  overflow-wrap: anywhere; -webkit-text-size-adjust: 100%;
}
header { background: var(--card); border-bottom: 1px solid var(--line); }
header > div, main, footer { max-width: 60rem; margin: 0 auto; padding: 0 ${SPACE.l}rem; }
.narrow header > div, .narrow main, .narrow footer { max-width: 34rem; }
header > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0 ${SPACE.l}rem; min-height: 3.25rem; }
.brand { display: inline-flex; align-items: center; gap: ${SPACE.s}rem; min-height: 2.75rem; margin-right: auto; font-weight: 650; color: var(--text); text-decoration: none; }
.brand svg { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 0 ${SPACE.l}rem; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--quiet); text-decoration: none; }
nav a:hover { color: var(--text); text-decoration: underline; }
main { padding-top: ${SPACE.xl}rem; }
footer { padding-top: ${SPACE.l}rem; padding-bottom: ${SPACE.xxl}rem; color: var(--quiet); font-size: ${SIZES.small}rem; }
.narrow footer { text-align: center; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: ${RADIUS.card}rem; padding: ${SPACE.l}rem; margin-bottom: ${SPACE.l}rem; }
.narrow .card { padding: ${SPACE.xl}rem; }
h1 { font-size: ${SIZES.page}rem; font-weight: 650; line-height: 1.3; letter-spacing: -.01em; margin: 0 0 ${SPACE.m}rem; }
h2 { font-size: ${SIZES.section}rem; font-weight: 600; line-height: 1.4; margin: ${SPACE.l}rem 0 ${SPACE.s}rem; }
h3 { font-size: ${SIZES.small}rem; font-weight: 600; margin: ${SPACE.m}rem 0 ${SPACE.xs}rem; color: var(--quiet); }
.card > h2:first-child { margin-top: 0; }
p { margin: 0 0 ${SPACE.m}rem; }
p:last-child { margin-bottom: 0; }
.lead { max-width: 44rem; color: var(--quiet); }
.lead + .card { margin-top: ${SPACE.xl}rem; }
.quiet { color: var(--quiet); font-size: ${SIZES.small}rem; }
ul { margin: 0; padding-left: 1.25rem; }
li { margin: ${SPACE.xs}rem 0; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: baseline; padding: ${SPACE.s}rem ${SPACE.l}rem ${SPACE.s}rem 0; border-top: 1px solid var(--line); }
thead th { font-size: ${SIZES.small}rem; font-weight: 600; color: var(--quiet); border-top: 0; padding-top: 0; }
th { font-weight: 400; }
td code, th code { font-size: ${SIZES.small}rem; }
tbody tr:last-child > * { padding-bottom: 0; }
.label { display: none; }
dl { margin: 0; }
dt { color: var(--quiet); font-size: ${SIZES.small}rem; }
dd { margin: 0 0 ${SPACE.s}rem; }
dd:last-child { margin-bottom: 0; }
code { font: .875em/1.6 ${FONTS.code}; }
pre { margin: 0; padding: ${SPACE.m}rem; overflow-x: auto; border: 1px solid var(--line); border-radius: ${RADIUS.field}rem; background: var(--sunken); overflow-wrap: normal; }
pre code { font-size: ${SIZES.small}rem; }
form { margin-top: ${SPACE.l}rem; }
form + p { margin-top: ${SPACE.l}rem; }
label { display: block; font-weight: 600; margin: ${SPACE.l}rem 0 ${SPACE.xs}rem; }
input {
  width: 100%; font: inherit; min-height: 2.75rem; padding: ${SPACE.s}rem ${SPACE.m}rem;
  border: 1px solid var(--edge); border-radius: ${RADIUS.field}rem; background: var(--card); color: var(--text);
}
input[type=checkbox] { width: 1.25rem; min-height: 1.25rem; margin: 0; accent-color: var(--accent); }
.check { display: flex; align-items: center; gap: ${SPACE.s}rem; min-height: 2.75rem; font-weight: 400; margin: ${SPACE.s}rem 0 0; }
input + .quiet { margin-top: ${SPACE.xs}rem; }
form + h2 { margin-top: ${SPACE.xl}rem; padding-top: ${SPACE.xl}rem; border-top: 1px solid var(--line); }
input[aria-invalid] { border-color: var(--danger); }
.alert { background: var(--danger-tint); color: var(--danger); border-radius: ${RADIUS.field}rem; padding: ${SPACE.s}rem ${SPACE.m}rem; font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; gap: ${SPACE.s}rem; margin-top: ${SPACE.xl}rem; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: ${SPACE.s}rem ${SPACE.l}rem;
  font: inherit; font-weight: 600; line-height: 1.2; text-decoration: none; border-radius: ${RADIUS.field}rem; cursor: pointer;
  border: 1px solid var(--edge); background: var(--card); color: var(--text);
}
button:hover, .button:hover { background: var(--sunken); }
.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.main:hover { background: var(--accent); filter: brightness(1.08); }
.danger { color: var(--danger); }
.narrow .actions .main { flex: 1 1 10rem; }
time { white-space: nowrap; }
.pin { display: block; font: 650 2rem/1.5 ${FONTS.code}; letter-spacing: .2em; }
.apps { list-style: none; padding: 0; margin-top: ${SPACE.l}rem; }
.apps li { border-top: 1px solid var(--line); padding: ${SPACE.m}rem 0; margin: 0; }
.apps li:last-child { padding-bottom: 0; }
.row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: ${SPACE.m}rem; }
.row + * { margin-top: ${SPACE.l}rem; }
.row p, .row form { margin: 0; }
.columns { display: grid; margin-top: ${SPACE.xl}rem; gap: 0 ${SPACE.l}rem; align-items: start; }
.columns > * { min-width: 0; }
@media (min-width: 52rem) { main { padding-top: ${SPACE.xxl}rem; } .columns { grid-template-columns: 3fr 2fr; } }
@media (max-width: 30rem) {
  .stack thead { display: none; }
  .stack tr, .stack th, .stack td { display: block; padding-right: 0; }
  .stack td { border-top: 0; padding: 0; }
  .stack tbody tr:first-child th { border-top: 0; padding-top: 0; }
  .stack th { padding-bottom: ${SPACE.xs}rem; }
  .stack td:last-child { padding-bottom: ${SPACE.m}rem; }
  .label { display: inline; color: var(--quiet); }
  .narrow .card { padding: ${SPACE.l}rem; }
}
</style>`

/** The style sheet as a source of a content security policy. */
export const STYLE_SOURCE = `'sha256-${hashOf(String(STYLE).slice('<style>'.length, -'</style>'.length))}'`

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
