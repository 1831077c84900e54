/**
 * Promise 9 for lists: the test makes every call about a list, as every kind of caller, for every kind of owner, for
 * public and private lists. The test computes the expected response itself, directly from
 * spec/v2-users-and-lists.md#list-visibility.
 */
import assert from 'node:assert/strict'
import { publicFamilies } from '../../src/api/_families.ts'
import type { Context } from '../../src/domain/context.ts'
import { addListMembers } from '../../src/domain/lists/change-members.ts'
import { createList } from '../../src/domain/lists/create-list.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
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
import { TARGET_KINDS, type TargetKind } from './targets.ts'
import { isHidden } from './world.ts'

const MODES = ['public', 'private'] as const
type Mode = (typeof MODES)[number]

/**
 * The relation of a caller to a list. The caller sees lists with the relations `own` and `seen`. The other relations
 * say why the caller does not see a list.
 */
type Sight = 'own' | 'seen' | 'not found' | 'blocked' | 'protected'

function sightOf({ targetKind, target, relations }: Encounter, mode: Mode): Sight {
  if (targetKind === 'unknown' || isHidden(target)) return 'not found'
  if (relations === 'itself') return 'own'
  if (mode === 'private') return 'not found'
  if (relations?.blockedBy === true) return 'blocked'
  return target.userState.isProtected && relations?.following !== true ? 'protected' : 'seen'
}

/** Expected responses to callers whose credentials are accepted: `status/code`, `401 not authorized`, or `good`. */
const V11_READ = {
  own: 'good',
  seen: 'good',
  'not found': '404/34',
  blocked: '401/136',
  protected: '401 not authorized',
} as const

function writeOf(notOwn: string): Readonly<Record<Sight, string>> {
  return { own: 'good', seen: notOwn, 'not found': '404/34', blocked: '404/34', protected: '404/34' }
}

const V2_READ = {
  own: 'good',
  seen: 'good',
  'not found': 'resource-not-found',
  blocked: 'not-authorized-for-resource',
  protected: 'not-authorized-for-resource',
} as const

const V2_WRITE = {
  own: 'good',
  seen: '403',
  'not found': 'resource-not-found',
  blocked: 'resource-not-found',
  protected: 'resource-not-found',
} as const

interface Question {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `{list}` stands for the id of the list, and `{fan}` for the id of a member of the list. */
  readonly target: string
  readonly expected: Readonly<Record<Sight, string>>
}

const QUESTIONS: readonly Question[] = [
  { method: 'GET', target: '/1.1/lists/show.json?list_id={list}', expected: V11_READ },
  { method: 'GET', target: '/1.1/lists/statuses.json?list_id={list}', expected: V11_READ },
  { method: 'GET', target: '/1.1/lists/members.json?list_id={list}', expected: V11_READ },
  { method: 'GET', target: '/1.1/lists/subscribers.json?list_id={list}', expected: V11_READ },
  {
    method: 'GET',
    target: '/1.1/lists/members/show.json?list_id={list}&user_id={fan}',
    expected: V11_READ,
  },
  {
    method: 'GET',
    target: '/1.1/lists/subscribers/show.json?list_id={list}&user_id={fan}',
    expected: { ...V11_READ, own: '404/109', seen: '404/109' },
  },
  { method: 'POST', target: '/1.1/lists/subscribers/create.json?list_id={list}', expected: V11_READ },
  { method: 'POST', target: '/1.1/lists/subscribers/destroy.json?list_id={list}', expected: V11_READ },
  { method: 'POST', target: '/1.1/lists/update.json?list_id={list}&name=a', expected: writeOf('403/220') },
  { method: 'POST', target: '/1.1/lists/destroy.json?list_id={list}', expected: writeOf('403/220') },
  ...(['create', 'create_all'] as const).map((name) => ({
    method: 'POST' as const,
    target: `/1.1/lists/members/${name}.json?list_id={list}&user_id={fan}`,
    expected: writeOf('403/104'),
  })),
  ...(['destroy', 'destroy_all'] as const).map((name) => ({
    method: 'POST' as const,
    target: `/1.1/lists/members/${name}.json?list_id={list}&user_id={fan}`,
    expected: writeOf('403/220'),
  })),
  { method: 'GET', target: '/2/lists/{list}', expected: V2_READ },
  { method: 'GET', target: '/2/lists/{list}/tweets', expected: V2_READ },
  { method: 'GET', target: '/2/lists/{list}/members', expected: V2_READ },
  { method: 'GET', target: '/2/lists/{list}/followers', expected: V2_READ },
  { method: 'DELETE', target: '/2/lists/{list}', expected: V2_WRITE },
  { method: 'DELETE', target: '/2/lists/{list}/members/{fan}', expected: V2_WRITE },
]

