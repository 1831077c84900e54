/**
 * Tests two nodes with different roles on one PostgreSQL (spec/server.md#roles,
 * docs/decisions/0152-roles.md).
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { ask, createTestApp } from '../support/api-client.ts'
import { cliJson } from '../support/cli.ts'
import { freshConfig } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { createOneUser } from '../support/users.ts'
import { waitUntil } from '../support/wait-until.ts'

const STREAM = '/1.1/statuses/filter.json?track=cat'
const SEARCH = '/1.1/search/tweets.json?q=cat'

interface Node {
  readonly name: string
  readonly is_self: boolean
  readonly roles: readonly string[]
  readonly version: string
  readonly load: { readonly behind: number; readonly streams: number; readonly memory_bytes: number }
}

test('spec/server.md#roles: two nodes with different roles serve only requests for their roles', async (t) => {
  const config = await freshConfig(t, 'postgres', { limits: 'off', api_date: 'latest' })
  const api = await startTestServer(t, { config: { ...config, roles: ['api'] } })
  const rest = await startTestServer(t, { config: { ...config, roles: ['streams', 'webhooks', 'jobs'] } })
  const { context } = api
  const app = await createTestApp(context)
  const author = await createOneUser(context)
  const show = `/1.1/users/show.json?user_id=${author.id}`

  await t.test('a request for the role of another node gets 503 in the format of its family', async () => {
    assert.equal((await ask(api.url + show, app.asApp)).status, 200)
    const refused = await ask(rest.url + show, app.asApp)
    assert.equal(refused.status, 503)
    assert.deepEqual(JSON.parse(refused.text), { errors: [{ code: 130, message: 'Over capacity' }] })
    const user = await app.asUser(author.id)
    const misplaced = await PostReader.open(api.url + STREAM, user)
    assert.equal(misplaced.status, 503)
    await misplaced.ended
  })

  await t.test('/readyz?role= says which roles a node has', async () => {
    const ready = async ({ server }: TestServer, query: string) =>
      (await fetch(`${server.opsUrl}/readyz${query}`)).status
    for (const [query, ofApi, ofRest] of [
      ['', 200, 200],
      ['?role=api', 200, 503],
      ['?role=streams', 503, 200],
      ['?role=webhooks,jobs', 503, 200],
    ] as const) {
      assert.deepEqual([await ready(api, query), await ready(rest, query)], [ofApi, ofRest], query)
    }
  })

  await t.test('one node streams and indexes a post that the other node wrote', async () => {
    const stream = await PostReader.open(rest.url + STREAM, await app.asUser(author.id))
    t.after(() => stream.close())
    assert.equal(stream.status, 200)
    await createPost(context, { authorId: author.id, text: 'a cat', isLimited: false })
    await stream.some(1)
    assert.equal(stream.lines[0].text, 'a cat')
    await waitUntil(async () => {
      const { text } = await ask(api.url + SEARCH, app.asApp)
      return JSON.parse(text).statuses.length === 1
    })
  })

  await t.test('the admin listener and the command list both nodes, with roles and load', async () => {
    const token = readFileSync(join(config.data, 'operator.token'), 'utf8').trim()
    const response = await fetch(`${api.server.opsUrl}/nodes`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { nodes, log_position } = (await response.json()) as { nodes: Node[]; log_position: string }
    assert.ok(BigInt(log_position) > 0n)
    assert.deepEqual(nodes.map(({ is_self, roles }) => [is_self, roles.join()]).sort(), [
      [false, 'streams,webhooks,jobs'],
      [true, 'api'],
    ])
    for (const { load, version } of nodes) {
      assert.match(version, /^\d+\.\d+\.\d+/)
      assert.ok(load.memory_bytes > 1_000_000 && load.behind >= 0)
    }
    const words = ['nodes', '--data', config.data, '--database', config.database]
    const listed = (await cliJson(t, words)) as { nodes: Node[] }
    assert.deepEqual(listed.nodes.map(({ roles }) => roles.join()).sort(), ['api', 'streams,webhooks,jobs'])
  })
})
