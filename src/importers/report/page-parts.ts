/** Parts of report pages: sections, tables and lists. */
import { type Html, html } from '../../text/html.ts'
import type { FileNote } from '../files/counts.ts'

/** A section of counts by name, the largest first; empty without any. */
export function counts(title: string, sentence: string, all: Readonly<Record<string, number>>): Html {
  const rows = Object.entries(all).toSorted(([, one], [, other]) => other - one)
  return section(title, html`<p class="quiet">${sentence}</p>${table(['Name', 'Number'], rows)}`, rows.length)
}

/** A section of places with reasons; empty without any. */
export function notes(title: string, all: readonly FileNote[], more: number, style: string): Html {
  if (all.length === 0) return html``
  return html`<section class="${style}"><h2>${title}</h2>
<ul>${all.map(({ place, reason }) => html`<li><strong>${place}</strong>: ${reason}</li>`)}</ul>
${more > 0 && html`<p>And ${whole(more)} more.</p>`}</section>`
}

/** A section; empty for 0 rows. */
export function section(title: string, content: Html, rows: number): Html {
  return rows === 0 ? html`` : html`<section><h2>${title}</h2>${content}</section>`
}

export type Cell = string | number

/** Columns of a table that is no wider than its content, so that a number is near its name. */
const MAX_NARROW = 3

/** A table that scrolls by itself on a narrow screen. */
export function table(names: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${names.join(', ')}"><table class="${names.length <= MAX_NARROW ? 'narrow' : ''}">
<thead><tr>${names.map((name, index) => html`<th scope="col" class="${typeof rows[0]?.[index] === 'number' && 'number'}">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...others]) =>
      html`<tr><th scope="row">${shown(first ?? '')}</th>${others.map((cell) => html`<td class="${styleOf(cell)}">${shown(cell)}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

/** Zeros are quiet, so that other numbers stand out. */
function styleOf(cell: Cell): string {
  if (typeof cell === 'string') return ''
  return cell === 0 ? 'number zero' : 'number'
}

function shown(cell: Cell): string {
  return typeof cell === 'number' ? whole(cell) : cell
}

/** A number with separators of thousands. */
export function whole(count: number): string {
  return count.toLocaleString('en-US')
}
