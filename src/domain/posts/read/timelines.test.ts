import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { atTime } from '../../../../test/support/at-time.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import * as fc from '../../../../test/support/properties.ts'
import { createOneUser, createUsers } from '../../../../test/support/users.ts'
import type { Runtime } from '../../../runtime.ts'
import { follow } from '../../graph/follow.ts'
import { updateFollowSettings } from '../../graph/follow-settings.ts'
import { mute } from '../../graph/mute.ts'
import type { Post } from '../post.ts'
import { createPost } from '../write/create-post.ts'
import { editPost } from '../write/edit-post.ts'
import { like } from '../write/like.ts'
import { repost } from '../write/repost.ts'
import { repostIds } from './engagement-pages.ts'
import { HOME_DEPTH, homeTimeline } from './home-timeline.ts'
import {
  likesOf,
  mentionsTimeline,
  repliesTo,
  repostsOfMe,
  USER_TIMELINE_DEPTH,
  userTimeline,
} from './timelines.ts'
import { UNMARKED, viewerMarks } from './viewer-marks.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`lists of posts on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    await mergedHome(t, runtime, engine === 'sqlite' ? 40 : 10)
    await sortedOut(t, runtime)
    await others(t, runtime)
    await likesOfEdited(t, runtime)
    await depths(t, runtime)
  })
}

async function mergedHome(t: TestContext, { context, store }: Runtime, numRuns: number): Promise<void> {
  await t.test('home merges the posts of followed users, for any part of the list', async () => {
    const users = await createUsers(context, 7)
    const [reader] = users
    assert.ok(reader)
    // The last user is not followed.
    for (const { id } of users.slice(1, -1)) await follow(context, { follower: reader.id, followee: id })
    const posts: Post[] = []
    for (let number = 0; number < 120; number++) {
      // The users write different numbers of posts.
      const writer = users[Math.min(users.length - 1, Math.floor(Math.log2(1 + ((number * 37) % 127))))]
      posts.push(await createPost(context, { authorId: writer?.id ?? 0n, text: `post ${number}` }))
    }
    const stranger = users.at(-1)?.id
    const home = posts
      .filter(({ authorId }) => authorId !== stranger)
      .map(({ id }) => id)
      .reverse()
    const place = fc.option(fc.nat({ max: posts.length - 1 }), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), place, place, async (count, since, max) => {
        const sinceId = since === undefined ? undefined : posts[since]?.id
        const maxId = max === undefined ? undefined : posts[max]?.id
        const expected = home
          .filter((id) => (sinceId === undefined || id > sinceId) && (maxId === undefined || id <= maxId))
          .slice(0, count)
        assert.deepEqual(await homeTimeline(store, { userId: reader.id, count, sinceId, maxId }), expected)
      }),
      { numRuns },
    )
  })
}

async function sortedOut(t: TestContext, { context, store }: Runtime): Promise<void> {
  await t.test(
    'spec/posts.md#timelines: home omits muted users, unwanted reposts, replies to other users, and old versions',
    async () => {
      const [reader, friend, muted, quiet, stranger] = (await createUsers(context, 5)).map(({ id }) => id)
      assert.ok(reader && friend && muted && quiet && stranger)
      for (const followee of [friend, muted, quiet]) await follow(context, { follower: reader, followee })
      await mute(context, { userId: reader, mutedId: muted })
      await updateFollowSettings(context, { follower: reader, followee: quiet, wantsRetweets: false })
      const say = (authorId: bigint, text: string, inReplyToId?: bigint) =>
        createPost(context, { authorId, text, inReplyToId, autoPopulateReplyMetadata: true })
      const strange = await say(stranger, 'strange')
      const own = await say(reader, 'own')
      const first = await say(friend, 'first')
      const unheard = await say(muted, 'unheard')
      const shown = [own]
      await say(friend, 'to a stranger', strange.id)
      shown.push(await say(friend, 'to the reader', own.id))
      shown.push(await say(quiet, 'to a friend', first.id))
      shown.push(await say(reader, 'own reply to a stranger', strange.id))
      shown.push(await repost(context, { userId: friend, postId: strange.id }))
      await repost(context, { userId: quiet, postId: strange.id })
      await repost(context, { userId: friend, postId: unheard.id })
      shown.push(await editPost(context, { postId: first.id, text: 'second' }))
      const ids = shown.map(({ id }) => id).reverse()
      assert.deepEqual(await homeTimeline(store, { userId: reader, count: 20 }), ids)
      const replies = shown.filter(({ inReplyToUserId }) => inReplyToUserId !== null).map(({ id }) => id)
      assert.deepEqual(
        await homeTimeline(store, { userId: reader, count: 20, excludeReplies: true }),
        ids.filter((id) => !replies.includes(id)),
      )
    },
  )
}

