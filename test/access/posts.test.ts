/**
 * Promise 9 for posts: the test calls every v1.1 endpoint of posts, as every kind of caller, for every kind of
 * author, in every state of a post. One function computes the expected response from spec/posts.md#post-object and
 * spec/errors.md#code-table, without the code of Aviary.
 */
import assert from 'node:assert/strict'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import type { Context } from '../../src/domain/context.ts'
import { changePostState } from '../../src/domain/posts/state/change-post-state.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../src/domain/posts/write/delete-post.ts'
import { repost } from '../../src/domain/posts/write/repost.ts'
import { must } from '../../src/lib/assert.ts'
import { parseExactly } from '../support/api-client.ts'
import { ENGINES } from '../support/engines.ts'
import { Connections } from '../support/http/connections.ts'
import { requestText } from '../support/http/wire.ts'
import { sample, slowTest } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { CALLERS } from './callers.ts'
import { AccessFixture, type Encounter } from './fixture.ts'
import { REFUSALS, refusalOfCaller } from './policy.ts'
import { type Row, WITHOUT_USERS } from './rows.ts'
import type { TargetKind } from './targets.ts'
import type { Person } from './world.ts'

/** States of a post. */
const STATES = ['there', 'withheld', 'dropped', 'deleted'] as const
type State = (typeof STATES)[number]

/** A unique text. No response to a caller who may not see the post contains this text. */
function secretOf(kind: TargetKind, state: State): string {
  return `Secret of the ${kind} one, ${state}`
}

class Posts {
  readonly #ids = new Map<string, bigint>()
  /** A public post that all targets have reposted. */
  readonly reposted: bigint

  constructor(reposted: bigint) {
    this.reposted = reposted
  }

