import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { slowTest as test } from '../test/support/part.ts'
import { type AppKeys, aviary, createApp, createToken, serve, type TokenKeys } from './support/aviary.ts'
import { type Graph, longest, readGraph } from './support/edges.ts'
import { idsOf, type ListOptions, walk } from './support/id-lists.ts'
import { ENGINES, type Engine, type Installation, newInstallation } from './support/installation.ts'
import { signed } from './support/signature.ts'

interface Data {
  readonly name: string
  readonly file: string
  readonly followers: number
}

const REAL: Data = {
  name: 'the real graph',
  file: fileURLToPath(new URL('../../shared/data/graph/followers.edges.gz', import.meta.url)),
  followers: 13_688,
}

const EXTRACT: Data = {
  name: 'the shipped extract of the real graph',
  file: fileURLToPath(new URL('../test/fixtures/graph/followers.edges.gz', import.meta.url)),
  followers: 2_500,
}

/** The account with the followers in both files. */
const STAR = '900000000'

const hasReal = existsSync(REAL.file)

for (const engine of ENGINES) {
  const missing = hasReal ? false : `there is no ${REAL.file}: the extract is taken in its place`
  test(`${REAL.name} on ${engine}`, { skip: missing }, (t) => servesGraph(t, engine, REAL))
  const better = hasReal ? 'the whole graph is there' : false
  test(`${EXTRACT.name} on ${engine}`, { skip: better }, (t) => servesGraph(t, engine, EXTRACT))
}

async function servesGraph(t: TestContext, engine: Engine, data: Data): Promise<void> {
  const graph = readGraph(data.file)
  const followers = graph.followers.get(STAR) ?? []
  assert.equal(followers.length, data.followers)
  const place = await newInstallation(t, engine)

  await t.test('imports every edge', async () => {
    const { read, imported, rejected } = await aviary(place, 'import', 'follows', data.file)
    assert.deepEqual([read, imported, rejected], [graph.edges, graph.edges, 0])
  })
  const app = await createApp(place, 'acceptance', '--permissions', 'read-write')
  const { url } = await serve(t, place, '--limits', 'off')
  const star: ListOptions = { url, token: app.bearer_token, list: 'followers', userId: STAR }

  for (const count of [undefined, 997]) {
    await t.test(`pages to the end and back with ${count ?? 'the default'} ids per page`, async () => {
      const pages = await walk({ ...star, ...(count === undefined ? {} : { count }) })
      assert.deepEqual(idsOf(pages), followers)
      assert.equal(pages.length, Math.ceil(followers.length / (count ?? 5_000)))
      const last = pages.at(-1)
      const back = await walk(
        { ...star, ...(count === undefined ? {} : { count }) },
        last?.previous,
        'previous',
      )
      assert.deepEqual(back.toReversed(), pages.slice(0, -1))
    })
  }

  await t.test('the lists of the busiest accounts equal the file', () => busiestLists(star, graph))

  await t.test('without a user parameter, a user gets the list of the own account', async () => {
    const token = await createToken(place, app, `user_${STAR}`)
    const address = `${url}/1.1/followers/ids.json?count=3&stringify_ids=true`
    const authorization = signed(app, token, 'GET', address)
    const response = await fetch(address, { headers: { authorization } })
    const page = (await response.json()) as { ids: string[] }
    assert.deepEqual([response.status, page.ids], [200, followers.slice(0, 3)])
  })

  await t.test('a blocked user can still read the list', async () => {
    const token = await createToken(place, app, `user_${STAR}`)
    await aviary(place, 'user', 'create', 'blocked')
    const blockedToken = await createToken(place, app, 'blocked')
    await post(url, app, token, 'blocks/create', 'screen_name=blocked')
    const refused = await posted(url, app, blockedToken, 'friendships/create', `user_id=${STAR}`)
    const { errors } = (await refused.json()) as { errors: { code: number }[] }
    assert.deepEqual([refused.status, errors[0]?.code], [403, 162])
    const address = `${url}/1.1/followers/ids.json?user_id=${STAR}&count=3&stringify_ids=true`
    const authorization = signed(app, blockedToken, 'GET', address)
    const response = await fetch(address, { headers: { authorization } })
    const page = (await response.json()) as { ids: string[] }
    assert.deepEqual([response.status, page.ids], [200, followers.slice(0, 3)])
  })

  await t.test(
    'while a client pages, new users follow: the client sees each earlier follower once, in order',
    () => pagesUnderImport(place, star, followers),
  )

  await t.test(
    'while a client pages, users unfollow and follow again: the client sees each remaining follower once, in order',
    () => pagesUnderUnfollows(place, app, star),
  )
}

