/** Input of a client script, and a function that walks through a list with the methods of a library. */
export interface World {
  readonly key: string
  readonly secret: string
  readonly bearer: string
  readonly accessToken: string
  readonly accessSecret: string
  /** User whose followers the client pages through. */
  readonly userId: string
}

interface IdPage {
  readonly ids: readonly string[]
  readonly next_cursor_str: string
  readonly previous_cursor_str: string
}

export interface Walks {
  /** Ids of the whole list, newest first, as the pages forward return them. */
  readonly there: readonly string[]
  /** Ids of the pages before the last page, newest first. These pages were requested backward. */
  readonly back: readonly string[]
  readonly pages: number
}

/** Walks to the end and back. @param get requests followers/ids with these parameters */
export async function walkBothWays(
  userId: string,
  get: (params: Record<string, string>) => Promise<unknown>,
): Promise<Walks> {
  const page = async (cursor: string) =>
    (await get({ user_id: userId, cursor, stringify_ids: 'true' })) as IdPage
  const there: string[] = []
  let pages = 0
  let last: IdPage | undefined
  for (let cursor = '-1'; cursor !== '0'; cursor = last.next_cursor_str) {
    last = await page(cursor)
    there.push(...last.ids)
    pages += 1
  }
  const back: string[] = []
  for (let cursor = last?.previous_cursor_str ?? '0'; cursor !== '0'; ) {
    const before = await page(cursor)
    back.unshift(...before.ids)
    cursor = before.previous_cursor_str
  }
  return { there, back, pages }
}