async function others(t: TestContext, { context, store }: Runtime): Promise<void> {
  const [user, fan] = (await createUsers(context, 2)).map(({ id, screenName }) => ({ id, screenName }))
  assert.ok(user && fan)
  const say = (text: string, more: object = {}) => createPost(context, { authorId: user.id, text, ...more })

  await t.test(
    'spec/posts.md#timelines: exclude_replies and include_rts remove posts after the page is selected',
    async () => {
      const plain = await say('plain')
      const strange = await createPost(context, { authorId: fan.id, text: 'strange' })
      const reply = await say(`@${fan.screenName} reply`, { inReplyToId: strange.id })
      const own = await say('goes on', { inReplyToId: plain.id })
      const shared = await repost(context, { userId: user.id, postId: strange.id })
      const list = (more: object) => userTimeline(store, { userId: user.id, count: 3, ...more })
      assert.deepEqual(await list({}), [shared.id, own.id, reply.id])
      assert.deepEqual(await list({ excludeReplies: true }), [shared.id, own.id])
      assert.deepEqual(await list({ excludeReposts: true }), [own.id, reply.id])
      assert.deepEqual(await list({ sinceId: plain.id, maxId: reply.id }), [reply.id])
      assert.deepEqual(await repliesTo(store, { postId: strange.id, count: 9 }), [reply.id])
    },
  )

  await t.test('mentions, likes and reposts are listed newest first', async () => {
    const posts: Post[] = []
    for (const number of [1, 2, 3]) posts.push(await say(`@${fan.screenName} number ${number}`))
    const [one, two, three] = posts.map(({ id }) => id)
    assert.ok(one && two && three)
    assert.deepEqual(await mentionsTimeline(store, { userId: fan.id, count: 2 }), [three, two])
    const edited = await editPost(context, { postId: three, text: `@${fan.screenName} number 4` })
    assert.deepEqual(await mentionsTimeline(store, { userId: fan.id, count: 2 }), [edited.id, two])
    for (const postId of [two, three, one]) await like(context, { userId: fan.id, postId })
    assert.deepEqual(await likesOf(store, { userId: fan.id, count: 2 }), [edited.id, two])
    assert.deepEqual(await likesOf(store, { userId: fan.id, count: 2, maxId: two - 1n }), [one])
    const shared = await repost(context, { userId: fan.id, postId: two })
    assert.deepEqual(await repostsOfMe(store, { userId: user.id, count: 5 }), [two])
    const page = await repostIds(store, { userId: two, cursor: -1n, count: 5 })
    assert.deepEqual(page, { ids: String(shared.id), nextCursor: 0n, previousCursor: 0n })
  })

  await t.test('the marks of a viewer are the likes and reposts by the viewer', async () => {
    const { id } = await say('marked')
    const { id: alone } = await say('left alone')
    const own = await repost(context, { userId: fan.id, postId: id })
    await like(context, { userId: fan.id, postId: id })
    const marks = await viewerMarks(store, fan.id, [id, alone])
    assert.deepEqual(marks.get(id), { liked: true, reposted: own.id })
    assert.deepEqual(marks.get(alone) ?? UNMARKED, UNMARKED)
  })

  await t.test('mentions exclude muted users', async () => {
    await mute(context, { userId: fan.id, mutedId: user.id })
    assert.deepEqual(await mentionsTimeline(store, { userId: fan.id, count: 9 }), [])
  })
}

