/**
 * Tests how clients resume the filtered streams (spec/server.md#resume-of-streams): backfill, cutover, live,
 * and gaps.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { trimLog } from '../../src/log/trim.ts'
import { positionSaved } from '../support/consumed.ts'
import { ENGINES } from '../support/engines.ts'
import { byPart, slowOnPostgres } from '../support/part.ts'
import { seeded } from '../support/seeded.ts'
import { startTestServer } from '../support/server.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { reopened, streamStage } from '../support/streams/post-stream-suite.ts'
import { TestClock } from '../support/test-clock.ts'

const PLACE = {
  path: '/2/tweets/search/stream',
  rules: '/2/tweets/search/stream/rules',
  base: 'https://api.twitter.com/2/problems/',
  usage: '2',
} as const

const NO_LIMITS = { settings: { limits: 'off' } }

function texts(reader: PostReader): string[] {
  return reader.lines.flatMap((line) => line.data?.text ?? [])
}

function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => `cat ${from + index}`)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const options = { ...NO_LIMITS, engine }
  describe(`spec/server.md#resume-of-streams: resuming on ${engine}`, () => {
    test('positions and their header are sent only on request', async (t) => {
      const { open, post } = await streamStage(t, PLACE, options)
      const plain = await open()
      await post('cat 0')
      const [line] = await plain.some(1)
      assert.equal('position' in line, false)
      assert.equal(plain.headers['aviary-position'], undefined)
      plain.close()
      const asking = await reopened(() => open('?positions=true'))
      assert.match(asking.headers['aviary-position'] as string, /^\d+$/)
      await post('cat 1')
      const [message] = await asking.some(1)
      assert.ok(BigInt(message.position) > BigInt(asking.headers['aviary-position'] as string))
    })

    test('backfill, cutover and live: every post after the position that matched the rules of its time arrives once and in order', async (t) => {
      const { open, post, change } = await streamStage(t, PLACE, options)
      const first = await open('?positions=true')
      await post('cat 0')
      const [{ position }] = await first.some(1)
      first.close()
      await post('cat 1')
      await post('dog 2')
      const added = await change({ add: [{ value: 'dog', tag: 'dogs' }] })
      await post('dog 3')
      await change({ delete: { ids: [added.body.data[0].id] } })
      await post('dog 4')
      await post('cat 5')
      const again = await reopened(() => open(`?resume_after=${position}&positions=true`))
      assert.equal(again.headers['aviary-position'], position)
      await post('cat 6')
      await again.some(4)
      assert.deepEqual(texts(again), ['cat 1', 'dog 3', 'cat 5', 'cat 6'])
      assert.equal(again.lines[1].matching_rules[0].tag, 'dogs')
    })

    test('after a part of the log was trimmed, a client that resumes gets a gap message or all posts', async (t) => {
      const { open, post, context } = await streamStage(t, PLACE, options)
      const first = await open('?positions=true')
      const position = first.headers['aviary-position']
      for (const text of numbered(0, 5)) await post(text)
      await first.some(5)
      first.close()
      const later = { ...systemClock, now: () => systemClock.now() + 40 * 86_400_000 }
      await trimLog(context.store, later, 30, new AbortController().signal)
      await post('cat 5')
      const again = await reopened(() => open(`?resume_after=${position}`))
      await again.until(() => texts(again).includes('cat 5'))
      const [{ gap }] = again.lines
      // The process that trimmed the log may still have all events in memory. Then the stream reports no gap
      // and sends all posts.
      if (gap !== undefined) {
        assert.equal(gap.reason, 'retention')
        assert.equal(BigInt(gap.from), BigInt(String(position)) + 1n)
        assert.ok(BigInt(gap.to) >= BigInt(gap.from))
      } else assert.deepEqual(texts(again), numbered(0, 6))
    })
  })
}

/** Advances the clock in steps, so that leases of half a minute are renewed. */
async function pass(clock: TestClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    clock.advance(5_000)
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  }
}

test('backfill_minutes sends the posts of the last minutes, then live posts', async (t) => {
  const clock = new TestClock()
  const { open, post } = await streamStage(t, PLACE, { ...NO_LIMITS, clock })
  await post('cat old')
  await pass(clock, 120_000)
  await post('cat 0')
  await pass(clock, 30_000)
  await post('cat 1')
  const reader = await open('?backfill_minutes=1&positions=true')
  await post('cat 2')
  await reader.some(3)
  assert.deepEqual(texts(reader), numbered(0, 3))
})

