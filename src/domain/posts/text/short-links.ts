/** Finds the targets of short links. */
import { sql } from 'kysely'
import { textList, textsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'

const SLUG = /^https?:\/\/t\.co\/([A-Za-z0-9]{10})(?![A-Za-z0-9])/i

/** The slug of a short link of this server; undefined for any other URL. */
export function slugOf(address: string): string | undefined {
  return SLUG.exec(address)?.[1]
}

/** The targets of the short links among the URLs, by slug. */
export async function knownLinks(
  reader: Reader,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const slugs = addresses.flatMap((address) => slugOf(address) ?? [])
  if (slugs.length === 0) return new Map()
  const rows = await reader.rows(linksBySlug, { slugs: textList(slugs) })
  return new Map(rows.map((row) => [row.slug, row.expanded_url]))
}

/** The target of a short link; undefined when the link does not exist. */
export async function expandLink(reader: Reader, slug: string): Promise<string | undefined> {
  const [row] = await reader.rows(linksBySlug, { slugs: textList([slug]) })
  return row?.expanded_url
}

const linksBySlug = query<{ slugs: string }>()(
  (_, p, engine) => sql<{ slug: string; expanded_url: string }>`
    select short_links.slug, short_links.expanded_url
    from ${textsOf(p('slugs'), engine)} as wanted join short_links on short_links.slug = wanted.text`,
)
