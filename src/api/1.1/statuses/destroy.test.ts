import assert from 'node:assert/strict'
import { parseExactly } from '../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'
import { malformedCases } from '../../../../test/support/posts/unseen-suite.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { block } from '../../../domain/graph/block.ts'
import { changePostState } from '../../../domain/posts/state/change-post-state.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`statuses/destroy on ${engine}`, async (t) => {
    const stage = await PostStage.open(t, { engine })
    const { relations } = stage
    const [author, other] = await relations.people(2)
    assert.ok(author !== undefined && other !== undefined)
    const path = (id: bigint | string) => `/1.1/statuses/destroy/${id}.json`
    const NOT_FOUND = [404, 144, 'No status found with that ID.'] as const

    await t.test('200 spec/posts.md#destroy: returns the deleted post', async () => {
      const { id } = await stage.write(author.id)
      const before = await relations.got<AnsweredPost>(`/1.1/statuses/show/${id}.json`, author.as)
      const gone = await relations.done<AnsweredPost>(path(id), author.as)
      assert.deepEqual([gone.id, gone.text], [id, before.text])
      assert.equal(gone.user['statuses_count'], 0n)
      assertError(await relations.get(`/1.1/statuses/show/${id}.json`, author.as), ...NOT_FOUND)
      assertError(await relations.post(path(id), author.as), ...NOT_FOUND)
    })
    await t.test('200 quotes, reposts and dropped posts are deleted in the same way', async () => {
      const quoted = await stage.write(other.id)
      const quote = await stage.write(author.id, { quoteId: quoted.id })
      const quoteGone = await relations.done<AnsweredPost>(path(quote.id), author.as)
      assert.equal(quoteGone.quoted_status?.id, quoted.id)
      const shared = await relations.done<AnsweredPost>(`/1.1/statuses/retweet/${quoted.id}.json`, author.as)
      const repostGone = await relations.done<AnsweredPost>(path(shared.id), author.as)
      assert.equal(repostGone.retweeted_status?.id, quoted.id)
      const again = await relations.done<AnsweredPost>(`/1.1/statuses/retweet/${quoted.id}.json`, author.as)
      const edit = await editPost(stage.context, { postId: quoted.id, text: 'what was meant' })
      const againGone = await relations.done<AnsweredPost>(path(again.id), author.as)
      assert.equal(againGone.retweeted_status?.id, edit.id)
      assert.match(againGone.text, /^RT @.*: what was meant$/)
      const dropped = await stage.write(author.id)
      await changePostState(stage.context, { postId: dropped.id, action: 'drop' })
      assert.equal((await relations.done<AnsweredPost>(path(dropped.id), author.as)).id, dropped.id)
    })
    await t.test(
      '200 if the author of the original was suspended or blocked the user after the repost, the deleted repost has no original',
      async () => {
        for (const isBlocking of [false, true]) {
          const hidden = await relations.person()
          const { id, content } = await stage.write(hidden.id, { text: `A secret, ${isBlocking}` })
          const own = await repost(stage.context, { userId: author.id, postId: id })
          if (isBlocking) await block(stage.context, { userId: hidden.id, blockedId: author.id })
          else await changeUserState(stage.context, { userId: hidden.id, action: 'suspend' })
          const { status, text } = await relations.post(`${path(own.id)}?tweet_mode=extended`, author.as)
          assert.equal(status, 200, text)
          const gone = parseExactly(text) as AnsweredPost
          assert.deepEqual(
            [gone.id, gone['full_text'], gone['display_text_range']],
            [own.id, 'RT …', [0n, 4n]],
          )
          for (const secret of [content.text, hidden.screenName, String(id), String(hidden.id)]) {
            assert.ok(!text.includes(secret), text)
          }
          assertError(await relations.post(path(own.id), author.as), ...NOT_FOUND)
        }
      },
    )
    await t.test('404/144 an unknown post', async () => {
      assertError(await relations.post(path(1n), author.as), ...NOT_FOUND)
    })
    await t.test('403/183 spec/errors.md#code-table: a post of another user', async () => {
      const { id } = await stage.write(other.id)
      const message = "You may not delete another user's status."
      assertError(await relations.post(path(id), author.as), 403, 183, message)
    })
    await malformedCases(t, { stage, method: 'POST', path, viewer: author })
  })
}
