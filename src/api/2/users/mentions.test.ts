import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { cappedReadTest } from '../../../../test/support/v2-lookup/capped-reads.ts'
import {
  idsIn,
  pageCases,
  refusedApp,
  userOwnerCases,
} from '../../../../test/support/v2-lookup/owned-pages.ts'
import { LookupStage } from '../../../../test/support/v2-lookup/stage.ts'
import { timelineCases } from '../../../../test/support/v2-lookup/timelines.ts'
import type { User } from '../../../domain/accounts/user.ts'
import { block } from '../../../domain/graph/block.ts'
import { mute } from '../../../domain/graph/mute.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`GET 2/users/:id/mentions on ${engine}`, async (t) => {
    const stage = await LookupStage.open(t, '2', engine)
    const { context } = stage
    const [subject, author] = [await stage.user(), await stage.user()]
    const mention = (by: User, to: User, text: string, more = {}) => {
      const { id, screenName } = to
      const entity = {
        id_str: String(id),
        screen_name: screenName,
        name: screenName,
        indices: [0, 2] as const,
      }
      return stage.post(by.id, text, { content: { user_mentions: [entity] }, ...more })
    }
    const posts: bigint[] = []
    for (let number = 0; number < 17; number += 1)
      posts.push(await mention(author, subject, `post ${number}`))
    const path = `/users/${subject.id}/mentions`
    const page = {
      stage,
      path,
      expected: posts.toReversed().map(String),
      size: 5,
      min: 5,
      max: 100,
      default: 10,
    }
    await pageCases(t, page)
    await timelineCases(t, page)
    await userOwnerCases(t, stage, (id) => `/users/${id}/mentions`)
    await refusedApp(t, { stage, path })

    await t.test(
      '200 spec/v2-posts.md#timelines: mutes and blocks of the user apply only if the user is the caller',
      async () => {
        const [user, muted, blocked, hermit, friend] = await Promise.all(
          [1, 2, 3, 4, 5].map(() => stage.user()),
        )
        assert.ok(user && muted && blocked && hermit && friend)
        const ids: bigint[] = []
        for (const by of [muted, blocked, hermit, friend, user]) ids.push(await mention(by, user, 'mention'))
        await mute(context, { userId: user.id, mutedId: muted.id })
        await block(context, { userId: user.id, blockedId: blocked.id })
        await stage.act(hermit.id, 'protect')
        const whose = `/users/${user.id}/mentions`
        const shown = async (as?: Parameters<LookupStage['got']>[1]) =>
          idsIn(await stage.got(whose, as)).map(BigInt)
        const ofAll = [ids[3], ids[1], ids[0]]
        assert.deepEqual(await shown(), ofAll)
        assert.deepEqual(await shown(await stage.app.asUser(friend.id)), ofAll)
        assert.deepEqual(await shown(await stage.app.asUser(user.id)), [ids[3]])
      },
    )
    await t.test('200 spec/v2-posts.md#timelines: exclude leaves out replies', async () => {
      const user = await stage.user()
      const plain = await mention(author, user, 'mention')
      await mention(author, user, 'reply', { inReplyTo: { id: 5n, authorId: user.id } })
      assert.equal(idsIn(await stage.got(`/users/${user.id}/mentions`)).length, 2)
      const without = await stage.got(`/users/${user.id}/mentions?exclude=replies,retweets`)
      assert.deepEqual(idsIn(without), [String(plain)])
    })
  })
}

cappedReadTest(async (stage) => {
  const { context } = stage
  const [subject, { id: authorId }] = [await stage.user(), await stage.user()]
  await createPost(context, { authorId, text: `@${subject.screenName} hello` })
  return { path: `/users/${subject.id}/mentions` }
})
