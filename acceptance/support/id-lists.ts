/** Reads followers/ids and friends/ids like a client that has no 64-bit numbers. */
import assert from 'node:assert/strict'

export interface IdPage {
  readonly ids: readonly string[]
  readonly next: string
  readonly previous: string
}

export interface ListOptions {
  readonly url: string
  readonly token: string
  readonly list: 'followers' | 'friends'
  readonly userId: string
  /** Ids per page; the server's default when undefined. */
  readonly count?: number
}

export const FIRST = '-1'
const NONE = '0'

/** Reads one page. */
export async function idPage(options: ListOptions, cursor: string): Promise<IdPage> {
  const { url, token, list, userId, count } = options
  const query = new URLSearchParams({ user_id: userId, cursor, stringify_ids: 'true' })
  if (count !== undefined) query.set('count', String(count))
  const response = await fetch(`${url}/1.1/${list}/ids.json?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  const page = JSON.parse(text) as { ids: string[]; next_cursor_str: string; previous_cursor_str: string }
  // The numeric fields have the same digits.
  assert.ok(text.includes(`"next_cursor":${page.next_cursor_str},`))
  assert.ok(text.includes(`"previous_cursor":${page.previous_cursor_str},`))
  return { ids: page.ids, next: page.next_cursor_str, previous: page.previous_cursor_str }
}

/**
 * Pages from `cursor` to the end of the list, or back to its beginning.
 * @param between called after each page
 */
export async function walk(
  options: ListOptions,
  cursor: string = FIRST,
  way: 'next' | 'previous' = 'next',
  between: () => Promise<void> = async () => undefined,
): Promise<IdPage[]> {
  const pages: IdPage[] = []
  for (let at = cursor; at !== NONE; ) {
    const page = await idPage(options, at)
    pages.push(page)
    at = page[way]
    await between()
  }
  return pages
}

export function idsOf(pages: readonly IdPage[]): string[] {
  return pages.flatMap(({ ids }) => ids)
}
