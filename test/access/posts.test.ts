/**
 * Nobody reads what they may not, of posts: every v1.1 endpoint of posts, asked by every kind of caller about posts of
 * every kind of author in every state. What must be answered is one function, written from spec/posts.md#post-object
 * and spec/errors.md#code-table; it knows nothing of how Aviary decides.
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
import { Connections } from '../support/connections.ts'
import { ENGINES } from '../support/engines.ts'
import { slowOnPostgres } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { requestText } from '../support/wire.ts'
import { CALLERS } from './callers.ts'
import { REFUSALS, refusalOfCaller } from './policy.ts'
import { type Row, WITHOUT_USERS } from './rows.ts'
import { type Encounter, Scene } from './scene.ts'
import type { TargetKind } from './targets.ts'
import type { Person } from './world.ts'

/** What has become of a post. */
const STATES = ['there', 'withheld', 'dropped', 'deleted'] as const
type State = (typeof STATES)[number]

/** Unlike any other text: whoever may not see a post is not told it, in whatever answer. */
function secretOf(kind: TargetKind, state: State): string {
  return `Secret of the ${kind} one, ${state}`
}

class Posts {
  readonly #ids = new Map<string, bigint>()
  /** One that everybody sees and has reposted. */
  readonly reposted: bigint

  constructor(reposted: bigint) {
    this.reposted = reposted
  }

