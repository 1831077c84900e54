/** Declares pages of the lists of a user, with cursors. */
import type { IdPage } from '../../../domain/graph/id-page.ts'
import type { ListPageInput } from '../../../domain/lists/pages.ts'
import type { WindowSpec } from '../../../http/endpoint.ts'
import { boolean, count, cursor } from '../../../http/params.ts'
import type { Services } from '../../_services.ts'
import { cursorFields } from '../_cursor-page.ts'
import { v11Endpoint } from '../_family.ts'
import { postsTarget } from '../_posts-target.ts'
import { LIST_PAGE } from '../_schemas/list.ts'
import { targetParams, viewerOf } from '../_target.ts'
import { listTextsOf } from './_list-texts.ts'

type ReadListPage = (reader: Services['store'], input: ListPageInput) => Promise<IdPage>

interface ListPages {
  readonly path: `/1.1/lists/${string}.json`
  readonly summary: string
  readonly window: WindowSpec
  readonly read: ReadListPage
  /** Reads the page for requests with `filter_to_owned_lists`. Without this function, the parameter is ignored. */
  readonly readOwned?: ReadListPage
}

export function listPages({ path, summary, window, read, readOwned = read }: ListPages) {
  return v11Endpoint({
    paths: [path],
    summary,
    window,
    params: {
      ...targetParams,
      cursor: cursor(),
      count: count({ default: 20, max: 1_000 }),
      filter_to_owned_lists: boolean({
        default: false,
        description: 'For memberships: only lists of the caller.',
      }),
    },
    errors: ['queryParametersMissing', 'pageDoesNotExist', 'parameterInvalid', 'blockedByAuthor'],
    answers: [{ schema: LIST_PAGE }],
    async handle({ params, caller, services, outer }) {
      const user = await postsTarget(params, caller, services)
      const viewer = viewerOf(caller)
      const readPage = params.filter_to_owned_lists ? readOwned : read
      const input = { userId: user.id, viewer, cursor: params.cursor, count: params.count }
      const page = await readPage(services.store, input)
      const ids = page.ids === '' ? [] : page.ids.split(',').map(BigInt)
      const lists = await listTextsOf(services, viewer, ids, outer)
      return { status: 200, body: undefined, pieces: ['{"lists":[', lists, `],${cursorFields(page)}}`] }
    },
  })
}
