/** The Follower ID page: five fields, in the recorded order, with every digit (spec/followers.md#response). */
import type { IdPage } from '../../domain/graph/id-page.ts'
import type { Answer } from '../../http/endpoint.ts'

/**
 * A page of ids as text. Cursors and ids are far beyond 2^53, so they are spliced in as digits.
 * @param stringify true for ids as strings
 */
export function idPageAnswer(page: IdPage, stringify: boolean): Answer {
  const ids = stringify && page.ids !== '' ? `"${page.ids.replaceAll(',', '","')}"` : page.ids
  return { status: 200, body: `{"ids":[${ids}],${cursorFields(page)}}` }
}

/** `next_cursor` and `previous_cursor` with their `_str` twins, without braces. */
export function cursorFields(page: { readonly nextCursor: bigint; readonly previousCursor: bigint }): string {
  const { nextCursor: next, previousCursor: previous } = page
  return (
    `"next_cursor":${next},"next_cursor_str":"${next}",` +
    `"previous_cursor":${previous},"previous_cursor_str":"${previous}"`
  )
}
