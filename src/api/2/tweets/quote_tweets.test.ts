import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import {
  idsIn,
  pageCases,
  postOwnerCases,
  refusedApp,
} from '../../../../test/support/v2-lookup/owned-pages.ts'
import { LookupStage } from '../../../../test/support/v2-lookup/stage.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`GET 2/tweets/:id/quote_tweets on ${engine}`, async (t) => {
    const stage = await LookupStage.open(t, '2', engine)
    const { context } = stage
    const [author, quoter] = [await stage.user(), await stage.user()]
    const post = await stage.post(author.id, 'a post')
    const quotes: bigint[] = []
    for (let number = 0; number < 32; number += 1) {
      const isReply = number % 4 === 0
      const inReplyTo = isReply ? { inReplyTo: { id: post, authorId: author.id } } : {}
      quotes.push(await stage.post(quoter.id, `quote ${number}`, { quotedId: post, ...inReplyTo }))
    }
    const path = `/tweets/${post}/quote_tweets`
    const expected = quotes.toReversed().map(String)
    await pageCases(t, { stage, path, expected, size: 10, min: 10, max: 100, default: 10 })
    await postOwnerCases(t, stage, (id) => `/tweets/${id}/quote_tweets`)
    await refusedApp(t, { stage, path })
    await t.test(
      '200 spec/v2-posts.md#engagement-lists: exclude leaves out the excluded kinds of posts',
      async () => {
        const plain = quotes.filter((_, number) => number % 4 !== 0).toReversed()
        const without = idsIn(await stage.got(`${path}?max_results=100&exclude=replies`))
        assert.deepEqual(without, plain.map(String))
        assert.deepEqual(idsIn(await stage.got(`${path}?max_results=100&exclude=retweets`)), expected)
      },
    )
    await t.test(
      '400/2 spec/errors.md#invalid-parameters: an unknown value of exclude, and a token of another query',
      async () => {
        const [fault] = await stage.faults(`${path}?exclude=quotes`)
        assert.equal(
          fault?.message,
          'The `exclude` query parameter value [quotes] is not one of [retweets,replies]',
        )
        const { meta } = await stage.got(path)
        const [other] = await stage.faults(`${path}?exclude=replies&pagination_token=${meta.next_token}`)
        assert.match(
          other?.message ?? '',
          /^The `pagination_token` query parameter value \[\w+\] is not valid$/,
        )
      },
    )
    await t.test(
      '200 spec/v2-posts.md#engagement-lists: for the id of any version of a post, the quotes of every version are listed',
      async () => {
        const recent = await stage.post(author.id, 'first', { age: 60_000 })
        const early = await stage.post(quoter.id, 'early', { quotedId: recent, age: 50_000 })
        const edited = await editPost(context, { postId: recent, text: 'second' })
        const late = await stage.post(quoter.id, 'late', { quotedId: edited.id, age: 0 })
        for (const id of [recent, edited.id]) {
          const shown = idsIn(await stage.got(`/tweets/${id}/quote_tweets`))
          assert.deepEqual(shown.toSorted(), [early, late].map(String).toSorted())
        }
      },
    )
    await t.test(
      '200 spec/v2-posts.md#engagement-lists: for the id of a repost, the quotes of the original are listed',
      async () => {
        const shared = await stage.post(quoter.id, '', { repostedId: post })
        const shown = await stage.got(`/tweets/${shared}/quote_tweets?max_results=100`)
        assert.deepEqual(idsIn(shown), expected)
      },
    )
    await t.test('200 spec/v2-posts.md#engagement-lists: quotes by hidden users are left out', async () => {
      await stage.act(quoter.id, 'protect')
      const body = await stage.got(path)
      assert.deepEqual(Object.keys(body), ['meta'])
      assert.equal(body.meta.result_count, 0)
    })
  })
}
