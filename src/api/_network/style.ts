/** The style sheet of public pages, in addition to the style sheet of all pages. */
import { createHash } from 'node:crypto'
import { html } from '../../text/html.ts'
import { RADIUS, SIZES, SPACE } from '../_pages/tokens.ts'

export const NETWORK_STYLE = html`<style>
.network header > div, .network main, .network footer { max-width: 40rem; }
.network main { padding-top: ${SPACE.l}rem; }
.network header form { display: flex; flex: 1 1 14rem; gap: ${SPACE.s}rem; margin: ${SPACE.s}rem 0; }
.network header button { flex: none; white-space: nowrap; }
.post .who { display: flex; gap: ${SPACE.m}rem; align-items: flex-start; margin-bottom: ${SPACE.s}rem; }
.post .who p { min-width: 0; }
.post blockquote { margin: ${SPACE.m}rem 0; }
.focused .post { border-color: var(--accent); }
.focused .post > .text { font-size: ${SIZES.page}rem; line-height: 1.4; }
.avatar { flex: none; border-radius: 50%; background: var(--sunken); object-fit: cover; }
.name { font-weight: 650; color: var(--text); text-decoration: none; }
.name:hover { text-decoration: underline; }
.mark { color: var(--accent); font-weight: 650; }
.who .quiet a { color: inherit; }
.text { white-space: pre-wrap; }
.counts { margin-top: ${SPACE.m}rem; }
.media { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: ${SPACE.s}rem; margin: ${SPACE.m}rem 0; }
.media img, .media video { display: block; width: 100%; height: auto; max-height: 32rem; object-fit: contain; border-radius: ${RADIUS.card}rem; background: var(--sunken); }
summary { min-height: 2.75rem; display: flex; align-items: center; cursor: pointer; color: var(--accent); }
.profile .who { display: flex; gap: ${SPACE.l}rem; align-items: center; margin-bottom: ${SPACE.m}rem; }
.profile h1 { margin: 0; }
.profile .text { margin-bottom: ${SPACE.m}rem; }
.network header nav { gap: 0 ${SPACE.s}rem; font-size: ${SIZES.small}rem; }
@media (min-width: 42rem) {
  .network header nav { gap: 0 ${SPACE.l}rem; font-size: inherit; }
  .network header form { flex-basis: 100%; margin-top: 0; }
}
.acts { display: flex; flex-wrap: wrap; gap: ${SPACE.s}rem; margin-top: ${SPACE.m}rem; }
.acts form { margin: 0; }
.acts button, .acts .button { padding: 0 ${SPACE.m}rem; font-size: ${SIZES.small}rem; }
.acts .on { border-color: var(--accent); color: var(--accent); }
.write { margin-top: 0; }
.write input + p, .write textarea + p { margin-top: ${SPACE.xs}rem; }
.write label:first-of-type { margin-top: 0; }
.network textarea { display: block; width: 100%; font: inherit; padding: ${SPACE.s}rem ${SPACE.m}rem; border: 1px solid var(--edge); border-radius: ${RADIUS.field}rem; background: var(--card); color: var(--text); resize: vertical; }
.write .actions { margin-top: ${SPACE.m}rem; }
.network fieldset { margin: 0; padding: 0; border: 0; }
.network legend { padding: 0; font-weight: 600; }
.network input[type=radio] { flex: none; width: 1.25rem; min-height: 1.25rem; margin: 0; accent-color: var(--accent); }
.tabs { margin: 0 0 ${SPACE.m}rem; }
.tabs [aria-current] { color: var(--text); font-weight: 600; text-decoration: underline; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
</style>`

/** The style sheet as a source of a content security policy. */
export const NETWORK_STYLE_SOURCE = `'sha256-${createHash('sha256')
  .update(String(NETWORK_STYLE).slice('<style>'.length, -'</style>'.length))
  .digest('base64')}'`
