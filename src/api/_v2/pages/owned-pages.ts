/** Declares pages of objects around one object, such as the followers of a user (spec/v2.md#paging). */
import type { TSchema } from 'typebox'
import type { Viewer } from '../../../domain/context.ts'
import type { IdPage, IdPageInput } from '../../../domain/graph/id-page.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import { keyParam, readSelection, type Subject, selectionParams } from '../parameters.ts'
import { NOTHING_INCLUDED, type Parts, partsAnswer } from '../parts.ts'
import { ID_PATTERN, ValidationErrors } from '../validation-errors.ts'
import { V2_DIALECT, type V2View, v2View } from '../view.ts'
import type { FindOwner } from './page-owners.ts'
import { type PageSize, pageMeta, pageParams, readPage } from './page-params.ts'
import { pageTokens } from './page-token.ts'

/** A page of family L, without the kind of its objects. */
export interface OwnedPages extends Required<Pick<ApiEndpoint, 'scopes' | 'window'>> {
  readonly path: string
  readonly summary: string
  /** Default: users and apps. */
  readonly auth?: readonly ('user' | 'app')[]
  readonly size: PageSize
  readonly owner: FindOwner
  /** Reads ids of a page. @param input.userId id of the owner, whatever its kind */
  read(reader: Services['store'], input: IdPageInput, viewer: Viewer): Promise<IdPage>
}

/** Differences between kinds of objects. */
interface PageKind {
  readonly subject: Subject
  /** In the plural, for the API document. */
  readonly items: string
  readonly schema: TSchema
  parts(services: Services, view: V2View, page: IdPage): Promise<Parts>
}

export function ownedPages(declaration: OwnedPages, kind: PageKind): ApiEndpoint {
  const { path, summary, auth = ['user', 'app'], scopes, window, size, owner: findOwner, read } = declaration
  const params = {
    id: keyParam('id'),
    ...pageParams(kind.items, size),
    ...selectionParams(kind.subject, '2'),
  }
  const names = Object.keys(params)
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary,
    auth,
    scopes,
    writes: false,
    window,
    params,
    answers: [{ schema: kind.schema }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
    async handle({ caller, services, sent, outer }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(names, 'id')
      const value = errors.one('id', ID_PATTERN)
      const tokens = pageTokens(path, value)
      const { count, cursor } = readPage(errors, size, tokens)
      const selection = readSelection(errors, kind.subject, '2', outer.apiDate)
      errors.throwIfAny()
      await requireEnrolment(services, '2', caller.app.id)
      const view = v2View(caller, V2_DIALECT, selection, outer)
      const owner = await findOwner(services, view, value)
      if (owner.error !== undefined) {
        return partsAnswer({ data: [], includes: NOTHING_INCLUDED, errors: [owner.error] }, false)
      }
      const page = await read(services.store, { userId: owner.id, cursor, count }, view.viewer)
      const parts = await kind.parts(services, view, page)
      return partsAnswer(parts, false, pageMeta(page, parts.data.length, tokens))
    },
  })
}

/** The ids of a page. */
export function idsOfPage({ ids }: IdPage): readonly bigint[] {
  return ids === '' ? [] : ids.split(',').map(BigInt)
}