  /** Creates a post of each target in each state. Hidden targets are visible until their posts exist. */
  static async write(context: Context, fixture: AccessFixture): Promise<Posts> {
    const shared = { authorId: fixture.bystanders.fan.id, text: 'For all' }
    const posts = new Posts((await createPost(context, shared)).id)
    const targets = new Map(fixture.encounters().map(({ targetKind, target }) => [targetKind, target]))
    for (const [kind, target] of targets) {
      if (kind !== 'unknown') await whileShown(context, target, () => posts.#writeAll(context, kind, target))
    }
    return posts
  }

  id(kind: TargetKind, state: State): bigint {
    return kind === 'unknown' ? 1n : must(this.#ids.get(`${kind} ${state}`), 'a post')
  }

  async #writeAll(context: Context, kind: TargetKind, { id: authorId }: Person): Promise<void> {
    await repost(context, { userId: authorId, postId: this.reposted })
    for (const state of STATES) {
      const { id: postId } = await createPost(context, { authorId, text: secretOf(kind, state) })
      this.#ids.set(`${kind} ${state}`, postId)
      if (state === 'withheld')
        await changePostState(context, { postId, action: 'withhold', countries: ['DE'] })
      if (state === 'dropped') await changePostState(context, { postId, action: 'drop' })
      if (state === 'deleted') await deletePost(context, { postId })
    }
  }
}

async function whileShown(context: Context, { id: userId, userState }: Person, work: () => Promise<void>) {
  if (userState.isDeactivated) await changeUserState(context, { userId, action: 'reactivate' })
  if (userState.isSuspended) await changeUserState(context, { userId, action: 'unsuspend' })
  await work()
  if (userState.isSuspended) await changeUserState(context, { userId, action: 'suspend' })
  if (userState.isDeactivated) await changeUserState(context, { userId, action: 'deactivate' })
}

/** Expected responses: `status/code`, `401 not authorized`, or `good`. */
type Verdict = string

function refusalOf(encounter: Encounter, row: Pick<Row, 'takesApps' | 'writes'>): Verdict | undefined {
  const { caller, targetKind, target, relations } = encounter
  const refusal = refusalOfCaller({
    row: { about: 'no user', ways: [], ...row },
    way: { url: (path) => path },
    proof: CALLERS[caller].proof,
    target: targetKind === 'unknown' ? undefined : target.userState,
    relations,
  })
  return refusal === undefined ? undefined : REFUSALS[refusal].slice(0, 2).join('/')
}

/**
 * False for requests whose response other requests already show. A refused caller needs only one request, for
 * the existing post of the active author. Callers who are the author themselves are also tested as every
 * other kind of author, because their own state may be the reason for the refusal.
 */
function makesADifference(
  row: Pick<Row, 'takesApps' | 'writes'>,
  { encounter, state }: { readonly encounter: Encounter; readonly state: State },
): boolean {
  if (refusalOf(encounter, row) === undefined) return true
  return state === 'there' && (encounter.targetKind === 'active' || encounter.relations === 'itself')
}

/** The expected response for one post. */
function verdictOnPost({ targetKind, target, relations }: Encounter, state: State): Verdict {
  const { isSuspended, isDeactivated, isProtected } = target.userState
  if (targetKind === 'unknown' || isDeactivated || state === 'deleted') return '404/144'
  if (isSuspended) return '403/63'
  if (state === 'dropped') return '404/421'
  if (relations === 'itself') return 'good'
  if (relations?.blockedBy === true) return '401/136'
  return isProtected && relations?.following !== true ? '403/179' : 'good'
}

/** The expected response for a list of a user's posts. */
function listOf({ targetKind, target, relations }: Encounter): Verdict {
  const { isSuspended, isDeactivated, isProtected } = target.userState
  if (targetKind === 'unknown' || isDeactivated || isSuspended) return '404/34'
  if (relations === 'itself') return 'good'
  if (isProtected && (relations === undefined || !relations.following)) return '401 not authorized'
  return relations?.blockedBy === true ? '401/136' : 'good'
}

interface Question {
  readonly endpoint: string
  readonly row: Pick<Row, 'takesApps' | 'writes'>
  target(id: bigint): string
  /** The expected response to an accepted caller. */
  verdict(encounter: Encounter, state: State): Verdict
}

const READ = { takesApps: true, writes: false }
const WRITE = { takesApps: false, writes: true }

const ABOUT_ONE: readonly Question[] = [
  {
    endpoint: 'GET /1.1/statuses/show.json',
    row: READ,
    target: (id) => `/1.1/statuses/show.json?id=${id}`,
    verdict: verdictOnPost,
  },
  {
    endpoint: 'GET /1.1/statuses/show.json',
    row: READ,
    target: (id) => `/1.1/statuses/show/${id}.json?tweet_mode=extended`,
    verdict: verdictOnPost,
  },
  {
    endpoint: 'GET /1.1/statuses/retweets/:id.json',
    row: READ,
    target: (id) => `/1.1/statuses/retweets/${id}.json`,
    verdict: verdictOnPost,
  },
  {
    endpoint: 'GET /1.1/statuses/retweeters/ids.json',
    row: READ,
    target: (id) => `/1.1/statuses/retweeters/ids.json?id=${id}`,
    verdict: verdictOnPost,
  },
  {
    endpoint: 'GET /1.1/statuses/oembed.json',
    row: READ,
    target: (id) => `/1.1/statuses/oembed.json?id=${id}`,
    // The response is the same for all callers.
    verdict: (encounter, state) => verdictOnPost({ ...encounter, relations: undefined }, state),
  },
  {
    endpoint: 'POST /1.1/favorites/create.json',
    row: WRITE,
    target: (id) => `/1.1/favorites/create.json?id=${id}`,
    verdict: verdictOnPost,
  },
  {
    endpoint: 'POST /1.1/favorites/destroy.json',
    row: WRITE,
    target: (id) => `/1.1/favorites/destroy.json?id=${id}`,
    // The post has no likes.
    verdict: () => '404/144',
  },
  {
    endpoint: 'POST /1.1/statuses/retweet/:id.json',
    row: WRITE,
    target: (id) => `/1.1/statuses/retweet/${id}.json`,
    verdict: (encounter, state) => {
      const verdict = verdictOnPost(encounter, state)
      const isOthers = encounter.target.userState.isProtected && encounter.relations !== 'itself'
      return verdict === 'good' && isOthers ? '403/179' : verdict
    },
  },
  {
    endpoint: 'POST /1.1/statuses/unretweet/:id.json',
    row: WRITE,
    target: (id) => `/1.1/statuses/unretweet/${id}.json`,
    verdict: verdictOnPost,
  },
  {
    endpoint: 'POST /1.1/statuses/destroy/:id.json',
    row: WRITE,
    target: (id) => `/1.1/statuses/destroy/${id}.json`,
    verdict: ({ targetKind, relations }, state) => {
      if (targetKind === 'unknown' || state === 'deleted') return '404/144'
      return relations === 'itself' ? 'good' : '403/183'
    },
  },
  {
    endpoint: 'POST /1.1/statuses/update.json',
    row: WRITE,
    target: (id) => `/1.1/statuses/update.json?status=A%20reply&in_reply_to_status_id=${id}`,
    verdict: (encounter, state) => (verdictOnPost(encounter, state) === 'good' ? 'good' : '403/385'),
  },
]

/** Endpoints that show the users who have reposted a post. */
const REPOSTERS = ['GET /1.1/statuses/retweets/:id.json', 'GET /1.1/statuses/retweeters/ids.json']

/** The users on a page of ids or in a list of posts. For other responses, the result is empty. */
function repostersIn(text: string): readonly bigint[] {
  const answer = parseExactly(text) as { ids?: bigint[] } | { user: { id: bigint } }[]
  return Array.isArray(answer) ? answer.map(({ user }) => user.id) : (answer.ids ?? [])
}

/** Endpoints that respond with lists of posts. Each has a test at the end of this file. */
const LISTS = [
  'GET /1.1/statuses/lookup.json',
  'POST /1.1/statuses/lookup.json',
  'GET /1.1/statuses/user_timeline.json',
  'GET /1.1/favorites/list.json',
]
const OWN_LISTS = [
  'GET /1.1/statuses/home_timeline.json',
  'GET /1.1/statuses/mentions_timeline.json',
  'GET /1.1/statuses/retweets_of_me.json',
]

interface PostRequest {
  readonly method: string
  readonly target: string
  readonly encounter: Encounter
}

/** Endpoints that have their own tests: endless streams, and a post that needs a file. */
const TESTED_WITH_THE_ENDPOINT = /statuses\/(filter|sample|update_with_media)\.json$/

for (const engine of ENGINES) {
  slowTest(`promise 9: posts × every caller × every author on ${engine}`, async (t) => {
    const { url, context } = await startTestServer(t, { engine, settings: { limits: 'off' } })
    const fixture = await AccessFixture.create(context)
    const posts = await Posts.write(context, fixture)
    const connections = new Connections(t, url)
    const cells = fixture.encounters().flatMap((encounter) => STATES.map((state) => ({ encounter, state })))
    // On PostgreSQL the test uses only the states that the statements of the store distinguish.
    const tried = cells.filter(({ state }) => engine === 'sqlite' || state === 'there' || state === 'dropped')
    const answerTo = async ({ method, target, encounter }: PostRequest) => {
      const authorization = encounter.credentials?.(method, `${url}${target}`)
      const { status, body: text } = await connections.exchange(
        requestText(`${method} ${target} HTTP/1.1`, [
          ['host', new URL(url).host],
          ...(authorization === undefined ? [] : [['authorization', authorization] as const]),
          ...(method === 'POST' ? [['content-length', '0'] as const] : []),
        ]),
      )
      const { errors } = status === 200 ? {} : (JSON.parse(text) as { errors?: { code: number }[] })
      const refused = errors === undefined ? `${status} not authorized` : `${status}/${errors[0]?.code}`
      return { text, verdict: status === 200 ? 'good' : refused }
    }
    /** The differences from the expected response, which may contain only posts for which `seen` is true. */
    const wrongIn = async (
      request: PostRequest,
      verdict: Verdict,
      seen: (kind: TargetKind, state: State) => boolean,
    ) => {
      const answer = await answerTo(request)
      const { caller, targetKind } = request.encounter
      const about = `${caller} requests ${request.target} of ${targetKind}`
      const leaks = cells
        .map(({ encounter, state }) => [encounter.targetKind, state] as const)
        .filter(([kind, state]) => !seen(kind, state) && answer.text.includes(`"${secretOf(kind, state)}`))
      return [
        ...(answer.verdict === verdict ? [] : [`${about}: must be ${verdict}, is ${answer.verdict}`]),
        ...leaks.map(([kind, state]) => `${about}: leaks ${secretOf(kind, state)}`),
      ]
    }

    await t.test('every endpoint of posts is tested here, except streams and posts with a file', () => {
      const request = [...ABOUT_ONE.map(({ endpoint }) => endpoint), ...LISTS, ...OWN_LISTS]
      const required = Object.keys(WITHOUT_USERS).filter(
        (each) => /\/1\.1\/(statuses|favorites)\//.test(each) && !TESTED_WITH_THE_ENDPOINT.test(each),
      )
      assert.deepEqual([...new Set(request)].sort(), required.sort())
    })

    for (const { endpoint, row, target, verdict } of ABOUT_ONE) {
      await t.test(`${target(0n)}: expected responses`, async () => {
        const [method = ''] = endpoint.split(' ')
        const cells = tried.filter((cell) => makesADifference(row, cell))
        const wrong = await connections.bulk(sample(cells, endpoint), async ({ encounter, state }) => {
          const expected = refusalOf(encounter, row) ?? verdict(encounter, state)
          // Successful changes are left out, because nothing may change here. The tests of the endpoints
          // cover them.
          if (row.writes && expected === 'good') return []
          const question = { method, target: target(posts.id(encounter.targetKind, state)), encounter }
          const isSeen = expected === 'good'
          return wrongIn(
            question,
            expected,
            (kind, at) => isSeen && kind === encounter.targetKind && at === state,
          )
        })
        assert.deepEqual(wrong, [])
      })
    }

    for (const method of ['GET', 'POST']) {
      await t.test(`${method} statuses/lookup: callers find the posts that they may see`, async () => {
        const wrong = await connections.bulk(fixture.encounters(), async (encounter) => {
          const refusal = refusalOf(encounter, READ)
          const { targetKind } = encounter
          const ids = STATES.map((state) => posts.id(targetKind, state)).join()
          const request = { method, target: `/1.1/statuses/lookup.json?id=${ids}`, encounter }
          const isSeen = (kind: TargetKind, state: State) =>
            refusal === undefined && kind === targetKind && verdictOnPost(encounter, state) === 'good'
          const wrong = await wrongIn(request, refusal ?? 'good', isSeen)
          if (refusal !== undefined) return wrong
          const found = parseExactly((await answerTo(request)).text) as { id: bigint }[]
          const required = STATES.filter((state) => isSeen(targetKind, state)).map((state) =>
            posts.id(targetKind, state),
          )
          return String(found.map(({ id }) => id)) === String(required)
            ? wrong
            : [...wrong, `${encounter.caller}: ${ids}`]
        })
        assert.deepEqual(wrong, [])
      })
    }

    for (const { endpoint, row, target } of ABOUT_ONE.filter(({ endpoint }) =>
      REPOSTERS.includes(endpoint),
    )) {
      await t.test(`${endpoint}: visible reposts of a public post`, async () => {
        const wrong = await connections.bulk(fixture.encounters(), async (encounter) => {
          const { caller, targetKind } = encounter
          const request = { method: 'GET', target: target(posts.reposted), encounter }
          const { text, verdict } = await answerTo(request)
          const refusal = refusalOf(encounter, row)
          const required = refusal === undefined && verdictOnPost(encounter, 'there') === 'good'
          const isShown = repostersIn(text).includes(encounter.target.id)
          const about = `${caller} requests ${request.target} of ${targetKind}`
          return [
            ...(verdict === (refusal ?? 'good') ? [] : [`${about}: is ${verdict}`]),
            ...(isShown === required ? [] : [`${about}: ${isShown ? 'shown' : 'not shown'}`]),
          ]
        })
        assert.deepEqual(wrong, [])
      })
    }

    for (const path of ['statuses/user_timeline', 'favorites/list']) {
      await t.test(`${path}: access to the list of a user`, async () => {
        const wrong = await connections.bulk(fixture.encounters(), async (encounter) => {
          const expected = refusalOf(encounter, READ) ?? listOf(encounter)
          const { targetKind, target } = encounter
          return wrongIn(
            { method: 'GET', target: `/1.1/${path}.json?user_id=${target.id}`, encounter },
            expected,
            (kind, state) =>
              expected === 'good' && kind === targetKind && verdictOnPost(encounter, state) === 'good',
          )
        })
        assert.deepEqual(wrong, [])
      })
    }

    for (const endpoint of OWN_LISTS) {
      await t.test(`${endpoint}: the caller's own list, with the posts that the caller may see`, async () => {
        const [method = '', target = ''] = endpoint.split(' ')
        const all = fixture.encounters()
        const wrong = await connections.bulk(all, (encounter) =>
          wrongIn(
            { method, target, encounter },
            refusalOf(encounter, { takesApps: false, writes: false }) ?? 'good',
            (kind, state) =>
              all.some(
                (each) =>
                  each.viewer?.id === encounter.viewer?.id &&
                  each.targetKind === kind &&
                  verdictOnPost(each, state) === 'good',
              ),
          ),
        )
        assert.deepEqual(wrong, [])
      })
    }
  })
}
