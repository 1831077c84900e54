/** Real texts of recorded posts (test/fixtures/text/README.md). */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const FILE = new URL('../../../test/fixtures/text/posts.jsonl.gz', import.meta.url)

interface Recorded {
  readonly text: string
  readonly entities: { readonly mentions?: unknown; readonly media?: unknown }
  readonly reply?: boolean
  readonly repost?: unknown
  readonly quote?: boolean
  readonly truncated?: boolean
  readonly whole?: unknown
}

/**
 * Distinct texts without replies, reposts, quotes, media or mentions, because the fixture does not have their
 * objects. The texts are escaped, as the API sends them.
 */
export function realTexts(): readonly string[] {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n')
  const posts = lines.map((line) => JSON.parse(line) as Recorded)
  const alone = posts.filter(
    ({ entities, reply, repost, quote, truncated, whole }) =>
      [entities.mentions, entities.media, repost, whole].every((value) => value === undefined) &&
      ![reply, quote, truncated].includes(true),
  )
  return [...new Set(alone.map(({ text }) => text))]
}
