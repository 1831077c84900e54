/** Declares the search endpoints (spec/recent-search.md#parameters, spec/v2-posts.md#search-calls). */
import { type ApiEndpoint, defineEndpoint } from '../_endpoint.ts'
import { problemEntry } from '../_problems.ts'
import type { Generation } from '../_v2/parameters.ts'
import { postPartsOf } from '../_v2/posts.ts'
import { findPage } from './find-page.ts'
import { completeSince } from './index-gap.ts'
import { expandLists } from './list-members.ts'
import { fieldChoice, type ObjectChoice } from './object-choice.ts'
import { dialectOf, type Reach, requireAccess } from './reach.ts'
import { searchAnswer } from './search-answer.ts'
import { searchKind, searchParams } from './search-kinds.ts'
import { readSearch } from './search-query.ts'
import { countShown, requireUsageLeft } from './usage.ts'

interface SearchDeclaration {
  readonly generation: Generation
  readonly reach: Reach
  readonly path: string
  /** The selection of objects; default: by fields. */
  readonly objects?: ObjectChoice
}

export function searchCall({
  generation,
  reach,
  path,
  objects = fieldChoice(generation),
}: SearchDeclaration): ApiEndpoint {
  const { summary, auth, window } = searchKind(generation, reach)
  const params = { ...searchParams(generation, reach), ...objects.params }
  const names = Object.keys(params)
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary,
    auth,
    ...(generation === '2' ? { scopes: [] } : {}),
    writes: false,
    window,
    params,
    answers: [{ schema: objects.schema }],
    errors: [
      problemEntry('invalidRequest'),
      problemEntry('clientForbidden'),
      problemEntry('usageCapExceeded'),
    ],
    async handle({ caller, services, sent, outer }) {
      const dialect = await dialectOf(services, caller.app.id, { generation, reach })
      const rules = { path, generation, reach, names, dialect, objects }
      const read = await readSearch(sent, rules, services, outer.apiDate)
      await requireAccess(services, caller.app.id, { generation, reach })
      const view = read.viewOf(caller, outer)
      const expression = await expandLists(services, view.viewer, read.expression, sent)
      const request = { ...read, expression }
      const account = await requireUsageLeft(services, caller.app.id, generation)
      const page = await findPage(services, request)
      const found = await postPartsOf(services, view, page.ids)
      const ids = found.shown.map(({ cached }) => cached.entity.id)
      const max = await countShown(services, account, ids)
      const since = await completeSince(services, request.span.from)
      const { tokens } = request
      if (max === ids.length)
        return searchAnswer(found, { ids, next: page.next && tokens.of(page.next), since })
      const first = ids[max]
      const next = first === undefined ? undefined : tokens.of(page.positionOf(first))
      const cut = ids.slice(0, max)
      return searchAnswer(await postPartsOf(services, view, cut), { ids: cut, next, since })
    },
  })
}
