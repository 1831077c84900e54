/** Declares pages of posts with tokens, in API v2 (spec/v2.md#paging). */
import type { ApiEndpoint } from '../../_endpoint.ts'
import type { Services } from '../../_services.ts'
import type { PartialError } from '../partial-errors.ts'
import { type PostParts, postPartsOf } from '../posts.ts'
import { POST_PAGE } from '../schemas.ts'
import type { V2View } from '../view.ts'
import { idsOfPage, type OwnedPages, ownedPages, type Page } from './owned-pages.ts'

/** Declares a page of posts. */
export function postPages(declaration: OwnedPages): ApiEndpoint {
  return ownedPages(declaration, { ...POSTS, schema: POST_PAGE })
}

/** Pages of posts. Posts that the viewer does not see are left out without an error. */
export const POSTS = {
  subject: 'posts',
  items: 'posts',
  async parts(services: Services, view: V2View, page: Page): Promise<PostParts> {
    const parts = await postPartsOf(services, view, idsOfPage(page))
    return { ...parts, errors: parts.errors.filter(isAboutShown) }
  },
} as const

/** False for the error of a post of the page itself, which would disclose a hidden post. */
function isAboutShown({ section, field }: PartialError): boolean {
  return section === 'includes' || field !== undefined
}
