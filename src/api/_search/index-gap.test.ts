import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ask, type TestApp } from '../../../test/support/api-client.ts'
import { consumed, positionSaved } from '../../../test/support/consumed.ts'
import { refuseRows } from '../../../test/support/databases/failing-rows.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { startTestServer } from '../../../test/support/server.ts'
import { createProjectApp } from '../../../test/support/streams/rule-suite.ts'
import { createOneUser } from '../../../test/support/users.ts'
import type { Engine } from '../../db/query.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { operatorToken } from '../../ops/operator-token.ts'

/** Paths whose responses have the time in the header and in `meta.index_complete_since`. */
const WITH_META = [
  '/2/tweets/search/recent',
  '/2/tweets/search/all',
  '/2/tweets/counts/recent',
  '/2/tweets/counts/all',
  '/labs/1/tweets/search',
  '/labs/2/tweets/search',
]

/** Paths of searches whose responses have no `meta`. */
const V11 = '/1.1/search/tweets.json?q=cat'
const PAGES = ['/search?q=cat', '/hashtag/cat']

const NOTE =
  /The index of posts is being built\. Posts before <time datetime="[^"]+"[^>]*>[^<]+<\/time> may be missing\./

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `spec/v2-posts.md#incomplete-index: until the index is complete, responses that may lack posts say so, on ${engine}`,
    (t) => answersOfIncompleteIndex(t, engine),
  )
}

async function answersOfIncompleteIndex(t: TestContext, engine: Engine): Promise<void> {
  const config = await freshConfig(t, engine, { limits: 'off', api_date: 'latest', public_pages: 'listed' })
  const { context, store } = await testRuntime(t, config)
  const { id: authorId } = await createOneUser(context)
  await createPost(context, { authorId, text: 'cat before the index' })
  const app = await createProjectApp(context)
  const repair = await refuseRows(store, { table: 'post_search_state', on: 'update', when: '1 = 1' })
  const first = await startTestServer(t, { config })
  await createPost(first.context, { authorId, text: '#cat after the start' })
  await positionSaved(store, 'search')
  const status = async (url: string) => {
    const authorization = `Bearer ${operatorToken(config.data, systemRandom)}`
    return (await fetch(`${url}/search-index`, { headers: { authorization } })).json()
  }
  const times = await timesTold(first.url, app)
  for (const [path, time] of times) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/, path)
  for (const path of PAGES) assert.match(await pageAt(first.url, path), NOTE, path)
  const { oldest_post, ...begun } = (await status(first.server.opsUrl)) as Record<string, unknown>
  assert.deepEqual(begun, { is_complete: false, complete_since: null })
  assert.match(String(oldest_post), /Z$/)
  await first.close()

  await repair()
  const next = await startTestServer(t, { config })
  await consumed(store, 'search')
  for (const [path, time] of await timesTold(next.url, app)) assert.equal(time, '', path)
  for (const path of PAGES) assert.doesNotMatch(await pageAt(next.url, path), /may be missing/, path)
  const complete = { is_complete: true, complete_since: null, oldest_post }
  assert.deepEqual(await status(next.server.opsUrl), complete)
}

/**
 * By path, the value of the header `x-index-complete-since`; an empty text if a response lacks the header.
 */
async function timesTold(url: string, app: TestApp): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>()
  for (const path of [...WITH_META.map((path) => `${path}?query=cat`), V11]) {
    const { status, text, headers } = await ask(`${url}${path}`, app.asApp)
    assert.equal(status, 200, path)
    const time = headers.get('x-index-complete-since') ?? undefined
    if (path !== V11) assert.equal(JSON.parse(text).meta.index_complete_since, time, path)
    times.set(path, time ?? '')
  }
  return times
}

async function pageAt(url: string, path: string): Promise<string> {
  const response = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })
  assert.equal(response.status, 200, path)
  return response.text()
}
