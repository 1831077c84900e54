/** Tests POST 2/users/:id/retweets and DELETE 2/users/:id/retweets/:source_tweet_id over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import {
  ActionStage,
  actionErrorTests,
  assertForbidden,
  assertInvalid,
} from '../../../../test/support/v2-lookup/actions.ts'
import { requirePost } from '../../../domain/posts/read/find-posts.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`reposts on ${engine}`, async (t) => {
    const stage = await ActionStage.open(t, engine)
    const { posts, me, context } = stage
    const author = await stage.person()
    const retweets = `/2/users/${me.id}/retweets`
    const countOf = async (id: bigint) => (await requirePost(context.store, id)).counts.retweets

    await t.test(
      '200 spec/v2-posts.md#likes-reposts-bookmarks: a user reposts a post, and undoes the repost',
      async () => {
        const { id } = await posts.write(author.id)
        await stage.does('POST', retweets, { tweet_id: String(id) }, { retweeted: true })
        assert.equal(await countOf(id), 1)
        for (const _ of ['first', 'again']) {
          await stage.does('DELETE', `${retweets}/${id}`, undefined, { retweeted: false })
          assert.equal(await countOf(id), 0)
        }
        await stage.does('DELETE', `${retweets}/5`, undefined, { retweeted: false })
      },
    )
    await t.test('400/2 spec/v2-posts.md#refused-writes: a post that the user has reposted', async () => {
      const { id } = await posts.write(author.id)
      await stage.does('POST', retweets, { tweet_id: String(id) }, { retweeted: true })
      const answer = await stage.send('POST', retweets, { tweet_id: String(id) })
      assertInvalid(answer, 'You cannot retweet a Tweet that you have already retweeted.')
      assert.equal(await countOf(id), 1)
    })
    await t.test('400/2 spec/v2-posts.md#refused-writes: a post that the user does not see', async () => {
      for (const { id, is } of await posts.unseen(me)) {
        const answer = await stage.send('POST', retweets, { tweet_id: String(id) })
        assert.equal(answer.status, 400, is)
        assertInvalid(answer, 'This tweet cannot be found.')
      }
    })
    await t.test('403/1 spec/v2-posts.md#refused-writes: a version that an edit has replaced', async () => {
      const first = await posts.write(author.id)
      await editPost(context, { postId: first.id, userId: author.id, text: 'Newer words' })
      const answer = await stage.send('POST', retweets, { tweet_id: String(first.id) })
      assertForbidden(answer, 'You cannot retweet a Tweet that has been edited.')
    })
    await actionErrorTests(t, stage, { list: 'retweets', member: 'tweet_id' })
  })
}

test('spec/v2-posts.md#post-calls: posts and reposts share a budget of 300 in three hours', async (t) => {
  const stage = await ActionStage.open(t, 'sqlite', 'documented')
  const { posts, me } = stage
  const { id } = await posts.write(me.id)
  await posts.updated(me.as, { status: 'One post by v1.1' })
  await stage.send('POST', '/2/tweets', { text: 'One post by v2' })
  const reposted = await stage.send('POST', `/2/users/${me.id}/retweets`, { tweet_id: String(id) })
  assert.equal(reposted.headers.get('x-rate-limit-limit'), '50')
  const { headers } = await posts.update(me.as, { status: 'Another post' })
  assert.equal(headers.get('x-rate-limit-remaining'), String(300 - 4))
})
