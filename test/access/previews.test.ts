/**
 * Promise 9 (INVARIANTS.md) for Labs and API v2: the test makes every lookup, as every kind of caller, of every kind
 * of user and of a post by that user. The test computes the expected response itself, directly from
 * spec/labs-lookup.md#missing-objects.
 */
import assert from 'node:assert/strict'
import type { Context } from '../../src/domain/context.ts'
import { importPosts } from '../../src/domain/posts/import/import-posts.ts'
import { ENGINES } from '../support/engines.ts'
import { Connections } from '../support/http/connections.ts'
import { requestText } from '../support/http/wire.ts'
import { sample, slowOnPostgres } from '../support/part.ts'
import { EVERY_PATH, startTestServer } from '../support/server.ts'
import { leakFinder } from './answers.ts'
import { CALLERS } from './callers.ts'
import { AccessFixture, type Encounter } from './fixture.ts'
import { refusalOfCaller } from './policy.ts'
import type { Row } from './rows.ts'
import { isHidden, type Person, type World } from './world.ts'

type About = 'user' | 'post' | 'followers' | 'following' | 'posts' | 'likes' | 'engagement'

/** A kind of request. `{id}`, `{name}` and `{post}` are the id, the name and the post of the target. */
interface Way {
  readonly path: string
  readonly about: About
}

const WAYS: readonly Way[] = ['/labs/2', '/2']
  .flatMap((prefix) => [
    { path: `${prefix}/tweets/{post}`, about: 'post' as const },
    { path: `${prefix}/tweets?ids={post}`, about: 'post' as const },
    { path: `${prefix}/users/{id}`, about: 'user' as const },
    { path: `${prefix}/users?ids={id}`, about: 'user' as const },
    { path: `${prefix}/users/by?usernames={name}`, about: 'user' as const },
    { path: `${prefix}/users/by/username/{name}`, about: 'user' as const },
  ])
  .concat([
    { path: '/labs/1/tweets?ids={post}', about: 'post' },
    { path: '/labs/1/users?ids={id}', about: 'user' },
    { path: '/labs/1/users?usernames={name}', about: 'user' },
  ])

const PAGES: readonly Way[] = [
  { path: '/2/users/{id}/followers?max_results=1000', about: 'followers' },
  { path: '/2/users/{id}/following?max_results=1000', about: 'following' },
  { path: '/2/users/{id}/tweets?max_results=100', about: 'posts' },
  { path: '/2/users/{id}/mentions?max_results=100', about: 'likes' },
  { path: '/2/users/{id}/liked_tweets?max_results=100', about: 'likes' },
  ...['quote_tweets', 'retweets', 'retweeted_by', 'liking_users'].map((name) => ({
    path: `/2/tweets/{post}/${name}?max_results=100`,
    about: 'engagement' as const,
  })),
]

/** Requests that name a post. The errors in their responses are about the post. */
const OF_A_POST: readonly About[] = ['post', 'engagement']

/** Requests whose access rules are the rules for the posts of the user. */
const LIKE_POSTS: readonly About[] = [...OF_A_POST, 'posts', 'likes']

type Verdict = 'seen' | 'not found' | 'suspended' | 'not authorized' | '401' | '403'

const READING: Row = { about: 'no user', takesApps: true, writes: false, ways: [] }

function verdictOn({ about, path }: Way, { caller, target, targetKind, relations }: Encounter): Verdict {
  const userState = targetKind === 'unknown' ? undefined : target.userState
  const way = { url: (path: string) => path }
  const refusal = refusalOfCaller({
    row: path.startsWith('/2/') ? { ...READING, takesOAuth2: true } : READING,
    way,
    proof: CALLERS[caller].proof,
    target: userState,
    relations,
  })
  if (refusal !== undefined) return refusal === 'caller suspended' ? '403' : '401'
  if (userState === undefined || userState.isDeactivated) return 'not found'
  if (userState.isSuspended) return OF_A_POST.includes(about) ? 'not found' : 'suspended'
  if (about === 'user' || relations === 'itself') return 'seen'
  if (LIKE_POSTS.includes(about) && relations?.blockedBy === true) return 'not authorized'
  return userState.isProtected && relations?.following !== true ? 'not authorized' : 'seen'
}

