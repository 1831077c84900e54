/**
 * Tests the members of users that API v2 has and Labs did not have (spec/v2.md#fields, spec/v2.md#later-members).
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ENGINES } from '../../../test/support/engines.ts'
import { letFollow } from '../../../test/support/follows.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { LookupStage } from '../../../test/support/v2-lookup/stage.ts'
import { importUsers } from '../../domain/accounts/import-users.ts'
import { block } from '../../domain/graph/block.ts'
import { mute } from '../../domain/graph/mute.ts'
import { setAcceptsAnyone } from '../../domain/messages/message-settings.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { parseUser } from '../../importers/user-object.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`later members of users on ${engine}`, async (t) => {
    const stage = await LookupStage.open(t, '2', engine)
    await profile(t, stage)
    await newestPost(t, stage)
    await relations(t, stage)
  })
}

async function profile(t: TestContext, stage: LookupStage): Promise<void> {
  await t.test(
    '200 spec/v2.md#later-members: users have a banner and the type of their verification',
    async () => {
      const [user, plain] = [await stage.user(), await stage.user()]
      const banner = 'https://pbs.example.org/profile_banners/1/2'
      const imported = parseUser(
        JSON.stringify({
          ...{ id_str: String(user.id), screen_name: user.screenName, name: user.name, description: '' },
          ...{ created_at: 'Wed May 23 06:01:13 +0000 2007', verified: true, profile_banner_url: banner },
        }),
      )
      assert.ok(typeof imported !== 'string', String(imported))
      await importUsers(stage.context, [imported], async () => undefined)
      const fields = 'user.fields=profile_banner_url,verified_type,affiliation,parody'
      const { data } = await stage.got(`/users?ids=${user.id},${plain.id}&${fields}`)
      assert.deepEqual(
        data.map(({ profile_banner_url: url, verified_type: type, ...rest }: Record<string, unknown>) => [
          url,
          type,
          Object.keys(rest).length,
        ]),
        [
          [banner, 'blue', 3],
          [undefined, 'none', 3],
        ],
      )
    },
  )
}

async function newestPost(t: TestContext, stage: LookupStage): Promise<void> {
  const { context, app } = stage
  await t.test(
    '200 spec/v2.md#fields: the newest post is available as a field and as an expansion',
    async () => {
      const user = await stage.user()
      const [older, newer] = [await stage.post(user.id, 'older'), await stage.post(user.id, 'newer')]
      const field = `/users/${user.id}?user.fields=most_recent_tweet_id`
      assert.equal((await stage.got(field)).data.most_recent_tweet_id, String(newer))
      const { data, includes } = await stage.got(`/users/${user.id}?expansions=most_recent_tweet_id`)
      assert.equal(data.most_recent_tweet_id, String(newer))
      assert.deepEqual(includes, {
        tweets: [{ id: String(newer), text: 'newer', edit_history_tweet_ids: [String(newer)] }],
      })
      await deletePost(context, { postId: newer })
      assert.equal((await stage.got(field)).data.most_recent_tweet_id, String(older))
    },
  )
  await t.test('200 spec/v2.md#fields: only followers get the newest post of a protected user', async () => {
    const [hermit, viewer] = [await stage.user({ isProtected: true }), await stage.user()]
    const id = await stage.post(hermit.id, 'secret')
    await letFollow(context, { follower: viewer.id, followee: hermit.id })
    const path = `/users/${hermit.id}?expansions=most_recent_tweet_id`
    const asApp = await stage.got(path)
    assert.deepEqual([asApp.data.most_recent_tweet_id, asApp.includes], [undefined, undefined])
    const asViewer = await stage.got(path, await app.asUser(viewer.id))
    assert.equal(asViewer.data.most_recent_tweet_id, String(id))
  })
}

async function relations(t: TestContext, stage: LookupStage): Promise<void> {
  const { context, app } = stage
  const [viewer, friend, foe] = [await stage.user(), await stage.user(), await stage.user()]
  const asViewer = await app.asUser(viewer.id)
  const fields = 'user.fields=connection_status,receives_your_dm'
  const shown = async (id: bigint, as = asViewer) => {
    const { data } = await stage.got(`/users/${id}?${fields}`, as)
    return [data.connection_status, data.receives_your_dm]
  }
  await t.test(
    '200 spec/v2.md#later-members: the field connection_status has the relations of the viewer to the user',
    async () => {
      assert.deepEqual(await shown(friend.id), [undefined, false])
      await letFollow(context, { follower: viewer.id, followee: friend.id })
      await letFollow(context, { follower: friend.id, followee: viewer.id })
      await mute(context, { userId: viewer.id, mutedId: friend.id })
      await block(context, { userId: viewer.id, blockedId: foe.id })
      assert.deepEqual(await shown(friend.id), [['following', 'followed_by', 'muting'], true])
      assert.deepEqual(await shown(foe.id), [['blocking'], false])
    },
  )
  await t.test(
    '200 spec/v2.md#later-members: a field shows that a user accepts messages from everyone',
    async () => {
      const open = await stage.user()
      await setAcceptsAnyone(context, { userId: open.id, acceptsAnyone: true })
      assert.deepEqual(await shown(open.id), [undefined, true])
      await block(context, { userId: open.id, blockedId: viewer.id })
      assert.deepEqual(await shown(open.id), [undefined, false])
    },
  )
  await t.test(
    '200 spec/v2.md#fields: connection_status is absent for an app, and for the calling user',
    async () => {
      assert.deepEqual(await shown(friend.id, app.asApp), [undefined, undefined])
      assert.deepEqual(await shown(viewer.id), [undefined, undefined])
    },
  )
}
