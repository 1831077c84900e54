/** Renders parts of report pages: sections, tables and lists. */
import { type Html, html } from '../../text/html.ts'
import type { FileNote } from '../files/counts.ts'

/** A section with counts by name, largest count first; empty if there are no counts. */
export function counts(title: string, sentence: string, all: Readonly<Record<string, number>>): Html {
  const rows = Object.entries(all).toSorted(([, one], [, other]) => other - one)
  return section(title, html`<p class="quiet">${sentence}</p>${table(['Name', 'Number'], rows)}`, rows.length)
}

/** A section with places and reasons; empty if there are none. */
export function notes(title: string, all: readonly FileNote[], more: number, style: string): Html {
  if (all.length === 0) return html``
  return html`<section class="${style}"><h2>${title}</h2>
<ul>${all.map(({ place, reason }) => html`<li><strong>${place}</strong>: ${reason}</li>`)}</ul>
${more > 0 && html`<p>And ${whole(more)} more.</p>`}</section>`
}

/** A section; empty if it has no rows. */
export function section(title: string, content: Html, rows: number): Html {
  return rows === 0 ? html`` : html`<section><h2>${title}</h2>${content}</section>`
}

export type Cell = string | number

/**
 * Maximum number of columns of a narrow table. A narrow table is only as wide as its content, so that numbers are near
 * their names.
 */
const MAX_NARROW = 3

/** A table that scrolls within the page on a narrow screen. */
export function table(names: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${names.join(', ')}"><table class="${names.length <= MAX_NARROW ? 'narrow' : ''}">
<thead><tr>${names.map((name, index) => html`<th scope="col" class="${typeof rows[0]?.[index] === 'number' && 'number'}">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...others]) =>
      html`<tr><th scope="row">${shown(first ?? '')}</th>${others.map((cell) => html`<td class="${styleOf(cell)}">${shown(cell)}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

/** The style of a cell. Zeros are less visible than other numbers. */
function styleOf(cell: Cell): string {
  if (typeof cell === 'string') return ''
  return cell === 0 ? 'number zero' : 'number'
}

function shown(cell: Cell): string {
  return typeof cell === 'number' ? whole(cell) : cell
}

/** A whole number with thousands separators. */
export function whole(count: number): string {
  return count.toLocaleString('en-US')
}
