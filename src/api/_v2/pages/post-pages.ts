/** Declares pages of posts with tokens, in API v2 (spec/v2.md#paging). */
import type { ApiEndpoint } from '../../_endpoint.ts'
import type { PartialError } from '../partial-errors.ts'
import { postPartsOf } from '../posts.ts'
import { POST_PAGE } from '../schemas.ts'
import { idsOfPage, type OwnedPages, ownedPages } from './owned-pages.ts'

/** Declares a page of posts. Posts that the viewer does not see are left out without an error. */
export function postPages(declaration: OwnedPages): ApiEndpoint {
  return ownedPages(declaration, {
    subject: 'posts',
    items: 'posts',
    schema: POST_PAGE,
    async parts(services, view, page) {
      const parts = await postPartsOf(services, view, idsOfPage(page))
      return { ...parts, errors: parts.errors.filter(isAboutShown) }
    },
  })
}

/** False for the error of a post of the page itself, which would disclose a hidden post. */
function isAboutShown({ section, field }: PartialError): boolean {
  return section === 'includes' || field !== undefined
}
