/** Declares pages of lists in API v2, with page tokens (spec/v2.md#paging). */
import type { IdPage } from '../../../domain/graph/id-page.ts'
import type { ListPageInput } from '../../../domain/lists/pages.ts'
import type { WindowSpec } from '../../../http/endpoint.ts'
import type { ApiEndpoint } from '../../_endpoint.ts'
import type { Services } from '../../_services.ts'
import { ownedPages } from '../pages/owned-pages.ts'
import { idsOfPage } from '../pages/page-ids.ts'
import { postsOwner } from '../pages/page-owners.ts'
import { listPartsOf } from './list-parts.ts'
import { LIST_PAGE } from './list-schemas.ts'

interface ListPages {
  readonly path: string
  readonly summary: string
  readonly window: WindowSpec
  read(reader: Services['store'], input: ListPageInput): Promise<IdPage>
}

/** Declares a page of the lists of a user. Lists that the viewer may not see are left out. */
export function listPages({ path, summary, window, read }: ListPages): ApiEndpoint {
  return ownedPages(
    {
      path,
      summary,
      scopes: ['list.read'],
      window,
      size: { min: 1, max: 100, default: 100 },
      owner: postsOwner,
      read: (reader, input, viewer) => read(reader, { ...input, viewer }),
    },
    {
      subject: 'lists',
      items: 'lists',
      schema: LIST_PAGE,
      parts: (services, view, page) => listPartsOf(services, view, idsOfPage(page)),
    },
  )
}
