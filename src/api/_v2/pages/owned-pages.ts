/**
 * Declares pages of objects that belong to one object (the owner), such as the followers of a user (spec/v2.md#paging).
 */
import type { TSchema } from 'typebox'
import type { Viewer } from '../../../domain/context.ts'
import type { IdPageInput } from '../../../domain/graph/id-page.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import { keyParam, readSelection, type Subject, selectionParams } from '../parameters.ts'
import { NOTHING_INCLUDED, type Parts, partsAnswer } from '../parts.ts'
import { ID_PATTERN, ValidationErrors } from '../validation-errors.ts'
import { V2_DIALECT, type V2View, v2View } from '../view.ts'
import type { Page } from './page-ids.ts'
import type { FindOwner } from './page-owners.ts'
import { type PageFilterParams, type PageSize, pageMeta, pageParams, readPage } from './page-params.ts'
import { pageTokens } from './page-token.ts'

/** A page of objects, without the properties that depend on the kind of objects. */
export interface OwnedPages extends Required<Pick<ApiEndpoint, 'scopes' | 'window'>> {
  readonly path: string
  readonly summary: string
  /** Accepted kinds of callers; default: users and apps. */
  readonly auth?: readonly ('user' | 'app')[]
  readonly size: PageSize
  readonly owner: FindOwner
  readonly read: ReadPage | FilteredRead
}

/** Reads a page. @param input.userId the id of the owner, even if the owner is not a user */
export type ReadPage = (reader: Services['store'], input: IdPageInput, viewer: Viewer) => Promise<Page>

/** A read with additional parameters. */
export interface FilteredRead {
  readonly params: PageFilterParams
  /** Reads the parameters, and adds errors to `errors`. */
  parse(errors: ValidationErrors, services: Pick<Services, 'clock' | 'timelineHeads'>): ReadPage
}

/** The properties of a kind of objects. */
interface PageKind<P extends Parts> {
  readonly subject: Subject
  /** Name of the objects in the plural, for the API document. */
  readonly items: string
  readonly schema: TSchema
  /** Errors in addition to the errors of every page. */
  readonly errors?: readonly ReturnType<typeof problemEntry>[]
  /** @param appId the id of the calling app */
  parts(services: Services, view: V2View, page: Page, appId: bigint): Promise<P>
  /** Additional members of `meta`. */
  meta?(parts: P): Readonly<Record<string, string>>
}

export function ownedPages<P extends Parts>(declaration: OwnedPages, kind: PageKind<P>): ApiEndpoint {
  const { path, summary, auth = ['user', 'app'], scopes, window, size, owner: findOwner, read } = declaration
  const filterParams = typeof read === 'function' ? {} : read.params
  const filterNames = Object.keys(filterParams)
  const params = {
    id: keyParam('id'),
    ...pageParams(kind.items, size),
    ...filterParams,
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
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden'), ...(kind.errors ?? [])],
    async handle({ caller, services, sent, outer }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(names, 'id')
      const value = errors.one('id', ID_PATTERN)
      const tokens = pageTokens(path, value, ...filterNames.map((name) => errors.text(name) ?? ''))
      const { count, cursor } = readPage(errors, size, tokens)
      const readPageOf = typeof read === 'function' ? read : read.parse(errors, services)
      const selection = readSelection(errors, kind.subject, '2', outer.apiDate)
      errors.throwIfAny()
      await requireEnrolment(services, '2', caller.app.id)
      const view = v2View(caller, V2_DIALECT, selection, outer)
      const owner = await findOwner(services, view, value)
      if (owner.error !== undefined) {
        return partsAnswer({ data: [], includes: NOTHING_INCLUDED, errors: [owner.error] }, false)
      }
      const page = await readPageOf(services.store, { userId: owner.id, cursor, count }, view.viewer)
      const parts = await kind.parts(services, view, page, caller.app.id)
      return partsAnswer(parts, false, pageMeta(page, parts.data.length, tokens, kind.meta?.(parts)))
    },
  })
}
