/** Declares pages of users with tokens, in API v2 (spec/labs-lookup.md#pages-of-followers). */
import { Type } from 'typebox'
import type { IdPage, IdPageInput } from '../../domain/graph/id-page.ts'
import type { Param } from '../../http/params.ts'
import { type ApiEndpoint, defineEndpoint } from '../_endpoint.ts'
import { requireEnrolment } from '../_enrolment.ts'
import { problemEntry } from '../_problems.ts'
import type { Services } from '../_services.ts'
import { readCursor, userPageAnswer } from './page-of-users.ts'
import { keyParam, readSelection, selectionParams } from './parameters.ts'
import { USER_PAGE } from './schemas.ts'
import { ID_PATTERN, ValidationErrors } from './validation-errors.ts'
import { V2_DIALECT, v2View } from './view.ts'

const MAX_PAGE_SIZE = 1_000
const DEFAULT_PAGE = 100

function optional(schema: Param<unknown>['schema']): Param<string | undefined> {
  return { schema: Type.Optional(schema), parse: (text) => text }
}

const PARAMS = {
  id: keyParam('id'),
  max_results: optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      default: DEFAULT_PAGE,
      description: 'Maximum number of users per page.',
    }),
  ),
  pagination_token: optional(
    Type.String({ description: 'A `next_token` or `previous_token`; omitted for the first page.' }),
  ),
  ...selectionParams('users', '2'),
}

const NAMES = Object.keys(PARAMS)

interface UserPages {
  readonly path: string
  readonly summary: string
  read(reader: Services['store'], input: IdPageInput): Promise<IdPage>
}

export function userPages({ path, summary, read }: UserPages): ApiEndpoint {
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary,
    auth: ['user', 'app'],
    scopes: ['follows.read'],
    writes: false,
    window: { user: 15, app: 15 },
    params: PARAMS,
    answers: [{ schema: USER_PAGE }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
    async handle({ caller, services, sent, outer }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(NAMES, 'id')
      const value = errors.one('id', ID_PATTERN)
      const count = errors.integer('max_results', 1, MAX_PAGE_SIZE, DEFAULT_PAGE)
      const cursor = readCursor(errors)
      const selection = readSelection(errors, 'users', '2', outer.apiDate)
      errors.throwIfAny()
      await requireEnrolment(services, '2', caller.app.id)
      const view = v2View(caller, V2_DIALECT, selection, outer)
      return userPageAnswer(services, view, value, (userId) =>
        read(services.store, { userId, cursor, count }),
      )
    },
  })
}