async function likesOfEdited(t: TestContext, { context, store }: Runtime): Promise<void> {
  await t.test(
    'decision 0016: likes show the newest versions of posts, in the order of their ids',
    async () => {
      const [author, fan] = (await createUsers(context, 2)).map(({ id }) => id)
      assert.ok(author && fan)
      const at = (minutes: number) => atTime(context, context.clock.now() + minutes * 60_000)
      const newest = new Map<bigint, bigint>()
      for (let number = 0; number < 24; number++) {
        const post = { authorId: author, text: `post ${number}`, isLimited: false }
        const { id } = await createPost(at(number * 10), post)
        newest.set(id, id)
        if (number !== 5) await like(context, { userId: fan, postId: id })
        // Some posts are edited within an hour, some just before or after an hour, and some much later. The
        // query finds edits of the first hour in a different way.
        const later = [undefined, 1, 25, 59, 61, 90, 400][number % 7]
        if (later === undefined) continue
        const edit = await editPost(at(number * 10 + later), { postId: id, text: `edit ${number}` })
        newest.set(id, edit.id)
      }
      const unliked = [...newest.values()][5]
      const expected = [...newest.values()].filter((id) => id !== unliked).sort((a, b) => (a > b ? -1 : 1))
      for (const count of [1, 2, 5, 7, 23, 50]) {
        const walked: bigint[] = []
        for (let page = await likesOf(store, { userId: fan, count }); page.length > 0; ) {
          walked.push(...page)
          page = await likesOf(store, { userId: fan, count, maxId: (page.at(-1) ?? 0n) - 1n })
        }
        assert.deepEqual(walked, expected, `${count}`)
      }
      for (const [index, sinceId] of expected.entries()) {
        assert.deepEqual(await likesOf(store, { userId: fan, count: 50, sinceId }), expected.slice(0, index))
        const tail = await likesOf(store, { userId: fan, count: 50, maxId: sinceId })
        assert.deepEqual(tail, expected.slice(index))
      }
    },
  )
}

async function depths(t: TestContext, { context, store }: Runtime): Promise<void> {
  await t.test('spec/posts.md#timelines: user_timeline has 3,200 posts, and home 800', async () => {
    const { id: authorId } = await createOneUser(context)
    const { id: reader } = await createOneUser(context)
    await follow(context, { follower: reader, followee: authorId })
    const texts = Array.from({ length: USER_TIMELINE_DEPTH + 30 }, (_, number) => `post ${number}`)
    const posts = await Promise.all(
      texts.map((text) => createPost(context, { authorId, text, isLimited: false })),
    )
    const ids = posts.map(({ id }) => id).sort((a, b) => (a > b ? -1 : 1))
    const deep = (maxId: bigint | undefined) => userTimeline(store, { userId: authorId, count: 200, maxId })
    assert.deepEqual(
      await deep(ids[USER_TIMELINE_DEPTH - 10]),
      ids.slice(USER_TIMELINE_DEPTH - 10, USER_TIMELINE_DEPTH),
    )
    assert.deepEqual(await deep(ids[USER_TIMELINE_DEPTH]), [])
    const home = (maxId: bigint | undefined) => homeTimeline(store, { userId: reader, count: 200, maxId })
    assert.deepEqual(await home(ids[HOME_DEPTH - 10]), ids.slice(HOME_DEPTH - 10, HOME_DEPTH))
    assert.deepEqual(await home(ids[HOME_DEPTH]), [])
  })
}
