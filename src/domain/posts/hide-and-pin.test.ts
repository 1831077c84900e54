import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { createUsers } from '../../../test/support/users.ts'
import { requirePost } from './read/find-posts.ts'
import { hideReply } from './state/hide-reply.ts'
import { scrubGeo } from './state/scrub-geo.ts'
import { createPost } from './write/create-post.ts'
import { editPost } from './write/edit-post.ts'
import { pinnedPosts, pinPost } from './write/pin-post.ts'
import { repost } from './write/repost.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`hidden replies, pinned posts and removed locations on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    const { context, store } = runtime
    const [host, guest] = (await createUsers(context, 2)).map(({ id }) => id)
    assert.ok(host && guest)
    const begun = await createPost(context, { authorId: host, text: 'what do you think?' })
    const answer = { authorId: guest, inReplyToId: begun.id, autoPopulateReplyMetadata: true }
    const reply = await createPost(context, { ...answer, text: 'nonsense' })

    await t.test('the author of a conversation can hide replies and show them again', async () => {
      const hide = (isHidden: boolean) => hideReply(context, { userId: host, postId: reply.id, isHidden })
      const events = await eventsOf(runtime, async () => {
        assert.equal(await hide(true), true)
        assert.equal(await hide(true), false)
        assert.notEqual((await requirePost(store, reply.id)).hiddenAt, null)
        assert.equal(await hide(false), true)
        assert.equal((await requirePost(store, reply.id)).hiddenAt, null)
      })
      const fact = { kind: 'post.hidden', user_id: guest, post_id: reply.id }
      assert.deepEqual(events.map(factsOf), [
        { ...fact, is_hidden: true },
        { ...fact, is_hidden: false },
      ])
    })

    await t.test(
      'only the author of a conversation can hide replies in it, and only replies can be hidden',
      async () => {
        for (const [userId, postId] of [
          [guest, reply.id],
          [host, begun.id],
        ] as const) {
          await assert.rejects(hideReply(context, { userId, postId, isHidden: true }), {
            reason: 'post-not-own',
          })
        }
        const nowhere = { userId: host, postId: 1n, isHidden: true }
        await assert.rejects(hideReply(context, nowhere), { reason: 'post-not-found' })
      },
    )

    await t.test('a user can pin and unpin any version of their own post', async () => {
      const edited = await editPost(context, { postId: begun.id, text: 'what do you say?' })
      const events = await eventsOf(runtime, async () => {
        assert.equal(await pinPost(context, { userId: host, postId: edited.id }), true)
        assert.equal(await pinPost(context, { userId: host, postId: begun.id }), false)
        assert.deepEqual([...(await pinnedPosts(store, [host, guest]))], [[host, begun.id]])
        assert.equal(await pinPost(context, { userId: host, postId: null }), true)
        assert.equal((await pinnedPosts(store, [host])).size, 0)
      })
      assert.deepEqual(events.map(factsOf), [
        { kind: 'user.pinned', user_id: host, post_id: begun.id },
        { kind: 'user.pinned', user_id: host, post_id: null },
      ])
      const own = await repost(context, { userId: host, postId: reply.id })
      for (const postId of [reply.id, own.id]) {
        await assert.rejects(pinPost(context, { userId: host, postId }), { reason: 'post-not-own' })
      }
    })

    await t.test(
      'spec/compliance-stream.md#events: scrub_geo removes the locations of posts up to an id',
      async () => {
        const posts = []
        for (const text of ['a', 'b', 'c']) {
          posts.push(await createPost(context, { authorId: host, text, lat: 1, long: 2 }))
        }
        const [first, second, third] = posts
        assert.ok(first && second && third)
        const input = { userId: host, upToId: second.id, reason: 'asked', actor: 'ada' }
        const events = await eventsOf(runtime, async () => assert.equal(await scrubGeo(context, input), 2))
        assert.deepEqual(events.map(factsOf), [
          {
            kind: 'user.geo_scrubbed',
            user_id: host,
            up_to_post_id: second.id,
            reason: 'asked',
            actor: 'ada',
          },
        ])
        assert.equal((await requirePost(store, second.id)).geo, undefined)
        assert.deepEqual((await requirePost(store, third.id)).geo, third.geo)
      },
    )
  })
}
