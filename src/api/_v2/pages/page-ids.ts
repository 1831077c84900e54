/** Converts the ids of a page, which sources return in different forms. */
import type { IdPage } from '../../../domain/graph/id-page.ts'
import type { PostPage } from '../../../domain/posts/read/post-page.ts'
import { ParsedIds } from '../../../lib/ids/parsed-ids.ts'
import type { HeadPage } from '../../../views/timeline-heads.ts'

/** The ids of a page, as text, as a list, or parsed. */
export type Page = IdPage | PostPage | HeadPage

/** The ids of a page. */
export function idsOfPage({ ids }: Page): readonly bigint[] {
  if (typeof ids === 'string') return ids === '' ? [] : ids.split(',').map(BigInt)
  return ids instanceof ParsedIds ? ids.ids : ids
}

/** Like {@link idsOfPage}, in a form for look-ups by digits. */
export function parsedIdsOfPage({ ids }: Page): ParsedIds {
  if (typeof ids === 'string') return ParsedIds.parse(ids) ?? ParsedIds.NONE
  return ids instanceof ParsedIds ? ids : ParsedIds.of(ids)
}
