/**
 * The contract of lists of users who liked or reposted a post, as tests (spec/v2-posts.md#engagement-lists).
 */
import assert from 'node:assert/strict'
import type { Context } from '../../../src/domain/context.ts'
import { block } from '../../../src/domain/graph/block.ts'
import { ENGINES } from '../engines.ts'
import { letFollow } from '../follows.ts'
import { slowOnPostgres } from '../part.ts'
import { createUsers } from '../users.ts'
import { idsIn, pageCases, postOwnerCases, refusedApp } from './owned-pages.ts'
import { LookupStage } from './stage.ts'

/** @param engage a function that likes or reposts a post */
export function engagedUserSuite(
  name: 'liking_users' | 'retweeted_by',
  engage: (context: Context, userId: bigint, postId: bigint) => Promise<void>,
): void {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`GET 2/tweets/:id/${name} on ${engine}`, async (t) => {
      const stage = await LookupStage.open(t, '2', engine)
      const { context, app } = stage
      const author = await stage.user()
      const post = await stage.post(author.id, 'a post')
      const users = await createUsers(context, 11)
      for (const { id } of users) await engage(context, id, post)
      const path = `/tweets/${post}/${name}`
      const expected = users.map(({ id }) => String(id)).toReversed()
      await pageCases(t, { stage, path, expected, size: 3, min: 1, max: 100, default: 100 })
      await postOwnerCases(t, stage, (id) => `/tweets/${id}/${name}`)
      await refusedApp(t, { stage, path })
      await t.test(
        '200 spec/v2-posts.md#engagement-lists: without users whose posts the caller may not see',
        async () => {
          const [hermit, offender, leaver, blocker, viewer] = users
          assert.ok(hermit && offender && leaver && blocker && viewer)
          await stage.act(hermit.id, 'protect')
          await stage.act(offender.id, 'suspend')
          await stage.act(leaver.id, 'deactivate')
          await block(context, { userId: blocker.id, blockedId: viewer.id })
          const without = (...hidden: readonly { readonly id: bigint }[]) =>
            expected.filter((id) => !hidden.some((user) => String(user.id) === id))
          const body = await stage.got(path)
          assert.deepEqual(idsIn(body), without(hermit, offender, leaver))
          assert.deepEqual(body.meta, { result_count: 8 })
          const asViewer = await app.asUser(viewer.id)
          assert.deepEqual(idsIn(await stage.got(path, asViewer)), without(hermit, offender, leaver, blocker))
          const asHermit = await app.asUser(hermit.id)
          assert.deepEqual(idsIn(await stage.got(path, asHermit)), without(offender, leaver))
          await letFollow(context, { follower: viewer.id, followee: hermit.id })
          assert.deepEqual(idsIn(await stage.got(path, asViewer)), without(offender, leaver, blocker))
        },
      )
      await t.test('200 user fields; pinned_tweet_id is a valid expansion', async () => {
        const body = await stage.got(`${path}?user.fields=verified&expansions=pinned_tweet_id&max_results=1`)
        assert.deepEqual(Object.keys(body.data[0]), ['id', 'name', 'username', 'verified'])
      })
      // This test is the last, because its repost adds a user to the list of users who reposted the post.
      await t.test(
        '200 spec/v2-posts.md#engagement-lists: a repost in the path counts as its original',
        async () => {
          const shared = await stage.post((await stage.user()).id, '', { repostedId: post })
          const ofOriginal = idsIn(await stage.got(path))
          assert.ok(ofOriginal.length >= 8)
          assert.deepEqual(idsIn(await stage.got(`/tweets/${shared}/${name}`)), ofOriginal)
        },
      )
    })
  }
}
