import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'
import { malformedCases } from '../../../../test/support/posts/unseen-suite.ts'
import { changePostState } from '../../../domain/posts/change-post-state.ts'
import { editPost } from '../../../domain/posts/edit-post.ts'

test('statuses/destroy', async (t) => {
  const stage = await PostStage.open(t)
  const { relations } = stage
  const [author, other] = await relations.people(2)
  assert.ok(author !== undefined && other !== undefined)
  const path = (id: bigint | string) => `/1.1/statuses/destroy/${id}.json`
  const NOT_FOUND = [404, 144, 'No status found with that ID.'] as const

  await t.test('200 followers.md 3: answers with what it was, and it is gone', async () => {
    const { id } = await stage.write(author.id)
    const before = await relations.got<AnsweredPost>(`/1.1/statuses/show/${id}.json`, author.as)
    const gone = await relations.done<AnsweredPost>(path(id), author.as)
    assert.deepEqual([gone.id, gone.text], [id, before.text])
    assert.equal(gone.user['statuses_count'], 0n)
    assertError(await relations.get(`/1.1/statuses/show/${id}.json`, author.as), ...NOT_FOUND)
    assertError(await relations.post(path(id), author.as), ...NOT_FOUND)
  })
  await t.test('200 quotes, reposts and what was dropped are deleted alike', async () => {
    const quoted = await stage.write(other.id)
    const quote = await stage.write(author.id, { quoteId: quoted.id })
    const quoteGone = await relations.done<AnsweredPost>(path(quote.id), author.as)
    assert.equal(quoteGone.quoted_status?.id, quoted.id)
    const repost = await relations.done<AnsweredPost>(`/1.1/statuses/retweet/${quoted.id}.json`, author.as)
    const repostGone = await relations.done<AnsweredPost>(path(repost.id), author.as)
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
  await t.test('404/144 a post that is not there', async () => {
    assertError(await relations.post(path(1n), author.as), ...NOT_FOUND)
  })
  await t.test("403/183 common.md 2: another user's", async () => {
    const { id } = await stage.write(other.id)
    const message = "You may not delete another user's status."
    assertError(await relations.post(path(id), author.as), 403, 183, message)
  })
  await malformedCases(t, { stage, method: 'POST', path, viewer: author })
})