async function busiestLists(options: ListOptions, graph: Graph): Promise<void> {
  for (const list of ['followers', 'friends'] as const) {
    for (const userId of longest(graph[list], 20)) {
      const ids = idsOf(await walk({ ...options, list, userId, count: 200 }))
      assert.deepEqual(ids, graph[list].get(userId), `${list} of ${userId}`)
    }
  }
}

type Words = readonly [url: string, app: AppKeys, token: TokenKeys, endpoint: string, query: string]

/** Sends a POST with all parameters in the query, as many clients do. */
function posted(...[url, app, token, endpoint, query]: Words): Promise<Response> {
  const address = `${url}/1.1/${endpoint}.json?${query}`
  return fetch(address, { method: 'POST', headers: { authorization: signed(app, token, 'POST', address) } })
}

async function post(...words: Words): Promise<void> {
  const response = await posted(...words)
  assert.equal(response.status, 200, await response.text())
}

/**
 * After each page some followers from the whole list unfollow with POST friendships/destroy. They follow
 * again after the next page. Then they are at the top of the list, so a forward walk does not meet them
 * twice.
 */
async function pagesUnderUnfollows(place: Installation, app: AppKeys, star: ListOptions): Promise<void> {
  const followers = idsOf(await walk(star))
  const restless = [5, 401, 800, 1_999].flatMap((at) => followers[at] ?? [])
  const tokens = new Map<string, TokenKeys>()
  for (const id of restless) tokens.set(id, await createToken(place, app, `user_${id}`))
  const isRestless = new Set(restless)
  let leaving = true
  const pages = await walk({ ...star, count: 400 }, undefined, 'next', async () => {
    const verb = leaving ? 'destroy' : 'create'
    leaving = !leaving
    for (const token of tokens.values())
      await post(star.url, app, token, `friendships/${verb}`, `user_id=${STAR}`)
  })
  const seen = idsOf(pages)
  assert.deepEqual(
    seen.filter((id) => !isRestless.has(id)),
    followers.filter((id) => !isRestless.has(id)),
  )
  assert.equal(new Set(seen).size, seen.length)
  // The users who unfollowed last follow again.
  for (const token of tokens.values()) {
    await post(star.url, app, token, 'friendships/create', `user_id=${STAR}`)
  }
  assert.deepEqual(idsOf(await walk(star)).toSorted(), followers.toSorted())
}

/** Another process imports new followers while the server runs. */
async function pagesUnderImport(
  place: Installation,
  star: ListOptions,
  followers: readonly string[],
): Promise<void> {
  const newcomers = Array.from({ length: 2_000 }, (_, index) =>
    String(7_000_000_000_000_000_000n + BigInt(index)),
  )
  const file = join(place.data, 'newcomers.edges')
  writeFileSync(file, newcomers.map((id) => `${id} ${STAR}\n`).join(''))
  let importing = true
  const imported = aviary(place, 'import', 'follows', file).finally(() => {
    importing = false
  })
  const isNew = new Set(newcomers)
  let walks = 0
  while (importing) {
    const seen = idsOf(await walk({ ...star, count: 1_000 }))
    assert.deepEqual(
      seen.filter((id) => !isNew.has(id)),
      followers,
    )
    assert.equal(new Set(seen).size, seen.length)
    walks += 1
  }
  assert.equal((await imported)['imported'], newcomers.length)
  const after = idsOf(await walk(star))
  assert.deepEqual(after, [...newcomers.toReversed(), ...followers])
  assert.ok(walks > 0, 'the import ended before the first walk')
}