  /** Writes a post of each state for everybody, the hidden ones too: they are shown for that long. */
  static async write(context: Context, scene: Scene): Promise<Posts> {
    const shared = { authorId: scene.bystanders.fan.id, text: 'For everybody' }
    const posts = new Posts((await createPost(context, shared)).id)
    const targets = new Map(scene.encounters().map(({ targetKind, target }) => [targetKind, target]))
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

async function whileShown(context: Context, { id: userId, standing }: Person, work: () => Promise<void>) {
  if (standing.isDeactivated) await changeUserState(context, { userId, action: 'reactivate' })
  if (standing.isSuspended) await changeUserState(context, { userId, action: 'unsuspend' })
  await work()
  if (standing.isSuspended) await changeUserState(context, { userId, action: 'suspend' })
  if (standing.isDeactivated) await changeUserState(context, { userId, action: 'deactivate' })
}

/** `status/code`, `401 not authorized`, or `good`. */
type Verdict = string

function refusalOf(encounter: Encounter, row: Pick<Row, 'takesApps' | 'writes'>): Verdict | undefined {
  const { caller, targetKind, target, ties } = encounter
  const refusal = refusalOfCaller({
    row: { about: 'no user', ways: [], ...row },
    way: { url: (path) => path },
    proof: CALLERS[caller].proof,
    target: targetKind === 'unknown' ? undefined : target.standing,
    ties,
  })
  return refusal === undefined ? undefined : REFUSALS[refusal].slice(0, 2).join('/')
}

/** A caller who is refused anyway asks once; the user itself may be refused for what it is. */
function makesADifference(
  row: Pick<Row, 'takesApps' | 'writes'>,
  { encounter, state }: { readonly encounter: Encounter; readonly state: State },
): boolean {
  if (refusalOf(encounter, row) === undefined) return true
  return state === 'there' && (encounter.targetKind === 'active' || encounter.ties === 'itself')
}

/** The whole law of one post. */
function sightOf({ targetKind, target, ties }: Encounter, state: State): Verdict {
  const { isSuspended, isDeactivated, isProtected } = target.standing
  if (targetKind === 'unknown' || isDeactivated || state === 'deleted') return '404/144'
  if (isSuspended) return '403/63'
  if (state === 'dropped') return '404/421'
  if (ties === 'itself') return 'good'
  if (ties?.blockedBy === true) return '401/136'
  return isProtected && ties?.following !== true ? '403/179' : 'good'
}

/** The law of a list of somebody's posts. */
function listOf({ targetKind, target, ties }: Encounter): Verdict {
  const { isSuspended, isDeactivated, isProtected } = target.standing
  if (targetKind === 'unknown' || isDeactivated || isSuspended) return '404/34'
  if (ties === 'itself') return 'good'
  if (isProtected && (ties === undefined || !ties.following)) return '401 not authorized'
  return ties?.blockedBy === true ? '401/136' : 'good'
}

interface Question {
  readonly endpoint: string
  readonly row: Pick<Row, 'takesApps' | 'writes'>
  target(id: bigint): string
  /** What must be answered to a caller who is in order; nothing is changed by what is asked. */
  verdict(encounter: Encounter, state: State): Verdict
}

const READ = { takesApps: true, writes: false }
const WRITE = { takesApps: false, writes: true }

const ABOUT_ONE: readonly Question[] = [
  {
    endpoint: 'GET /1.1/statuses/show.json',
    row: READ,
    target: (id) => `/1.1/statuses/show.json?id=${id}`,
    verdict: sightOf,
  },
  {
    endpoint: 'GET /1.1/statuses/show.json',
    row: READ,
    target: (id) => `/1.1/statuses/show/${id}.json?tweet_mode=extended`,
    verdict: sightOf,
  },
  {
    endpoint: 'GET /1.1/statuses/retweets/:id.json',
    row: READ,
    target: (id) => `/1.1/statuses/retweets/${id}.json`,
    verdict: sightOf,
  },
  {
    endpoint: 'GET /1.1/statuses/retweeters/ids.json',
    row: READ,
    target: (id) => `/1.1/statuses/retweeters/ids.json?id=${id}`,
    verdict: sightOf,
  },
  {
    endpoint: 'GET /1.1/statuses/oembed.json',
    row: READ,
    target: (id) => `/1.1/statuses/oembed.json?id=${id}`,
    // A page is for everybody.
    verdict: (encounter, state) => sightOf({ ...encounter, ties: undefined }, state),
  },
  {
    endpoint: 'POST /1.1/favorites/create.json',
    row: WRITE,
    target: (id) => `/1.1/favorites/create.json?id=${id}`,
    verdict: sightOf,
  },
  {
    endpoint: 'POST /1.1/favorites/destroy.json',
    row: WRITE,
    target: (id) => `/1.1/favorites/destroy.json?id=${id}`,
    // Nobody likes it.
    verdict: () => '404/144',
  },
  {
    endpoint: 'POST /1.1/statuses/retweet/:id.json',
    row: WRITE,
    target: (id) => `/1.1/statuses/retweet/${id}.json`,
    verdict: (encounter, state) => {
      const sight = sightOf(encounter, state)
      const isOthers = encounter.target.standing.isProtected && encounter.ties !== 'itself'
      return sight === 'good' && isOthers ? '403/179' : sight
    },
  },
  {
    endpoint: 'POST /1.1/statuses/unretweet/:id.json',
    row: WRITE,
    target: (id) => `/1.1/statuses/unretweet/${id}.json`,
    verdict: sightOf,
  },
  {
    endpoint: 'POST /1.1/statuses/destroy/:id.json',
    row: WRITE,
    target: (id) => `/1.1/statuses/destroy/${id}.json`,
    verdict: ({ targetKind, ties }, state) => {
      if (targetKind === 'unknown' || state === 'deleted') return '404/144'
      return ties === 'itself' ? 'good' : '403/183'
    },
  },
  {
    endpoint: 'POST /1.1/statuses/update.json',
    row: WRITE,
    target: (id) => `/1.1/statuses/update.json?status=A%20reply&in_reply_to_status_id=${id}`,
    verdict: (encounter, state) => (sightOf(encounter, state) === 'good' ? 'good' : '403/385'),
  },
]

/** Endpoints that tell who reposted a post. */
const REPOSTERS = ['GET /1.1/statuses/retweets/:id.json', 'GET /1.1/statuses/retweeters/ids.json']

/** Of a page of ids or a list of posts; nobody of any other answer. */
function repostersIn(text: string): readonly bigint[] {
  const answer = parseExactly(text) as { ids?: bigint[] } | { user: { id: bigint } }[]
  return Array.isArray(answer) ? answer.map(({ user }) => user.id) : (answer.ids ?? [])
}

/** Endpoints that the other tests of this file are about. */
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

interface Asked {
  readonly method: string
  readonly target: string
  readonly encounter: Encounter
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`promise 9: posts × every caller × every author on ${engine}`, async (t) => {
    const { url, context } = await startTestServer(t, { engine, settings: { limits: 'off' } })
    const scene = await Scene.set(context)
    const posts = await Posts.write(context, scene)
    const connections = new Connections(t, url)
    const cells = scene.encounters().flatMap((encounter) => STATES.map((state) => ({ encounter, state })))
    // PostgreSQL is asked what its statements can get wrong.
    const tried = cells.filter(({ state }) => engine === 'sqlite' || state === 'there' || state === 'dropped')
    const answerTo = async ({ method, target, encounter }: Asked) => {
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
    /** What is not as it must be. @param seen the kinds and states that the answer may tell of */
    const wrongIn = async (
      asked: Asked,
      verdict: Verdict,
      seen: (kind: TargetKind, state: State) => boolean,
    ) => {
      const answer = await answerTo(asked)
      const { caller, targetKind } = asked.encounter
      const about = `${caller} asks ${asked.target} of ${targetKind}`
      const leaks = cells
        .map(({ encounter, state }) => [encounter.targetKind, state] as const)
        .filter(([kind, state]) => !seen(kind, state) && answer.text.includes(`"${secretOf(kind, state)}`))
      return [
        ...(answer.verdict === verdict ? [] : [`${about}: must be ${verdict}, is ${answer.verdict}`]),
        ...leaks.map(([kind, state]) => `${about}: leaks ${secretOf(kind, state)}`),
      ]
    }

    await t.test('every endpoint of posts is asked here', () => {
      const asked = [...ABOUT_ONE.map(({ endpoint }) => endpoint), ...LISTS, ...OWN_LISTS]
      const owed = Object.keys(WITHOUT_USERS).filter((each) => /\/1\.1\/(statuses|favorites)\//.test(each))
      assert.deepEqual([...new Set(asked)].sort(), owed.sort())
    })

    for (const { endpoint, row, target, verdict } of ABOUT_ONE) {
      await t.test(`${target(0n)}: who is answered what`, async () => {
        const [method = ''] = endpoint.split(' ')
        const cells = tried.filter((cell) => makesADifference(row, cell))
        const wrong = await connections.bulk(cells, async ({ encounter, state }) => {
          const expected = refusalOf(encounter, row) ?? verdict(encounter, state)
          // What changes something is tried where the endpoint is; here nothing may change.
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
      await t.test(`${method} statuses/lookup: each finds what it may see`, async () => {
        const wrong = await connections.bulk(scene.encounters(), async (encounter) => {
          const refusal = refusalOf(encounter, READ)
          const { targetKind } = encounter
          const ids = STATES.map((state) => posts.id(targetKind, state)).join()
          const asked = { method, target: `/1.1/statuses/lookup.json?id=${ids}`, encounter }
          const isSeen = (kind: TargetKind, state: State) =>
            refusal === undefined && kind === targetKind && sightOf(encounter, state) === 'good'
          const wrong = await wrongIn(asked, refusal ?? 'good', isSeen)
          if (refusal !== undefined) return wrong
          const found = parseExactly((await answerTo(asked)).text) as { id: bigint }[]
          const owed = STATES.filter((state) => isSeen(targetKind, state)).map((state) =>
            posts.id(targetKind, state),
          )
          return String(found.map(({ id }) => id)) === String(owed)
            ? wrong
            : [...wrong, `${encounter.caller}: ${ids}`]
        })
        assert.deepEqual(wrong, [])
      })
    }

    for (const { endpoint, row, target } of ABOUT_ONE.filter(({ endpoint }) =>
      REPOSTERS.includes(endpoint),
    )) {
      await t.test(`${endpoint}: whose reposts of a post of everybody's are told of`, async () => {
        const wrong = await connections.bulk(scene.encounters(), async (encounter) => {
          const { caller, targetKind } = encounter
          const asked = { method: 'GET', target: target(posts.reposted), encounter }
          const { text, verdict } = await answerTo(asked)
          const refusal = refusalOf(encounter, row)
          const owed = refusal === undefined && sightOf(encounter, 'there') === 'good'
          const isTold = repostersIn(text).includes(encounter.target.id)
          const about = `${caller} asks ${asked.target} of ${targetKind}`
          return [
            ...(verdict === (refusal ?? 'good') ? [] : [`${about}: is ${verdict}`]),
            ...(isTold === owed ? [] : [`${about}: ${isTold ? 'told' : 'not told'}`]),
          ]
        })
        assert.deepEqual(wrong, [])
      })
    }

    for (const path of ['statuses/user_timeline', 'favorites/list']) {
      await t.test(`${path}: who may read a user's`, async () => {
        const wrong = await connections.bulk(scene.encounters(), async (encounter) => {
          const expected = refusalOf(encounter, READ) ?? listOf(encounter)
          const { targetKind, target } = encounter
          return wrongIn(
            { method: 'GET', target: `/1.1/${path}.json?user_id=${target.id}`, encounter },
            expected,
            (kind, state) =>
              expected === 'good' && kind === targetKind && sightOf(encounter, state) === 'good',
          )
        })
        assert.deepEqual(wrong, [])
      })
    }

    for (const endpoint of OWN_LISTS) {
      await t.test(`${endpoint}: a caller's own, with what it may see`, async () => {
        const [method = '', target = ''] = endpoint.split(' ')
        const all = scene.encounters()
        const wrong = await connections.bulk(all, (encounter) =>
          wrongIn(
            { method, target, encounter },
            refusalOf(encounter, { takesApps: false, writes: false }) ?? 'good',
            (kind, state) =>
              all.some(
                (each) =>
                  each.viewer?.id === encounter.viewer?.id &&
                  each.targetKind === kind &&
                  sightOf(each, state) === 'good',
              ),
          ),
        )
        assert.deepEqual(wrong, [])
      })
    }
  })
}
