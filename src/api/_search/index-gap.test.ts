import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/support/api-client.ts'
import { consumed, positionSaved } from '../../../test/support/consumed.ts'
import { freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { refuseRows } from '../../../test/support/failing-rows.ts'
import { createProjectApp } from '../../../test/support/rule-suite.ts'
import { startTestServer } from '../../../test/support/server.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { operatorToken } from '../../ops/operator-token.ts'

const PATHS = [
  '/2/tweets/search/recent',
  '/2/tweets/search/all',
  '/2/tweets/counts/recent',
  '/2/tweets/counts/all',
]

test('spec/v2-posts.md#incomplete-index: until the index is complete, responses that may lack posts have a header', async (t) => {
  const config = await freshConfig(t, 'sqlite', { limits: 'off' })
  const { context, store } = await testRuntime(t, config)
  const { id: authorId } = await createOneUser(context)
  await createPost(context, { authorId, text: 'cat before the index' })
  const app = await createProjectApp(context)
  const repair = await refuseRows(store, { table: 'post_search_state', on: 'update', when: '1 = 1' })
  const first = await startTestServer(t, { config })
  await createPost(first.context, { authorId, text: 'cat after the start' })
  await positionSaved(store, 'search')
  const status = async (url: string) => {
    const authorization = `Bearer ${operatorToken(config.data, systemRandom)}`
    return (await fetch(`${url}/search-index`, { headers: { authorization } })).json()
  }
  for (const path of PATHS) {
    const { text, headers } = await ask(`${first.url}${path}?query=cat`, app.asApp)
    const { meta } = JSON.parse(text)
    assert.match(meta.index_complete_since, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/, path)
    assert.equal(headers.get('x-index-complete-since'), meta.index_complete_since)
  }
  const { oldest_post, ...begun } = (await status(first.server.opsUrl)) as Record<string, unknown>
  assert.deepEqual(begun, { is_complete: false, complete_since: null })
  assert.match(String(oldest_post), /Z$/)
  await first.close()

  await repair()
  const next = await startTestServer(t, { config })
  await consumed(store, 'search')
  for (const path of PATHS) {
    const { text, headers } = await ask(`${next.url}${path}?query=cat`, app.asApp)
    const { meta } = JSON.parse(text)
    assert.deepEqual(
      [meta.index_complete_since, headers.get('x-index-complete-since')],
      [undefined, null],
      path,
    )
  }
  const complete = { is_complete: true, complete_since: null, oldest_post }
  assert.deepEqual(await status(next.server.opsUrl), complete)
})
