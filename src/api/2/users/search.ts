/** GET 2/users/search: users by words in their names (spec/v2-users-and-lists.md#user-calls). */
import { Type } from 'typebox'
import { searchUsers } from '../../../domain/accounts/search-users.ts'
import type { Param } from '../../../http/params.ts'
import { defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { pageMeta, pageParams } from '../../_v2/pages/page-params.ts'
import { type PageTokens, pageTokens } from '../../_v2/pages/page-token.ts'
import { shownUsers } from '../../_v2/pages/user-pages.ts'
import { readSelection, selectionParams } from '../../_v2/parameters.ts'
import { partsAnswer } from '../../_v2/parts.ts'
import { USER_PAGE } from '../../_v2/schemas.ts'
import { usersAsParts } from '../../_v2/users.ts'
import { ValidationErrors, valueText } from '../../_v2/validation-errors.ts'
import { V2_DIALECT, v2View } from '../../_v2/view.ts'

const PATH = '/2/users/search'
const QUERY_PATTERN = /^[A-Za-z0-9_' ]{1,50}$/
const SIZE = { min: 1, max: 1_000, default: 100 } as const

function text(description: string, pattern?: RegExp): Param<string | undefined> {
  const limits = pattern === undefined ? {} : { pattern: pattern.source }
  const schema = Type.String({ ...limits, description })
  return { schema: pattern === undefined ? Type.Optional(schema) : schema, parse: (value) => value }
}

const PARAMS = {
  query: text('Prefixes of words of a name or of a username.', QUERY_PATTERN),
  ...pageParams('users', SIZE),
  next_token: text('The same as `pagination_token`.'),
  ...selectionParams('users', '2'),
} as const

const NAMES = Object.keys(PARAMS)

export const v2UsersSearch = defineEndpoint({
  method: 'GET',
  paths: [PATH],
  summary: 'Users by words of their names: an exact username first, then by number of followers.',
  auth: ['user'],
  scopes: [],
  writes: false,
  window: { user: 900, app: 0 },
  params: PARAMS,
  answers: [{ schema: USER_PAGE }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle({ caller, services, sent, outer }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown(NAMES)
    const query = readQuery(errors)
    const tokens = pageTokens(PATH, query)
    const count = errors.integer('max_results', SIZE.min, SIZE.max, SIZE.default)
    const offset = readOffset(errors, tokens)
    const selection = readSelection(errors, 'users', '2', outer.apiDate)
    errors.throwIfAny()
    await requireEnrolment(services, '2', caller.app.id)
    const view = v2View(caller, V2_DIALECT, selection, outer)
    // Reads one user more than the page has, to find out if a next page exists.
    const ids = await searchUsers(services.store, view.viewer, { query, offset, count: count + 1 })
    const parts = await usersAsParts(services, view, await shownUsers(services, ids.slice(0, count)), [])
    const neighbours = {
      nextCursor: ids.length > count ? cursorOf(offset + count) : 0n,
      previousCursor: offset === 0 ? 0n : cursorOf(Math.max(0, offset - count)),
    }
    return partsAnswer(parts, false, pageMeta(neighbours, parts.data.length, tokens))
  },
})

function readQuery(errors: ValidationErrors): string {
  const query = errors.text('query')
  if (query === undefined) errors.add('query', 'Request parameter `query` can not be empty')
  else if (!QUERY_PATTERN.test(query)) {
    errors.add('query', `${valueText('query', query)} does not match ${QUERY_PATTERN.source}`)
  }
  return query ?? ''
}

/** Reads the offset from the page token. The token may be in either of two parameters. */
function readOffset(errors: ValidationErrors, tokens: PageTokens): number {
  const names = ['pagination_token', 'next_token'] as const
  const cursors = names.flatMap((name) => {
    const token = errors.text(name)
    if (token === undefined) return []
    const cursor = tokens.read(token)
    if (cursor === undefined || cursor <= 0n) errors.add(name, `${valueText(name, token)} is not valid`)
    return cursor ?? []
  })
  const [cursor = cursorOf(0), other = cursor] = cursors
  if (cursor !== other)
    errors.add('next_token', 'The tokens of `pagination_token` and `next_token` are not equal')
  return Number(cursor - 1n)
}

/** Converts an offset to a cursor. Cursors begin at 1, because a token cannot contain the cursor 0. */
function cursorOf(offset: number): bigint {
  return BigInt(offset) + 1n
}
