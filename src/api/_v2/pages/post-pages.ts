/** Declares pages of posts in API v2, with page tokens (spec/v2.md#paging). */
import { ParsedIds } from '../../../lib/ids/parsed-ids.ts'
import type { ApiEndpoint } from '../../_endpoint.ts'
import { problemEntry } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import { meteredRead } from '../metered-read.ts'
import type { PartialError } from '../partial-errors.ts'
import { type PostParts, postParts } from '../posts.ts'
import { POST_PAGE } from '../schemas.ts'
import type { V2View } from '../view.ts'
import { keptPostParts } from './kept-page.ts'
import { type OwnedPages, ownedPages } from './owned-pages.ts'
import { type Page, parsedIdsOfPage } from './page-ids.ts'

export interface PostPages extends OwnedPages {
  /** True if the posts count for the monthly cap, provided that the setting `monthly_cap` requires it. */
  readonly isMetered?: boolean
}

/** Declares a page of posts. */
export function postPages({ isMetered = false, ...declaration }: PostPages): ApiEndpoint {
  return ownedPages(declaration, { ...postKind(isMetered), schema: POST_PAGE })
}

/** The properties of pages of posts. Posts that the viewer may not see are left out without an error. */
export function postKind(isMetered: boolean) {
  return isMetered ? METERED_POSTS : POSTS
}

const POSTS = {
  subject: 'posts',
  items: 'posts',
  async parts(services: Services, view: V2View, page: Page): Promise<PostParts> {
    const { ids } = page
    const parts =
      ids instanceof ParsedIds
        ? await keptPostParts(services, view, ids)
        : await postParts(services, view, 'ids', parsedIdsOfPage(page))
    return { ...parts, errors: parts.errors.filter(isAboutShown) }
  },
} as const

const METERED_POSTS = {
  ...POSTS,
  errors: [problemEntry('usageCapExceeded')],
  parts: (services: Services, view: V2View, page: Page, appId: bigint): Promise<PostParts> =>
    meteredRead(services, appId, () => POSTS.parts(services, view, page)),
} as const

/**
 * False for an error about a post that is missing in `data`. Pages omit such errors, because these errors
 * would reveal hidden posts. Errors about single fields of shown posts stay.
 */
function isAboutShown({ section, field }: PartialError): boolean {
  return section === 'includes' || field !== undefined
}
