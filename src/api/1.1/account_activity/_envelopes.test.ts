import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, type Hooks } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createUsers } from '../../../../test/support/users.ts'
import {
  type Subscribed,
  startWebhooks,
  subscribeReceiver,
} from '../../../../test/support/webhooks/webhooks.ts'
import type { Engine } from '../../../db/query.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import type { User } from '../../../domain/accounts/user.ts'
import { issueToken, revokeToken } from '../../../domain/apps/tokens.ts'
import type { Context } from '../../../domain/context.ts'
import { block } from '../../../domain/graph/block.ts'
import { follow } from '../../../domain/graph/follow.ts'
import { mute } from '../../../domain/graph/mute.ts'
import { deleteMessage } from '../../../domain/messages/delete.ts'
import { sendMessage } from '../../../domain/messages/send.ts'
import { announceTyping, markRead } from '../../../domain/messages/signals.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../domain/posts/write/delete-post.ts'
import { like } from '../../../domain/posts/write/like.ts'
import { repost } from '../../../domain/posts/write/repost.ts'
import { isSubscribed } from '../../../domain/webhooks/subscriptions.ts'
import { must } from '../../../lib/assert.ts'
import { systemClock } from '../../../lib/time/clock.ts'

const AT = Date.UTC(2020, 4, 24, 9, 48, 12, 345)

interface Stage extends Subscribed {
  readonly clock: TestClock
  readonly context: Context
  readonly other: User
  readonly bench: Awaited<ReturnType<typeof startWebhooks>>
  /** Received bodies, in order. */
  told(count: number): Promise<readonly Readonly<Record<string, unknown>>[]>
}

async function stage(t: Hooks, engine: Engine = 'sqlite', dayOf?: () => string): Promise<Stage> {
  const clock = new TestClock(AT)
  // Some of these tests advance the test clock. Timeouts of requests use the real clock.
  const outbound = { clock: systemClock }
  const bench = await startWebhooks(t, await freshConfig(t, engine), clock, { outbound, dayOf })
  const { context } = bench.runtime
  const subscribed = await subscribeReceiver(t, bench)
  const [other] = await createUsers(context, 1)
  const { receiver } = subscribed
  return {
    ...subscribed,
    clock,
    context,
    bench,
    other: must(other, 'a user'),
    async told(count) {
      await receiver.until(count)
      return receiver.deliveries.map(({ body }) => body)
    },
  }
}

/**
 * Makes the other user follow the user. Tests call this function last and wait for the delivery of the follow. An
 * earlier event that was not delivered by then is never delivered.
 */
async function follows({ context, user, other }: Stage): Promise<void> {
  await follow(context, { follower: other.id, followee: user.id })
}

/** The only element of a list in a body. */
function firstIn(
  body: Readonly<Record<string, unknown>> | undefined,
  member: string,
): Record<string, unknown> {
  const list = must(body, 'a body')[member]
  assert.ok(Array.isArray(list) && list.length === 1, member)
  return list[0] as Record<string, unknown>
}

const membersOf = (body: object | undefined) => Object.keys(body ?? {})

