import assert from 'node:assert/strict'
import { createTestApp } from '../../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { letFollow } from '../../../../../test/support/follows.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { idsIn, pageCases } from '../../../../../test/support/v2-lookup/owned-pages.ts'
import { LookupStage } from '../../../../../test/support/v2-lookup/stage.ts'
import { timelineCases } from '../../../../../test/support/v2-lookup/timelines.ts'
import type { User } from '../../../../domain/accounts/user.ts'
import { block } from '../../../../domain/graph/block.ts'
import { mute } from '../../../../domain/graph/mute.ts'
import { repost } from '../../../../domain/posts/write/repost.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`GET 2/users/:id/timelines/reverse_chronological on ${engine}`, async (t) => {
    const stage = await LookupStage.open(t, '2', engine)
    const { context, app } = stage
    const [reader, one, two, muted, stranger] = await Promise.all([1, 2, 3, 4, 5].map(() => stage.user()))
    assert.ok(reader && one && two && muted && stranger)
    for (const { id } of [one, two, muted]) await letFollow(context, { follower: reader.id, followee: id })
    await mute(context, { userId: reader.id, mutedId: muted.id })
    const posts: bigint[] = []
    for (let number = 0; number < 21; number += 1) {
      const writer: User = [one, two, reader, muted, stranger][number % 5] ?? one
      const id = await stage.post(writer.id, `post ${number}`)
      if (writer !== muted && writer !== stranger) posts.push(id)
    }
    const path = `/users/${reader.id}/timelines/reverse_chronological`
    const as = await app.asUser(reader.id)
    const page = {
      stage,
      path,
      as,
      expected: posts.toReversed().map(String),
      size: 4,
      min: 1,
      max: 100,
      default: 100,
    }
    await pageCases(t, page)
    await timelineCases(t, page)

    await t.test('400/2 spec/v2.md#callers: the id of another user', async () => {
      const { status, body } = await stage.get(`/users/${one.id}/timelines/reverse_chronological`, as)
      assert.equal(status, 400)
      assert.equal(
        body.errors[0].message,
        `The \`id\` query parameter value [${one.id}] must be the same as the authenticating user [${reader.id}]`,
      )
    })
    await t.test('403 spec/v2.md#problem-bodies: an app', async () => {
      assert.equal((await stage.get(path, app.asApp)).status, 403)
    })
    await t.test('403/3 an app without a project', async () => {
      const alone = await createTestApp(context)
      assert.equal((await stage.get(path, await alone.asUser(reader.id))).status, 403)
    })
    await t.test(
      '200 spec/v2-posts.md#timelines: exclude leaves out reposts, and posts of blocked authors are left out',
      async () => {
        const shared = await repost(context, {
          userId: one.id,
          postId: await stage.post(stranger.id, 'strange'),
        })
        assert.equal(idsIn(await stage.got(path, as))[0], String(shared.id))
        assert.deepEqual(idsIn(await stage.got(`${path}?exclude=retweets`, as)), page.expected)
        await block(context, { userId: stranger.id, blockedId: reader.id })
        assert.deepEqual(idsIn(await stage.got(path, as)), page.expected)
      },
    )
  })
}
