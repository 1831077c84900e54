import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres, slowTest } from '../../../test/support/part.ts'
import { PostReader } from '../../../test/support/streams/post-stream.ts'
import { sharedUserStreams, shortOf, userStreamStage } from '../../../test/support/streams/user-stream.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { updateProfile } from '../../domain/accounts/update-profile.ts'
import { findApp } from '../../domain/apps/app.ts'
import { revokeAppOfUser } from '../../domain/apps/revoke-app-of-user.ts'
import { block, unblock } from '../../domain/graph/block.ts'
import { follow, unfollow } from '../../domain/graph/follow.ts'
import { importFollows } from '../../domain/graph/import-follows.ts'
import { mute } from '../../domain/graph/mute.ts'
import { addListMembers, removeListMembers } from '../../domain/lists/change-members.ts'
import { createList } from '../../domain/lists/create-list.ts'
import { deleteList } from '../../domain/lists/delete-list.ts'
import { followList } from '../../domain/lists/follow-list.ts'
import { deleteMessage } from '../../domain/messages/delete.ts'
import { sendMessage } from '../../domain/messages/send.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { like, unlike } from '../../domain/posts/write/like.ts'
import { repost } from '../../domain/posts/write/repost.ts'

const USER_STREAMS = 'spec/retired-endpoints.md#user-and-site-streams'

