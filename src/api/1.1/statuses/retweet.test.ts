import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'
import { unseenCases } from '../../../../test/support/posts/unseen-suite.ts'
import { DAILY_POSTS } from '../../../domain/posts/write/authors.ts'

test('statuses/retweet', async (t) => {
  const stage = await PostStage.open(t)
  const { relations } = stage
  const [author, viewer, another] = await relations.people(3)
  assert.ok(author !== undefined && viewer !== undefined && another !== undefined)
  const path = (id: bigint | string) => `/1.1/statuses/retweet/${id}.json`

  await t.test(
    '200 spec/posts.md#retweet: the new post contains the original, and its text begins with RT',
    async () => {
      const { id } = await stage.write(author.id, { text: 'Words & more' })
      const repost = await relations.done<AnsweredPost>(path(id), viewer.as)
      assert.equal(repost.text, `RT @${author.screenName}: Words &amp; more`)
      assert.equal(repost.user.id, viewer.id)
      assert.equal(repost.retweeted_status?.id, id)
      assert.deepEqual([repost['retweeted'], repost['retweet_count']], [true, 1n])
      assert.deepEqual(
        [repost.retweeted_status?.['retweeted'], repost.retweeted_status?.['retweet_count']],
        [true, 1n],
      )
      // Reposting a repost reposts its original.
      const again = await relations.done<AnsweredPost>(path(repost.id), another.as)
      assert.equal(again.retweeted_status?.id, id)
    },
  )
  await t.test(
    '200 spec/posts.md#retweet: the text is cut to 140 characters, also in extended mode, and `truncated` is false',
    async () => {
      const { id } = await stage.write(author.id, { text: 'w'.repeat(200) })
      const repost = await relations.done<AnsweredPost>(`${path(id)}?tweet_mode=extended`, viewer.as)
      const text = String(repost['full_text'])
      assert.equal(text, `RT @${author.screenName}: ${'w'.repeat(200)}`.slice(0, 139).concat('…'))
      assert.equal(repost['truncated'], false)
      assert.equal(repost.retweeted_status?.['full_text'], 'w'.repeat(200))
    },
  )
  await t.test('200 the mention in the text has the current name of the original author', async () => {
    const { id } = await stage.write(author.id, { text: 'Under another name' })
    const repost = await relations.done<AnsweredPost>(path(id), viewer.as)
    const show = `/1.1/statuses/show/${repost.id}.json`
    const nameIn = async () => {
      const { entities } = await relations.got<AnsweredPost>(show, viewer.as)
      return (entities as { user_mentions: { name: string }[] }).user_mentions[0]?.name
    }
    assert.equal(await nameIn(), author.name)
    await relations.done('/1.1/account/update_profile.json?name=Renamed', author.as)
    assert.equal(await nameIn(), 'Renamed')
  })
  await t.test(
    '403/327 spec/errors.md#code-table: a second repost of the same post, also by the id of a repost',
    async () => {
      const { id } = await stage.write(author.id)
      const repost = await relations.done<AnsweredPost>(path(id), viewer.as)
      const message = 'You have already retweeted this Tweet.'
      assertError(await relations.post(path(id), viewer.as), 403, 327, message)
      assertError(await relations.post(path(repost.id), viewer.as), 403, 327, message)
    },
  )
  await t.test('403/185 spec/errors.md#code-table: more posts than the daily limit', async () => {
    const limited = await PostStage.open(t, { limits: 'documented' })
    const [busy, writer] = await limited.relations.people(2)
    assert.ok(busy !== undefined && writer !== undefined)
    for (let count = 0; count < DAILY_POSTS; count += 200) {
      await Promise.all(Array.from({ length: 200 }, () => limited.write(busy.id)))
    }
    const { id } = await limited.write(writer.id)
    const answer = await limited.relations.post(path(id), busy.as)
    assertError(answer, 403, 185, 'User is over daily status update limit.')
  })
  await unseenCases(t, { stage, method: 'POST', path, viewer }, await stage.unseen(viewer))
})
