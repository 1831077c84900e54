/** Prepares tests of lists of ids: a server, an app, and users with lists. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Config } from '../../../src/config.ts'
import type { Engine } from '../../../src/db/query.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import type { Context } from '../../../src/domain/context.ts'
import { type ImportedEdge, importFollows } from '../../../src/domain/graph/import-follows.ts'
import {
  type ApiAnswer,
  ask,
  type Credentials,
  createTestApp,
  parseExactly,
  type TestApp,
} from '../api-client.ts'
import { letFollow } from '../follows.ts'
import { startTestServer } from '../server.ts'
import { createOneUser, createUsers } from '../users.ts'

export interface IdList {
  readonly path: string
  /** The edge that adds `member` to the list of `owner`. */
  edge(owner: bigint, member: bigint): ImportedEdge
}

/** Body of a page, with integers as bigints. */
export interface Page {
  readonly ids: readonly (bigint | string)[]
  readonly next_cursor: bigint
  readonly next_cursor_str: string
  readonly previous_cursor: bigint
  readonly previous_cursor_str: string
}

/** Number of members of the large list. It is larger than a page. */
export const CROWD = 5_003

/** Id of the first member of the large list. The other members have the following ids. */
export const CROWD_FROM = 2n ** 61n

/** A server without rate limits, with an app and two users. */
export interface Stage {
  readonly list: IdList
  /** URL of the list, without a query. */
  readonly url: string
  readonly context: Context
  readonly app: TestApp
  /** The user whose list has five members. */
  readonly five: User
  /** The members of the list of the user `five`, newest first. */
  readonly members: readonly bigint[]
  /** The user who has the large list. */
  readonly crowded: User
  /** Sends a request with this query, by default with app authentication. */
  ask(query: string, credentials?: Credentials): Promise<ApiAnswer>
  /** Like {@link Stage.ask}, for a response that must be a page. */
  page(query: string, credentials?: Credentials): Promise<Page>
}

/** The data of the stage: new data on an engine, or existing data. */
export type StageHost = { readonly engine: Engine } | { readonly config: Config }

export async function openStage(t: TestContext, list: IdList, place: StageHost): Promise<Stage> {
  const server = await startTestServer(
    t,
    'config' in place
      ? { config: { ...place.config, limits: 'off' } }
      : { ...place, settings: { limits: 'off' } },
  )
  const { context } = server
  const url = `${server.url}${list.path}`
  const app = await createTestApp(context)
  const [five, members] = await ownerOf(context, list, 5)
  const crowded = await createOneUser(context)
  const crowd = Array.from({ length: CROWD }, (_, index) => list.edge(crowded.id, CROWD_FROM + BigInt(index)))
  await importFollows(context, crowd, async () => undefined)
  const askFor: Stage['ask'] = (query, credentials = app.asApp) =>
    ask(query === '' ? url : `${url}?${query}`, credentials)
  const page: Stage['page'] = async (query, credentials) => pageOf(await askFor(query, credentials))
  return { list, url, context, app, five, members, crowded, ask: askFor, page }
}

/** Creates a user whose list has this number of members. Returns the members, newest first. */
export async function ownerOf(
  context: Context,
  list: IdList,
  count: number,
  isProtected = false,
): Promise<[User, bigint[]]> {
  const owner = await createOneUser(context, { isProtected })
  const members = (await createUsers(context, count)).map((user) => user.id)
  for (const member of members) await letFollow(context, list.edge(owner.id, member))
  return [owner, members.toReversed()]
}

function pageOf({ status, text }: ApiAnswer): Page {
  assert.equal(status, 200, text)
  return parseExactly(text) as Page
}

export function assertError(
  { status, text }: ApiAnswer,
  expected: number,
  code: number,
  message: string,
): void {
  assert.deepEqual([status, text], [expected, JSON.stringify({ errors: [{ code, message }] })])
}

export function assertNoPage(answer: ApiAnswer): void {
  assertError(answer, 404, 34, 'Sorry, that page does not exist.')
}
