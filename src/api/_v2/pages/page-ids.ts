/** Converts the ids of a page. The functions that read pages return ids in different forms. */
import type { IdPage } from '../../../domain/graph/id-page.ts'
import type { PostPage } from '../../../domain/posts/read/post-page.ts'
import { ParsedIds } from '../../../lib/ids/parsed-ids.ts'
import type { HeadPage } from '../../../views/timeline-heads.ts'

/** A page whose ids are a text with commas, a list, or parsed. */
export type Page = IdPage | PostPage | HeadPage

/** The ids of a page. */
export function idsOfPage({ ids }: Page): readonly bigint[] {
  if (typeof ids === 'string') return ids === '' ? [] : ids.split(',').map(BigInt)
  return ids instanceof ParsedIds ? ids.ids : ids
}

/** Like {@link idsOfPage}, but the result also has the digits of the ids, by which the caches look up objects. */
export function parsedIdsOfPage({ ids }: Page): ParsedIds {
  if (typeof ids === 'string') return ParsedIds.parse(ids) ?? ParsedIds.NONE
  return ids instanceof ParsedIds ? ids : ParsedIds.of(ids)
}
