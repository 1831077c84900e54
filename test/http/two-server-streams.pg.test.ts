/**
 * Tests the v1.1 streams of two processes on one PostgreSQL (spec/v1-streams-and-lists.md#filter-and-sample).
 */
import assert from 'node:assert/strict'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { type Credentials, createTestApp } from '../support/api-client.ts'
import { freshConfig } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { createOneUser } from '../support/users.ts'

const PATH = '/1.1/statuses/filter.json'

test('spec/v1-streams-and-lists.md#disconnects: a connection gets code 2 when the same user and app connect to another server', async (t) => {
  const config = await freshConfig(t, 'postgres', { limits: 'off' })
  const [one, other] = [await startTestServer(t, { config }), await startTestServer(t, { config })]
  const { context } = one
  const [app, another] = [await createTestApp(context), await createTestApp(context)]
  const [reader, author] = [await createOneUser(context), await createOneUser(context)]
  const credentials = await app.asUser(reader.id)
  const open = async (server: TestServer, as: Credentials = credentials) => {
    const stream = await PostReader.open(`${server.url}${PATH}?track=cat`, as)
    t.after(() => stream.close())
    return stream
  }
  const post = (server: TestServer, text: string) =>
    createPost(server.context, { authorId: author.id, text, isLimited: false })
  const witness = await open(one, await another.asUser(reader.id))
  let current = await open(one)
  for (const [round, server] of [other, one, other].entries()) {
    const older = current
    current = await open(server)
    const { disconnect } = await older.last()
    assert.deepEqual([disconnect.code, disconnect.stream_name], [2, `${reader.screenName}-${PATH}`])
    await post(round % 2 === 0 ? one : other, `cat ${round}`)
    await current.some(1)
    assert.deepEqual(
      current.lines.map(({ text }) => text),
      [`cat ${round}`],
    )
  }
  // Streams of the same user with another app are not affected.
  await witness.some(3)
  assert.deepEqual(
    witness.lines.map(({ text }) => text),
    ['cat 0', 'cat 1', 'cat 2'],
  )
})