describe('spec/webhooks.md#envelopes: envelopes of posts', () => {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`a post has its cut text and its whole text (${engine})`, async (t) => {
      const scene = await stage(t, engine)
      const { context, user } = scene
      const text = `${'long '.repeat(50)}end`
      const post = await createPost(context, { authorId: user.id, text })
      const [body] = await scene.told(1)
      assert.deepEqual(membersOf(body), ['for_user_id', 'tweet_create_events'])
      const told = firstIn(body, 'tweet_create_events')
      assert.equal(told['id_str'], String(post.id))
      assert.equal(told['truncated'], true)
      assert.ok([...String(told['text'])].length <= 140)
      assert.equal(told['timestamp_ms'], String(AT))
      const { full_text, display_text_range, entities } = told['extended_tweet'] as Record<string, unknown>
      assert.equal(full_text, text)
      assert.deepEqual(display_text_range, [0, text.length])
      assert.ok(entities)
      assert.equal((told['user'] as { id_str: string }).id_str, String(user.id))
    })
  }

  test('mentions, replies, reposts and quotes by others are delivered to the users concerned', async (t) => {
    const scene = await stage(t)
    const { context, user, other } = scene
    const mine = await createPost(context, { authorId: user.id, text: 'mine' })
    await createPost(context, { authorId: other.id, text: `hello @${user.screenName}` })
    await createPost(context, { authorId: other.id, text: `@${user.screenName} yes`, inReplyToId: mine.id })
    await repost(context, { userId: other.id, postId: mine.id })
    await createPost(context, { authorId: other.id, text: 'look', quoteId: mine.id })
    await createPost(context, { authorId: other.id, text: 'nothing to do with anybody' })
    await follows(scene)
    const bodies = await scene.told(6)
    assert.deepEqual(
      bodies.map((body) => ('user_has_blocked' in body ? body['user_has_blocked'] : membersOf(body)[1])),
      ['tweet_create_events', false, false, 'tweet_create_events', 'tweet_create_events', 'follow_events'],
    )
    const reposted = firstIn(bodies[3], 'tweet_create_events') as Record<string, Record<string, unknown>>
    assert.equal(reposted['retweeted_status']?.['id_str'], String(mine.id))
    const quoting = firstIn(bodies[4], 'tweet_create_events') as Record<string, Record<string, unknown>>
    assert.equal(quoting['quoted_status']?.['id_str'], String(mine.id))
  })

  test('a user gets no events of users whom the user blocks or mutes, or of protected users whom the user does not follow', async (t) => {
    const scene = await stage(t)
    const { context, user } = scene
    const [blocked, muted, closed] = (await createUsers(context, 3)) as [User, User, User]
    const mine = await createPost(context, { authorId: user.id, text: 'mine' })
    await mute(context, { userId: user.id, mutedId: muted.id })
    await like(context, { userId: blocked.id, postId: mine.id })
    await scene.told(3)
    await block(context, { userId: user.id, blockedId: blocked.id })
    await changeUserState(context, { userId: closed.id, action: 'protect' })
    await scene.told(4)
    await like(context, { userId: muted.id, postId: mine.id })
    for (const { id: authorId } of [blocked, muted, closed]) {
      await createPost(context, { authorId, text: `@${user.screenName}` })
    }
    await follows(scene)
    const bodies = await scene.told(5)
    assert.deepEqual(
      bodies.map((body) => membersOf(body)[1]),
      ['tweet_create_events', 'mute_events', 'favorite_events', 'block_events', 'follow_events'],
    )
  })

  test('likes are delivered to both users, with an id of 32 hex digits', async (t) => {
    const scene = await stage(t)
    const { context, user, other } = scene
    const mine = await createPost(context, { authorId: user.id, text: 'mine' })
    await like(context, { userId: other.id, postId: mine.id })
    const [, body] = await scene.told(2)
    const told = firstIn(body, 'favorite_events')
    assert.match(String(told['id']), /^[0-9a-f]{32}$/)
    assert.equal(told['timestamp_ms'], AT)
    assert.equal(told['created_at'], 'Sun May 24 09:48:12 +0000 2020')
    assert.equal((told['favorited_status'] as { id_str: string }).id_str, String(mine.id))
    assert.equal((told['user'] as { id_str: string }).id_str, String(other.id))
  })

  test('a deletion is delivered with ids as text; a post that was deleted before its delivery is not delivered', async (t) => {
    const scene = await stage(t)
    const { context, user, receiver, clock } = scene
    receiver.onDelivery = (response) => response.writeHead(500).end()
    await follows(scene)
    await receiver.until(1)
    // The post waits in the queue behind the follow. The delivery of the follow is retried after three seconds.
    const post = await createPost(context, { authorId: user.id, text: 'a secret' })
    await deletePost(context, { postId: post.id, userId: user.id })
    receiver.onDelivery = (response) => response.end()
    while (receiver.deliveries.length < 3) {
      clock.advance(1_000)
      await new Promise(setImmediate)
    }
    assert.deepEqual(receiver.deliveries[2]?.body, {
      for_user_id: String(user.id),
      tweet_delete_events: [
        { status: { id: String(post.id), user_id: String(user.id) }, timestamp_ms: String(AT) },
      ],
    })
    assert.ok(receiver.deliveries.every(({ raw }) => !raw.includes('a secret')))
  })
})