test('posts of a backfill are sent at the maximum rate, and no such post is dropped', async (t) => {
  const clock = new TestClock()
  const { open, post } = await streamStage(t, PLACE, { clock })
  const first = await open('?positions=true')
  const position = first.headers['aviary-position']
  first.close()
  for (const text of numbered(0, 120)) await post(text)
  const reader = await reopened(() => open(`?resume_after=${position}`))
  await reader.some(50)
  for (let second = 0; reader.lines.length < 120; second += 1) {
    assert.ok(reader.lines.length <= 50 * (second + 1))
    clock.advance(1_000)
    await reader.some(Math.min(120, 50 * (second + 2)))
  }
  assert.deepEqual(texts(reader), numbered(0, 120))
})

test('a new process reports a gap before all posts', async (t) => {
  const stage = await streamStage(t, PLACE, NO_LIMITS)
  for (const text of numbered(0, 3)) await stage.post(text)
  const later = { ...systemClock, now: () => systemClock.now() + 40 * 86_400_000 }
  // These log readers must have read all events, because unread events are not trimmed.
  for (const name of ['search', 'webhooks']) await positionSaved(stage.context.store, name)
  await trimLog(stage.context.store, later, 30, new AbortController().signal)
  await stage.close()
  const again = await startTestServer(t, { config: stage.config })
  await createPost(again.context, { authorId: stage.authorId, text: 'cat new' })
  const reader = await PostReader.open(`${again.url}${PLACE.path}?resume_after=1`, stage.app.asApp)
  t.after(() => reader.close())
  await reader.until(() => texts(reader).includes('cat new'))
  const [{ gap }] = reader.lines
  assert.deepEqual([gap.from, gap.reason], ['2', 'retention'])
  // Posts that were not trimmed may arrive before this post, so only the last text is compared.
  assert.deepEqual(texts(reader).slice(-1), ['cat new'])
  assert.ok(!texts(reader).includes('cat 0') && BigInt(gap.to) > 2n)
})

test('promise 3: across reconnections of the client at random moments, a stream has no gap, and sends a post again only after a reconnection', async (t) => {
  const random = seeded(7)
  const { open, post } = await streamStage(t, PLACE, NO_LIMITS)
  const COUNT = byPart(120, 300)
  const seen: string[] = []
  let reader: PostReader | undefined = await open('?positions=true')
  let position = reader.headers['aviary-position'] as string
  reader.close()
  let taken = 0
  const take = () => {
    for (const line of reader?.lines.slice(taken) ?? []) {
      seen.push(line.data.text)
      position = line.position
    }
    taken = reader?.lines.length ?? 0
  }
  const writing = (async () => {
    for (const text of numbered(0, COUNT)) {
      await post(text)
      if (random() < 0.05) reader?.reset()
    }
  })()
  const distinct = () => new Set(seen).size
  while (distinct() < COUNT) {
    reader = await reopened(() => open(`?resume_after=${position}&positions=true`))
    taken = 0
    const before = seen.length
    const max = 1 + Math.floor(random() * 60)
    const lines = () => reader?.lines ?? []
    await reader
      .until(() => lines().length >= max || lines().at(-1)?.data.text === `cat ${COUNT - 1}`)
      .catch(() => undefined)
    take()
    const piece = seen.slice(before)
    assert.equal(new Set(piece).size, piece.length, 'nothing twice within a connection')
    if (random() < 0.5) reader.close()
    else reader.reset()
  }
  await writing
  assert.deepEqual([...new Set(seen)], numbered(0, COUNT), 'everything, in order')
})

test('promise 3: streams have no gap across a restart of the server, even for posts that were acknowledged while no reader was connected', async (t) => {
  const stage = await streamStage(t, PLACE, NO_LIMITS)
  const first = await stage.open('?positions=true')
  await stage.post('cat 0')
  const [{ position }] = await first.some(1)
  first.close()
  await stage.post('cat 1')
  await stage.close()
  const again = await startTestServer(t, { config: stage.config })
  const post = (text: string) =>
    createPost(again.context, { authorId: stage.authorId, text, isLimited: false })
  await post('cat 2')
  const reader = await PostReader.open(
    `${again.url}${PLACE.path}?resume_after=${position}&positions=true`,
    stage.app.asApp,
  )
  t.after(() => reader.close())
  await post('cat 3')
  await reader.some(3)
  assert.deepEqual(texts(reader), ['cat 1', 'cat 2', 'cat 3'])
})
