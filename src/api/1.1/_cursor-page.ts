/**
 * Renders pages of user ids: five fields in the recorded order, with exact ids and cursors
 * (spec/followers.md#response).
 */
import type { IdPage } from '../../domain/graph/id-page.ts'
import type { Answer } from '../../http/endpoint.ts'

/**
 * A page of ids as text. Cursors and ids can be above 2^53, so their digits are inserted as text.
 * @param stringify if true, ids are strings
 */
export function idPageAnswer(page: IdPage, stringify: boolean): Answer {
  const ids = stringify && page.ids !== '' ? `"${page.ids.replaceAll(',', '","')}"` : page.ids
  return { status: 200, body: `{"ids":[${ids}],${cursorFields(page)}}` }
}

/**
 * JSON text, without braces, of the members `next_cursor` and `previous_cursor` (numbers) and `next_cursor_str` and
 * `previous_cursor_str` (strings).
 */
export function cursorFields(page: { readonly nextCursor: bigint; readonly previousCursor: bigint }): string {
  const { nextCursor: next, previousCursor: previous } = page
  return (
    `"next_cursor":${next},"next_cursor_str":"${next}",` +
    `"previous_cursor":${previous},"previous_cursor_str":"${previous}"`
  )
}
