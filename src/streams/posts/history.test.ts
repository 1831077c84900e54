import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import { RuleEngine } from '../../filter/engine.ts'
import { firstSnowflakeAt, SNOWFLAKE_EPOCH_MS } from '../../lib/ids/snowflake.ts'
import { systemClock } from '../../lib/time/clock.ts'
import type { LoggedEvent } from '../../log/event.ts'
import { Channel } from './channel.ts'
import type { PostConnection } from './connection.ts'
import { type HistorySource, LogHistory } from './history.ts'
import { StreamedPost } from './streamed-post.ts'

test('history searches a long log for the first rules in limited steps, so that the connection can send keep-alives', async () => {
  const head = 200_000n
  let read = 0
  const source: HistorySource = {
    clock: systemClock,
    readAfter: async (position, max) => {
      const count = Math.min(max, Number(head - position))
      read += count
      return Array.from(
        { length: count },
        (_, index) => ({ kind: 'user.followed', position: position + BigInt(index) + 1n }) as LoggedEvent,
      )
    },
    position: () => head,
    views: async () => [],
  }
  const history = new LogHistory(source, {
    of: { appId: 1n, product: 'labs-1' },
    rules: () => [],
    after: 0n,
    sendsGaps: false,
    cap: undefined,
  })
  const { signal } = new AbortController()
  let before = 0
  while (!history.isNear(head)) {
    await history.next(head, signal)
    assert.ok(read - before <= 51_000, `${read - before} events were read in one step`)
    before = read
  }
  assert.equal(history.position, head)
})

/** History with `count` posts, and the channel of the connection. */
function backlog(count: number) {
  const clock = new TestClock()
  const rule = { id: 1n, appId: 1n, product: 'labs-1', value: 'cat', tag: undefined } as const
  const channel = new Channel({ engine: new RuleEngine(), entries: [] }, rule, 50)
  channel.start([rule])
  const live: StreamedPost[] = []
  const connection = { push: (post: StreamedPost) => live.push(post) } as unknown as PostConnection
  // The ids of these posts are in the sample, so every post matches without a read of its content.
  const postId = firstSnowflakeAt(Math.ceil(SNOWFLAKE_EPOCH_MS / 1_000) * 1_000 + 660)
  const view = {} as StreamedView
  const source: HistorySource = {
    clock,
    readAfter: async (position, max) =>
      Array.from(
        { length: Math.min(max, count - Number(position)) },
        (_, index) =>
          ({ kind: 'post.created', post_id: postId, position: position + BigInt(index) + 1n }) as LoggedEvent,
      ),
    position: () => BigInt(count),
    views: async (ids) => ids.map(() => view),
  }
  const history = new LogHistory(source, {
    of: undefined,
    rules: () => [],
    after: 0n,
    sendsGaps: false,
    cap: channel.cap,
  })
  /** @returns the number of posts that were not dropped */
  const post = (posts: number) => {
    const [entry] = channel.entries
    const before = live.length
    for (let index = 0; index < posts && entry !== undefined; index += 1) {
      channel.addMatch(entry)
      channel.deliver(new StreamedPost(view, { position: 1n, at: clock.now() }, clock.monotonic()))
    }
    return live.length - before
  }
  const head = BigInt(count)
  const next = () => history.next(head, new AbortController().signal)
  const isNear = () => history.isNear(head)
  const join = () => {
    channel.connection = connection
  }
  return { clock, next, isNear, join, post }
}

describe('spec/post-streams.md#posts-per-second: the limit is 50 posts in the second in which a connection passes from history to the present', () => {
  test('posts of history count in the second in which the connection joins the present', async () => {
    const { clock, next, isNear, join, post } = backlog(49)
    assert.equal((await next()).content?.length, 49)
    assert.ok(isNear())
    join()
    assert.equal(post(45), 1)
    clock.advance(1_000)
    assert.equal(post(60), 50)
  })

  test('the connection does not join the present while the limit of the second is used up, because posts would be dropped', async () => {
    const { clock, next, isNear, join, post } = backlog(50)
    assert.equal((await next()).content?.length, 50)
    clock.advance(900)
    assert.equal(isNear(), false)
    const waiting = next()
    clock.advance(100)
    assert.equal((await waiting).content, undefined)
    assert.ok(isNear())
    join()
    assert.equal(post(1), 1)
    post(49)
    assert.equal(isNear(), false, 'the second has no room again')
  })
})