/** Waits for a post with the text `text`. @returns short forms of all messages after the first message */
async function until(stream: PostReader, text: string): Promise<readonly string[]> {
  await stream.until(() => stream.lines.some((line) => line.text === text))
  return stream.lines.slice(1).map(shortOf)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`GET user on ${engine}`, () => {
    const shared = sharedUserStreams({ engine })

    test(`${USER_STREAMS}: friends first, then posts of followed users, mentions and reposts of the user, and deletes`, async (t) => {
      const { context, member, asWriterOnly, open, post } = await userStreamStage(t, shared)
      const [me, friend, other, stranger] = await Promise.all([member(), member(), member(), member()])
      await follow(context, { follower: me.id, followee: other.id })
      await follow(context, { follower: me.id, followee: friend.id })
      const stream = await open(me, 'user.json')
      const withReplies = await open(
        { as: await asWriterOnly(me.id) },
        'user.json?replies=all&stringify_friend_ids=true',
      )
      await Promise.all([stream.some(1), withReplies.some(1)])
      assert.equal(stream.texts[0], `{"friends":[${friend.id},${other.id}]}`)
      assert.equal(withReplies.texts[0], `{"friends_str":["${friend.id}","${other.id}"]}`)

      await post(stranger.id, 'unheard')
      const mine = await post(me.id, 'mine')
      const read = await post(friend.id, 'of a friend')
      await post(friend.id, `@${stranger.screenName} an answer`)
      await post(stranger.id, `hello @${me.screenName}`)
      await repost(context, { userId: stranger.id, postId: mine.id })
      await deletePost(context, { userId: friend.id, postId: read.id })
      await unfollow(context, { follower: me.id, followee: other.id })
      await post(other.id, 'no longer followed')
      await follow(context, { follower: me.id, followee: stranger.id })
      await post(stranger.id, 'now followed')
      const before = ['mine', 'of a friend']
      const after = [
        `hello @${me.screenName}`,
        `RT @${me.screenName}: mine`,
        'status',
        `unfollow ${me.screenName} ${other.screenName}`,
        `follow ${me.screenName} ${stranger.screenName}`,
        'now followed',
      ]
      assert.deepEqual(await until(stream, 'now followed'), [...before, ...after])
      assert.deepEqual(await until(withReplies, 'now followed'), [
        ...before,
        `@${stranger.screenName} an answer`,
        ...after,
      ])
      const [, first] = stream.lines
      assert.deepEqual(
        [first.filter_level, typeof first.timestamp_ms, first.user.time_zone, first.user.lang],
        ['low', 'string', 'UTC', 'en'],
      )
      assert.equal(stream.lines.find((line) => line.delete)?.delete.status.id_str, String(read.id))
    })

    test(`${USER_STREAMS}: likes, quotes, follows, blocks, lists and profiles as events`, async (t) => {
      const { context, member, open, post } = await userStreamStage(t, shared)
      const [me, other] = await Promise.all([member(), member()])
      const stream = await open(me, 'user.json?with=user')
      const mine = await post(me.id, 'mine')
      await like(context, { userId: other.id, postId: mine.id })
      await unlike(context, { userId: other.id, postId: mine.id })
      await post(other.id, 'see', {
        quoteId: mine.id,
        attachmentUrl: `https://twitter.com/${me.screenName}/status/${mine.id}`,
      })
      await follow(context, { follower: other.id, followee: me.id })
      await unfollow(context, { follower: other.id, followee: me.id })
      const list = { userId: me.id, listId: (await createList(context, { ...LIST, userId: me.id })).id }
      await addListMembers(context, { ...list, memberIds: [other.id], skips: false })
      await followList(context, { userId: other.id, listId: list.listId })
      await removeListMembers(context, { ...list, memberIds: [other.id] })
      await stream.until(() => stream.lines.some(({ event }) => event === 'list_member_removed'))
      await deleteList(context, list)
      const hidden = await createList(context, { ...LIST, userId: other.id, isPrivate: true })
      await addListMembers(context, {
        ...{ userId: other.id, listId: hidden.id },
        ...{ memberIds: [me.id], skips: false },
      })
      await updateProfile(context, { userId: me.id, name: 'Renamed' })
      await block(context, { userId: me.id, blockedId: other.id })
      await unblock(context, { userId: me.id, blockedId: other.id })
      await post(me.id, 'end')
      const [name, otherName] = [me.screenName, other.screenName]
      assert.deepEqual(
        [shortOf(stream.lines[0]), ...(await until(stream, 'end'))],
        [
          'mine',
          `favorite ${otherName} ${name}`,
          `unfavorite ${otherName} ${name}`,
          `quoted_tweet ${otherName} ${name}`,
          `follow ${otherName} ${name}`,
          `list_created ${name} ${name}`,
          `list_member_added ${name} ${otherName}`,
          `list_user_subscribed ${otherName} ${name}`,
          `list_member_removed ${name} ${otherName}`,
          `list_destroyed ${name} ${name}`,
          `user_update ${name} ${name}`,
          `block ${name} ${otherName}`,
          `unblock ${name} ${otherName}`,
          'end',
        ],
      )
      const favorite = stream.lines.find(({ event }) => event === 'favorite')
      assert.deepEqual(Object.keys(favorite), ['event', 'created_at', 'source', 'target', 'target_object'])
      assert.equal(favorite.target_object.id_str, String(mine.id))
      assert.match(favorite.created_at, /^\w{3} \w{3} \d\d \d\d:\d\d:\d\d \+0000 \d{4}$/)
      const added = stream.lines.find(({ event }) => event === 'list_member_added')
      assert.deepEqual([added.target_object.name, added.target_object.user.id_str], ['Birds', String(me.id)])
    })

    test(`${USER_STREAMS}: direct messages that the user sends or receives, and their deletions, only with a token that may read messages`, async (t) => {
      const { context, member, asWriterOnly, open, post } = await userStreamStage(t, shared)
      const [me, other] = await Promise.all([member(), member()])
      const stream = await open(me, 'user.json')
      const silent = await open({ as: await asWriterOnly(me.id) }, 'user.json')
      const text = 'x'.repeat(300)
      const send = (senderId: bigint, recipientId: bigint, text: string) =>
        sendMessage(context, { senderId, recipientId, appId: null, draft: { text } })
      const { id } = await send(other.id, me.id, text)
      await send(me.id, other.id, 'an answer')
      await deleteMessage(context, { id, userId: other.id })
      await deleteMessage(context, { id, userId: me.id })
      await post(me.id, 'end')
      assert.deepEqual(await until(silent, 'end'), ['end'])
      assert.deepEqual(await until(stream, 'end'), [
        `message: ${text}`,
        'message: an answer',
        'direct_message',
        'end',
      ])
      assert.equal(stream.texts[3], `{"delete":{"direct_message":{"id":${id},"user_id":${me.id}}}}`)
      const { direct_message: message } = stream.lines[1]
      assert.deepEqual([message.id_str, message.sender.id_str], [String(id), String(other.id)])
    })

    test(`${USER_STREAMS}: nothing from users who are protected, muted or suspended, or who block the user`, async (t) => {
      const { context, member, open, post } = await userStreamStage(t, shared)
      const [me, shy, blocker, muted, gone] = await Promise.all([
        member(),
        member({ isProtected: true }),
        member(),
        member(),
        member(),
      ])
      for (const { id } of [blocker, muted, gone]) await follow(context, { follower: me.id, followee: id })
      const stream = await open(me, `user.json?track=owl`)
      await block(context, { userId: blocker.id, blockedId: me.id })
      await mute(context, { userId: me.id, mutedId: muted.id })
      await changeUserState(context, { userId: gone.id, action: 'suspend' })
      for (const { id } of [shy, blocker, muted]) await post(id, `an owl for @${me.screenName}`)
      const mine = await post(me.id, 'mine')
      await like(context, { userId: muted.id, postId: mine.id })
      await post(me.id, 'end')
      assert.deepEqual(await until(stream, 'end'), ['mine', 'end'])
    })

    test(`${USER_STREAMS}: track and locations add public posts of all users`, async (t) => {
      const { member, open, post } = await userStreamStage(t, shared)
      const [me, other] = await Promise.all([member(), member()])
      const stream = await open(me, 'user.json?track=owl&locations=-1,50,1,52')
      await post(other.id, 'an owl')
      await post(other.id, 'a cat')
      await post(other.id, 'in London', { lat: 51.5, long: -0.1 })
      await post(me.id, 'end')
      assert.deepEqual(await until(stream, 'end'), ['an owl', 'in London', 'end'])
    })

    test(`${USER_STREAMS}: a newer user stream of the user and app ends the older one, not a filtered stream`, async (t) => {
      const { member, open, post } = await userStreamStage(t, shared)
      const me = await member()
      const filtered = await open(me, 'statuses/filter.json?track=owl')
      const first = await open(me, 'user.json')
      const second = await open(me, 'user.json')
      assert.equal((await first.last()).disconnect.code, 2)
      await post(me.id, 'an owl')
      await Promise.all([until(second, 'an owl'), filtered.some(1)])
    })
  })
}

