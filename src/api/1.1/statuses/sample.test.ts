import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../../test/support/api-client.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { PostReader } from '../../../../test/support/streams/post-stream.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'
import { isSampled } from '../../../lib/ids/sampling.ts'

test('spec/v1-streams-and-lists.md#filter-and-sample: by GET and by POST, the stream has one percent of the posts: those with one of ten millisecond values in their ids', async (t) => {
  const clock = new TestClock(Date.UTC(2020, 7, 12))
  const { context, url } = await startTestServer(t, { clock })
  const app = await createTestApp(context)
  const [author, reader] = [await createOneUser(context), await createOneUser(context)]
  const place = `${url}/1.1/statuses/sample.json`
  const streams = [
    await PostReader.post(place, await app.asUser(reader.id), { stall_warnings: 'true' }),
    await PostReader.open(place, await app.asUser(author.id)),
  ]
  for (const stream of streams) t.after(() => stream.close())
  const expected: string[] = []
  for (let ms = 655; ms <= 668; ms += 1) {
    clock.set(Date.UTC(2020, 7, 12, 0, 0, 1, ms))
    const { id } = await createPost(context, { authorId: author.id, text: `at ${ms}`, isLimited: false })
    if (isSampled(id)) expected.push(String(id))
  }
  assert.ok(expected.length >= 9)
  for (const stream of streams) {
    assert.deepEqual([stream.status, stream.headers['x-rate-limit-remaining']], [200, '49'])
    await stream.some(expected.length)
    assert.deepEqual(
      stream.lines.map((line) => line.id_str),
      expected,
    )
  }
})

test('420/88 after 50 connects in 15 minutes by GET and by POST together', async (t) => {
  const { context, url } = await startTestServer(t, { clock: new TestClock() })
  const app = await createTestApp(context)
  const credentials = await app.asUser((await createOneUser(context)).id)
  const place = `${url}/1.1/statuses/sample.json`
  for (let count = 0; count < 25; count += 1) {
    for (const stream of [
      await PostReader.open(place, credentials),
      await PostReader.post(place, credentials, {}),
    ]) {
      stream.close()
    }
  }
  const refused = await PostReader.open(place, credentials)
  assert.deepEqual([refused.status, (await refused.error()).errors[0].code], [420, 88])
})
