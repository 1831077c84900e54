import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letFollow } from '../../../../test/support/follows.ts'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'
import { unseenCases } from '../../../../test/support/posts/unseen-suite.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { like } from '../../../domain/posts/write/like.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

test('statuses/show', async (t) => {
  const stage = await PostStage.open(t)
  const { relations } = stage
  const [author, viewer] = await relations.people(2)
  assert.ok(author !== undefined && viewer !== undefined)
  const post = await stage.write(author.id, { text: `Words to @${viewer.screenName} & others` })
  const show = (query: string, as = viewer.as) =>
    relations.got<AnsweredPost>(`/1.1/statuses/show.json?${query}`, as)

  await t.test('200 spec/posts.md#show: by parameter and by path, for users and apps', async () => {
    const byQuery = await relations.get(`/1.1/statuses/show.json?id=${post.id}`, relations.app.asApp)
    const byPath = await relations.get(`/1.1/statuses/show/${post.id}.json`, relations.app.asApp)
    assert.equal(byQuery.text, byPath.text)
    const { id, text, user, favorited } = await show(`id=${post.id}`)
    assert.deepEqual([id, text, favorited], [post.id, `Words to @${viewer.screenName} &amp; others`, false])
    assert.equal(user.id, author.id)
  })
  await t.test('200 spec/posts.md#show: trim_user, include_entities, tweet_mode', async () => {
    const { user } = await show(`id=${post.id}&trim_user=t`)
    assert.deepEqual(user, { id: author.id, id_str: String(author.id) })
    assert.ok(!('entities' in (await show(`id=${post.id}&include_entities=false`))))
    const { full_text, text } = await show(`id=${post.id}&tweet_mode=extended`)
    assert.deepEqual([full_text, text], [`Words to @${viewer.screenName} &amp; others`, undefined])
  })
  await t.test('200 the marks for likes and reposts are those of the caller', async () => {
    await like(stage.context, { userId: viewer.id, postId: post.id })
    const own = await repost(stage.context, { userId: viewer.id, postId: post.id })
    const seen = await show(`id=${post.id}&include_my_retweet=true`)
    assert.deepEqual([seen['favorited'], seen['retweeted']], [true, true])
    assert.deepEqual(seen['current_user_retweet'], { id: own.id, id_str: String(own.id) })
    assert.deepEqual([seen['favorite_count'], seen['retweet_count']], [1n, 1n])
    const others = await show(`id=${post.id}&include_my_retweet=true`, author.as)
    assert.deepEqual([others['favorited'], others['retweeted']], [false, false])
    assert.ok(!('current_user_retweet' in others))
  })
  await t.test('200 a post of a protected author, for followers and the author', async () => {
    await letFollow(stage.context, { follower: viewer.id, followee: author.id })
    await changeUserState(stage.context, { userId: author.id, action: 'protect' })
    assert.equal((await show(`id=${post.id}`)).id, post.id)
    assert.equal((await show(`id=${post.id}`, author.as)).id, post.id)
  })
  const about = {
    stage,
    method: 'GET',
    path: (id: string) => `/1.1/statuses/show.json?id=${id}`,
    bare: '/1.1/statuses/show.json',
    viewer,
  } as const
  await unseenCases(t, about, await stage.unseen(viewer))
})