/** Pages of lists about the fan, a user who is a member of every list. */
const PAGES = [
  '/1.1/lists/memberships.json?count=1000&user_id={fan}',
  '/2/users/{fan}/list_memberships',
] as const

/** Pages about one list. The list belongs to a public user, and all targets that are not hidden are members. */
const OF_ALL = [
  '/1.1/lists/statuses.json?count=200&list_id={list}',
  '/1.1/lists/members.json?count=1000&list_id={list}',
  '/2/lists/{list}/tweets',
  '/2/lists/{list}/members',
] as const

/** All other calls about lists, with the tests that cover the callers of the call. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /1.1/lists/create.json': 'own lists: create.test.ts',
  'GET /1.1/lists/list.json': 'list.test.ts',
  'GET /1.1/lists/ownerships.json': 'v11-suites.ts',
  'GET /1.1/lists/subscriptions.json': 'v11-suites.ts',
  'POST /2/lists': 'own lists: lists.test.ts',
  'PUT /2/lists/:id': 'lists.test.ts',
  'POST /2/lists/:id/members': 'members.test.ts',
  'GET /2/users/:id/owned_lists': 'page-suites.ts',
  'GET /2/users/:id/followed_lists': 'page-suites.ts',
  'POST /2/users/:id/followed_lists': 'choice-suite.ts',
  'DELETE /2/users/:id/followed_lists/:list_id': 'choice-suite.ts',
  'GET /2/users/:id/pinned_lists': 'own pins: pinned_lists.test.ts',
  'POST /2/users/:id/pinned_lists': 'choice-suite.ts',
  'DELETE /2/users/:id/pinned_lists/:list_id': 'choice-suite.ts',
}

/** The name of a list. No response to a caller who may not see the list contains this name. */
function nameOf(kind: TargetKind, mode: Mode): string {
  return `Secret ${TARGET_KINDS.indexOf(kind)} ${mode}`
}

class Lists {
  readonly #ids = new Map<string, bigint>()
  readonly #posts = new Map<TargetKind, bigint>()
  /** The list in which all targets that are not hidden are members. */
  readonly all: bigint

  private constructor(all: bigint) {
    this.all = all
  }

  static async make(context: Context, fixture: AccessFixture): Promise<Lists> {
    const { id: fan } = fixture.bystanders.fan
    const targets = new Map(fixture.encounters().map(({ targetKind, target }) => [targetKind, target]))
    targets.delete('unknown')
    const make = (userId: bigint, name: string, isPrivate: boolean) =>
      createList(context, { userId, name, description: '', isPrivate })
    const { id: all } = await make(fan, 'All', false)
    const lists = new Lists(all)
    const shown: bigint[] = []
    for (const [kind, target] of targets) {
      for (const mode of MODES) {
        const { id: listId } = await make(target.id, nameOf(kind, mode), mode === 'private')
        lists.#ids.set(`${kind} ${mode}`, listId)
        await addListMembers(context, { userId: target.id, listId, memberIds: [fan], skips: false })
      }
      if (!isHidden(target)) shown.push(target.id)
      const { id: authorId } = target
      if (!isHidden(target))
        lists.#posts.set(kind, (await createPost(context, { authorId, text: `By ${kind}` })).id)
    }
    await addListMembers(context, { userId: fan, listId: all, memberIds: shown, skips: false })
    return lists
  }