interface Body {
  readonly data?: unknown
  readonly errors?: readonly { readonly title: string; readonly type: string }[]
}

function actual(status: number, { data, errors = [] }: Body): string {
  if (status !== 200) return String(status)
  const [error] = errors
  if (error === undefined) return 'seen'
  if (data !== undefined || errors.length > 1) return 'both data and errors'
  const type = error.type.split('/').at(-1)
  if (type === 'not-authorized-for-resource') return 'not authorized'
  return error.title === 'Forbidden' ? 'suspended' : 'not found'
}

/** Ids that a successful response must contain. */
function shownBy(world: World, { about }: Way, target: Person, post: bigint): string[] {
  if (about === 'likes' || about === 'engagement') return []
  if (about === 'post' || about === 'posts') return [String(post)]
  if (about === 'user') return [String(target.id)]
  const people = about === 'followers' ? world.from('follows', target) : world.towards('follows', target)
  return people.filter((person) => !isHidden(person)).map(({ id }) => String(id))
}

async function postOf(context: Context, author: Person, id: bigint): Promise<void> {
  const post = {
    id,
    author: { id: author.id },
    createdAt: context.clock.now(),
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: null,
    content: '{"text":"a post"}',
    isCutShort: false,
    mentioned: [],
    geo: undefined,
    counts: undefined,
    withheldInCountries: [],
  }
  await importPosts(context, [{ posts: [post], referenced: [] }], async () => undefined)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`promise 9: every lookup × every caller × every user on ${engine}`, async (t) => {
    const { url, context } = await startTestServer(t, { engine, settings: EVERY_PATH })
    const fixture = await AccessFixture.create(context)
    const connections = new Connections(t, url)
    const leaksIn = leakFinder(fixture.world)
    const posts = new Map<bigint, bigint>()
    for (const { target, targetKind } of fixture.encounters()) {
      if (targetKind === 'unknown' || posts.has(target.id)) continue
      posts.set(target.id, context.ids.next())
      await postOf(context, target, posts.get(target.id) ?? 0n)
    }
    const wrongIn = async (way: Way, encounter: Encounter): Promise<string[]> => {
      const { caller, target, targetKind, credentials } = encounter
      const post = posts.get(target.id) ?? 1n
      const path = way.path
        .replace('{id}', String(target.id))
        .replace('{name}', target.screenName)
        .replace('{post}', String(post))
      const authorization = credentials?.('GET', `${url}${path}`)
      const { status, body } = await connections.exchange(
        requestText(`GET ${path} HTTP/1.1`, [
          ['host', new URL(url).host],
          ...(authorization === undefined ? [] : [['authorization', authorization] as const]),
        ]),
      )
      const about = `${caller} requests ${path} of ${targetKind}`
      const answer = JSON.parse(body) as Body
      const [is, must] = [actual(status, answer), verdictOn(way, encounter)]
      if (is !== must) return [`${about}: is ${is}, must be ${must}: ${body}`]
      // An error about a hidden user contains the id from the request.
      const leaks = isHidden(target) ? [] : leaksIn(body).map((leak) => `${about}: leaks ${leak}`)
      if (must !== 'seen') return leaks
      const shown = [answer.data ?? []].flat() as unknown as readonly { readonly id: string }[]
      const ids = shown.map(({ id }) => id).toSorted()
      const expected = shownBy(fixture.world, way, target, post).toSorted()
      return String(ids) === String(expected) ? leaks : [...leaks, `${about}: shows ${ids}, must ${expected}`]
    }
    for (const way of [...WAYS, ...PAGES]) {
      await t.test(`${way.path}: expected responses`, async () => {
        const wrong = await connections.bulk(sample(fixture.encounters(), way.path), (encounter) =>
          wrongIn(way, encounter),
        )
        assert.deepEqual(wrong, [])
      })
    }
  })
}