describe('spec/webhooks.md#envelopes: envelopes of messages', () => {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`a message, with apps and users, is delivered to each subscribed side (${engine})`, async (t) => {
      const scene = await stage(t, engine)
      const { context, user, other, app, bench } = scene
      const theirs = await subscribeReceiver(t, bench, other)
      await follow(context, { follower: other.id, followee: user.id })
      const message = await sendMessage(context, {
        senderId: user.id,
        recipientId: other.id,
        appId: app.appId,
        draft: { text: 'hi' },
      })
      await Promise.all([scene.receiver.until(2), theirs.receiver.until(2)])
      for (const [{ deliveries }, id] of [
        [scene.receiver, user.id],
        [theirs.receiver, other.id],
      ] as const) {
        const { body } = must(deliveries[1], 'a delivery')
        assert.deepEqual(membersOf(body), ['for_user_id', 'direct_message_events', 'apps', 'users'])
        assert.equal(body['for_user_id'], String(id))
        const told = firstIn(body, 'direct_message_events')
        assert.deepEqual([told['type'], told['id']], ['message_create', String(message.id)])
        assert.deepEqual(Object.keys(body['apps'] as object), [String(app.appId)])
        const users = body['users'] as Record<string, Record<string, unknown>>
        assert.deepEqual(Object.keys(users).sort(), [String(user.id), String(other.id)].sort())
        const { id: userId, screen_name, created_timestamp } = users[String(user.id)] ?? {}
        assert.deepEqual(
          [userId, screen_name, created_timestamp],
          [String(user.id), user.screenName, String(user.createdAt)],
        )
      }
    })
  }

  test('typing indicators and read receipts are delivered only to the other participant', async (t) => {
    const scene = await stage(t)
    const { context, user, other } = scene
    await follow(context, { follower: user.id, followee: other.id })
    await follow(context, { follower: other.id, followee: user.id })
    const sent = { senderId: user.id, recipientId: other.id, appId: null, draft: { text: 'hi' } }
    const message = await sendMessage(context, sent)
    await announceTyping(context, { senderId: other.id, recipientId: user.id })
    await announceTyping(context, { senderId: user.id, recipientId: other.id })
    await markRead(context, { readerId: other.id, writerId: user.id, messageId: message.id })
    const bodies = await scene.told(5)
    const sign = {
      created_timestamp: String(AT),
      sender_id: String(other.id),
      target: { recipient_id: String(user.id) },
    }
    const { users: _, ...typing } = bodies[3] ?? {}
    assert.deepEqual(typing, {
      for_user_id: String(user.id),
      direct_message_indicate_typing_events: [sign],
    })
    const { users: __, ...read } = bodies[4] ?? {}
    assert.deepEqual(read, {
      for_user_id: String(user.id),
      direct_message_mark_read_events: [{ ...sign, last_read_event_id: String(message.id) }],
    })
  })

  test('a message is not delivered to a participant who has already deleted the message', async (t) => {
    const scene = await stage(t)
    const { context, user, other, receiver, clock } = scene
    await follow(context, { follower: other.id, followee: user.id })
    await receiver.until(1)
    receiver.onDelivery = (response) => response.writeHead(500).end()
    await mute(context, { userId: user.id, mutedId: other.id })
    await receiver.until(2)
    // The message waits in the queue behind the mute. The delivery of the mute is retried after three seconds.
    const sent = { senderId: user.id, recipientId: other.id, appId: null, draft: { text: 'a secret' } }
    const { id } = await sendMessage(context, sent)
    await deleteMessage(context, { userId: user.id, id })
    await follow(context, { follower: user.id, followee: other.id })
    receiver.onDelivery = (response) => response.end()
    while (receiver.deliveries.length < 4) {
      clock.advance(1_000)
      await new Promise(setImmediate)
    }
    assert.deepEqual(
      receiver.deliveries.map(({ body }) => membersOf(body)[1]),
      ['follow_events', 'mute_events', 'mute_events', 'follow_events'],
    )
  })
})

describe('spec/webhooks.md#envelopes: user_event', () => {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`a revocation is the last event of a user, without for_user_id (${engine})`, async (t) => {
      const scene = await stage(t, engine)
      const { context, user, other, token, app, webhook } = scene
      await revokeToken(context, token)
      await follow(context, { follower: user.id, followee: other.id })
      const [body] = await scene.told(1)
      assert.deepEqual(body, {
        user_event: {
          revoke: {
            date_time: '2020-05-24T09:48:12+00:00',
            target: { app_id: String(app.appId) },
            source: { user_id: String(user.id) },
          },
        },
      })
      assert.equal(await isSubscribed(context.store, { webhookId: webhook.id, userId: user.id }), false)
    })
  }

  test('while the user has another token that permits deliveries, a revocation is not delivered and the subscription stays', async (t) => {
    const scene = await stage(t)
    const { context, user, token, app, webhook } = scene
    await issueToken(context, { appId: app.appId, userId: user.id })
    await revokeToken(context, token)
    await follows(scene)
    const [body] = await scene.told(1)
    assert.deepEqual(membersOf(body), ['for_user_id', 'follow_events'])
    assert.equal(await isSubscribed(context.store, { webhookId: webhook.id, userId: user.id }), true)
  })
})

describe('spec/versioning.md#dates: the API day of the app determines the members of bodies', () => {
  /** Returns the names of the members of each delivered body. The body of the follow is the last one. */
  async function toldOn(t: Hooks, day: string): Promise<readonly (readonly string[])[]> {
    const scene = await stage(t, 'sqlite', () => day)
    const { context, user, other } = scene
    await createPost(context, { authorId: other.id, text: `hello @${user.screenName}` })
    const mine = await createPost(context, { authorId: user.id, text: 'mine' })
    const { receiver } = scene
    await receiver.until(2)
    await deletePost(context, { userId: user.id, postId: mine.id })
    await follows(scene)
    await receiver.until(day < '2018-06-12' ? 3 : 4)
    return receiver.deliveries.map(({ body }) => membersOf(body))
  }
  const OLD = ['follow_events', 'tweet_create_events', 'tweet_create_events']
  const NAMED = OLD.map((kind) => `for_user_id ${kind}`)
  const DELETED = [...NAMED, 'for_user_id tweet_delete_events']
  const MENTION = 'for_user_id tweet_create_events'

  for (const [day, bodies] of [
    ['2018-05-13', OLD],
    ['2018-05-14', NAMED],
    ['2018-06-11', NAMED],
    ['2018-06-12', DELETED],
    ['2019-10-28', DELETED],
    ['2019-10-29', DELETED.with(1, `${MENTION} user_has_blocked`)],
  ] as const) {
    test(`on ${day}`, async (t) => {
      const told = (await toldOn(t, day)).map((members) => members.join(' '))
      assert.deepEqual(told.toSorted(), bodies.toSorted())
    })
  }
})