  id(kind: TargetKind, mode: Mode): bigint {
    return kind === 'unknown' ? 1n : must(this.#ids.get(`${kind} ${mode}`), 'a list')
  }

  /** The post that a target has written. Undefined for hidden targets. */
  post(kind: TargetKind): bigint | undefined {
    return this.#posts.get(kind)
  }
}

function refusalOf(
  encounter: Encounter,
  { method }: Pick<Question, 'method'>,
  isV2: boolean,
): string | undefined {
  const { caller, targetKind, target, relations } = encounter
  const isRead = method === 'GET'
  const refusal = refusalOfCaller({
    row: {
      ...{ about: 'no user', ways: [], takesApps: isRead, writes: !isRead },
      ...(isV2 ? { takesOAuth2: true } : {}),
    },
    way: { url: (path) => path },
    proof: CALLERS[caller].proof,
    target: targetKind === 'unknown' ? undefined : target.userState,
    relations,
  })
  if (refusal === undefined) return undefined
  if (!isV2) return REFUSALS[refusal].slice(0, 2).join('/')
  const isForbidden = ['caller suspended', 'may only read', 'no bearer tokens'].includes(refusal)
  return isForbidden ? '403' : '401'
}

/** Converts the response to the terms of {@link V11_READ} and {@link V2_READ}. */
function verdictOf(target: string, status: number, text: string): string {
  const { errors } = JSON.parse(text) as { errors?: { code?: number; type?: string }[] }
  if (target.startsWith('/2/')) {
    if (status !== 200) return String(status)
    return errors?.[0]?.type?.split('/').at(-1) ?? 'good'
  }
  if (status === 200) return 'good'
  return errors === undefined ? `${status} not authorized` : `${status}/${errors[0]?.code}`
}

/** Ids of the objects on a page, sorted. */
function idsOn(text: string): string[] {
  const body = parseExactly(text) as Readonly<Record<string, unknown>> | unknown[]
  const found = Array.isArray(body) ? body : (body['lists'] ?? body['users'] ?? body['data'] ?? [])
  return (found as { id: bigint | string }[]).map(({ id }) => String(id)).toSorted()
}

for (const engine of ENGINES) {
  slowTest(`promise 9: lists × every caller × every owner on ${engine}`, async (t) => {
    const { url, context } = await startTestServer(t, { engine, settings: { limits: 'off' } })
    const fixture = await AccessFixture.create(context)
    const lists = await Lists.make(context, fixture)
    const connections = new Connections(t, url)
    const { id: fan } = fixture.bystanders.fan
    const all = fixture.encounters()
    const answerTo = async (method: string, path: string, { credentials }: Encounter) => {
      const authorization = credentials?.(method, `${url}${path}`)
      const { status, body: text } = await connections.exchange(
        requestText(`${method} ${path} HTTP/1.1`, [
          ['host', new URL(url).host],
          ...(authorization === undefined ? [] : [['authorization', authorization] as const]),
          ...(method === 'GET' ? [] : [['content-length', '0'] as const]),
        ]),
      )
      return { status, text }
    }
    /** Names of lists that the text contains although the caller may not see the lists. */
    const leaksIn = (text: string, { viewer }: Encounter) =>
      all
        .filter((each) => each.viewer?.id === viewer?.id)
        .flatMap((each) =>
          MODES.filter((mode) => !['own', 'seen'].includes(sightOf(each, mode))).map((mode) =>
            nameOf(each.targetKind, mode),
          ),
        )
        .filter((name) => text.includes(`"${name}"`))
    const placed = (target: string, list: bigint) =>
      target.replace('{list}', String(list)).replace('{fan}', String(fan))

    await t.test('every call about lists is tested here or in another test that is named here', () => {
      const declared = publicFamilies()
        .flatMap(({ endpoints }) => endpoints)
        .flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`))
        .filter((name) => /^\w+ \/(1\.1|2)\/lists\b|\/(\w+_lists|list_memberships)\b/.test(name))
      const asked = [
        ...QUESTIONS.map(({ method, target }) => `${method} ${target}`),
        ...[...PAGES, ...OF_ALL].map((target) => `GET ${target}`),
      ].map((name) =>
        name
          .replace(/\?.*/, '')
          .replace('/members/{fan}', '/members/:user_id')
          .replace(/\{\w+\}/g, ':id'),
      )
      assert.deepEqual([...new Set([...asked, ...Object.keys(ELSEWHERE)])].sort(), declared.sort())
    })

    for (const { method, target, expected } of QUESTIONS) {
      await t.test(`${method} ${target}: expected responses`, async () => {
        const cells = all.flatMap((encounter) => MODES.map((mode) => ({ encounter, mode })))
        const wrong = await connections.bulk(sample(cells, target), async ({ encounter, mode }) => {
          const sight = sightOf(encounter, mode)
          const refusal = refusalOf(encounter, { method }, target.startsWith('/2/'))
          const must = refusal ?? expected[sight]
          // Calls that change data are tested with their endpoints.
          if (method !== 'GET' && must === 'good') return []
          const path = placed(target, lists.id(encounter.targetKind, mode))
          const { status, text } = await answerTo(method, path, encounter)
          const is = verdictOf(target, status, text)
          const about = `${encounter.caller}: ${method} ${path}, ${mode} of ${encounter.targetKind}`
          return [
            ...(is === must ? [] : [`${about}: is ${is}, must be ${must}: ${text}`]),
            ...leaksIn(text, encounter).map((name) => `${about}: leaks ${name}`),
          ]
        })
        assert.deepEqual(wrong, [])
      })
    }

    for (const target of PAGES) {
      await t.test(`${target}: the lists that the caller sees`, async () => {
        // All requests of a caller are equal, except the requests of a caller that is the target.
        const wrong = await connections.bulk(all, async (encounter) => {
          if (refusalOf(encounter, { method: 'GET' }, target.startsWith('/2/')) !== undefined) return []
          const { text } = await answerTo('GET', placed(target, 0n), encounter)
          const seen = all
            .filter((each) => each.viewer?.id === encounter.viewer?.id && each.credentials !== undefined)
            .flatMap((each) =>
              MODES.filter((mode) => ['own', 'seen'].includes(sightOf(each, mode))).map((mode) =>
                String(lists.id(each.targetKind, mode)),
              ),
            )
          const must = [...new Set(seen)].toSorted()
          const is = idsOn(text)
          // For a caller that is the target itself, the test checks only leaks, because this caller also sees
          // lists of other targets, and the test does not know which.
          if (encounter.relations === 'itself') {
            return leaksIn(text, encounter).map((name) => `${encounter.caller}: leaks ${name}`)
          }
          return String(is) === String(must) ? [] : [`${encounter.caller}: shows ${is}, must ${must}`]
        })
        assert.deepEqual(wrong, [])
      })
    }

    for (const target of OF_ALL) {
      await t.test(`${target}: members and posts that the caller sees`, async () => {
        const wrong = await connections.bulk(all, async (encounter) => {
          if (refusalOf(encounter, { method: 'GET' }, target.startsWith('/2/')) !== undefined) return []
          if (encounter.targetKind === 'unknown') return []
          const { text } = await answerTo('GET', placed(target, lists.all), encounter)
          const ids = idsOn(text)
          const sight = sightOf(encounter, 'public')
          const isPosts = /tweets|statuses/.test(target)
          const post = lists.post(encounter.targetKind)
          const isShown = ids.includes(String(isPosts ? post : encounter.target.id))
          const must = isPosts ? sight === 'own' || sight === 'seen' : !isHidden(encounter.target)
          const about = `${encounter.caller}: ${encounter.targetKind}`
          return isShown === must ? [] : [`${about} is ${isShown ? '' : 'not '}shown`]
        })
        assert.deepEqual(wrong, [])
      })
    }
  })
}