/** One server for the tests below that need no settings. */
const sharedByOthers = sharedUserStreams()

const LIST = { name: 'Birds', description: '', isPrivate: false }

test(`${USER_STREAMS}: access_revoked reaches the owner of the app; the stream of the user ends`, async (t) => {
  const { context, app, member, open } = await userStreamStage(t, sharedByOthers)
  const me = await member()
  const ownerId = (await findApp(context.store, app.appId))?.ownerId ?? 0n
  const owner = await open({ as: await app.asUser(ownerId) }, 'user.json')
  const stream = await open(me, 'user.json')
  await revokeAppOfUser(context, { appId: app.appId, userId: me.id })
  assert.equal((await stream.last()).disconnect.code, 6)
  await owner.some(2)
  const [, { event, source, target, target_object: client }] = owner.lines
  assert.deepEqual(
    [event, source.id_str, target.id_str, client.name],
    ['access_revoked', String(me.id), String(ownerId), 'Test app'],
  )
})

slowTest(
  `${USER_STREAMS}: a user with more than 10,000 follows gets a warning in place of friends`,
  async (t) => {
    const { context, member, open } = await userStreamStage(t)
    const me = await member()
    const edges = Array.from({ length: 10_001 }, (_, index) => ({
      follower: me.id,
      followee: BigInt(index + 1),
    }))
    await importFollows(context, edges, async () => undefined)
    const stream = await open(me, 'user.json')
    await stream.some(1)
    const { warning } = stream.lines[0]
    assert.deepEqual([warning.code, warning.user_id], ['FOLLOWS_OVER_LIMIT', Number(me.id)])
  },
)

test('410 spec/retired-endpoints.md#ended-v11-streams: from 2018-07-24 a stream begins with a warning, and on 2018-08-23 the endpoint ends', async (t) => {
  const { url, member, open } = await userStreamStage(t, {
    settings: { api_date: '2018-08-22', test_controls: 'on' },
  })
  const me = await member()
  const stream = await open(me, 'user.json')
  await stream.some(2)
  assert.equal(stream.lines[0].warning.code, 'DEPRECATED_ENDPOINT')
  assert.equal(stream.headers['sunset'], 'Thu, 23 Aug 2018 00:00:00 GMT')
  const path = `${url}/1.1/user.json`
  const gone = await fetch(path, { headers: { 'aviary-api-date': '2018-08-23' } })
  assert.equal(gone.status, 410)
  assert.match(await gone.text(), /^The Site Streams and User Streams endpoints have been turned off\./)
  const latest = await PostReader.open(path, me.as, { 'aviary-api-date': 'latest' })
  await latest.some(1)
  assert.ok('friends' in latest.lines[0])
  latest.close()
})

slowTest(
  'spec/retired-endpoints.md#ended-v11-streams: an open stream gets code 1 when its endpoint ends',
  async (t) => {
    const clock = new TestClock(Date.UTC(2018, 7, 22, 23))
    const { member, open } = await userStreamStage(t, { clock, settings: { api_date: 'live' } })
    const stream = await open(await member(), 'user.json')
    await stream.some(2)
    clock.advance(3_600_000)
    assert.equal((await stream.last()).disconnect.code, 1)
  },
)

test('406/214 invalid values of `with`, track and locations; 403 for an app', async (t) => {
  const { url, app, member, open } = await userStreamStage(t, sharedByOthers)
  const me = await member()
  assert.equal((await ask(`${url}/1.1/user.json`, app.asApp)).status, 403)
  for (const query of ['with=everybody', `track=${'x'.repeat(61)}`, 'locations=1,2'])
    assert.equal((await open(me, `user.json?${query}`)).status, 406, query)
})

test('413/214 too many phrases', async (t) => {
  const { member, open } = await userStreamStage(t, sharedByOthers)
  const me = await member()
  const phrases = Array.from({ length: 401 }, (_, count) => `t${count}`).join()
  assert.equal((await open(me, `user.json?track=${phrases}`)).status, 413)
})

test('420/88 after 50 connects in 15 minutes', async (t) => {
  const { member, open } = await userStreamStage(t, {
    settings: { limits: 'documented' },
    clock: new TestClock(),
  })
  const me = await member()
  for (let count = 0; count < 50; count += 1) (await open(me, 'user.json')).close()
  assert.equal((await open(me, 'user.json')).status, 420)
})
