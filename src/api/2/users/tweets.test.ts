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
import { block } from '../../../domain/graph/block.ts'
import { changePostState } from '../../../domain/posts/state/change-post-state.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../domain/posts/write/delete-post.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'
import { like } from '../../../domain/posts/write/like.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`GET 2/users/:id/tweets on ${engine}`, async (t) => {
    const stage = await LookupStage.open(t, '2', engine)
    const { context } = stage
    const author = await stage.user()
    const posts: bigint[] = []
    for (let number = 0; number < 17; number += 1) posts.push(await stage.post(author.id, `post ${number}`))
    const path = `/users/${author.id}/tweets`
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
    await userOwnerCases(t, stage, (id) => `/users/${id}/tweets`)
    await refusedApp(t, { stage, path })

    await t.test(
      '200 spec/v2-posts.md#timelines: exclude leaves out reposts and replies to other users',
      async () => {
        const [writer, other] = [await stage.user(), await stage.user()]
        const say = (authorId: bigint, text: string, inReplyToId?: bigint) =>
          createPost(context, { authorId, text, inReplyToId, autoPopulateReplyMetadata: true })
        const strange = await say(other.id, 'strange')
        const plain = await say(writer.id, 'plain')
        const reply = await say(writer.id, 'reply', strange.id)
        const thread = await say(writer.id, 'thread', plain.id)
        const shared = await repost(context, { userId: writer.id, postId: strange.id })
        const read = async (query: string) =>
          idsIn(await stage.got(`/users/${writer.id}/tweets?${query}`)).map(BigInt)
        assert.deepEqual(await read(''), [shared.id, thread.id, reply.id, plain.id])
        assert.deepEqual(await read('exclude=retweets'), [thread.id, reply.id, plain.id])
        assert.deepEqual(await read('exclude=replies'), [shared.id, thread.id, plain.id])
        assert.deepEqual(await read('exclude=retweets,replies'), [thread.id, plain.id])
        const edited = await editPost(context, { postId: plain.id, text: 'edited' })
        assert.deepEqual(await read('exclude=retweets,replies'), [edited.id, thread.id])
      },
    )
    await t.test(
      '200 posts that the caller may not see, and reposts of such posts, are left out',
      async () => {
        const [writer, hermit, blocker, viewer] = await Promise.all(
          [{}, {}, {}, {}].map((input) => stage.user(input)),
        )
        assert.ok(writer && hermit && blocker && viewer)
        const seen = await stage.post(writer.id, 'seen')
        const dropped = await stage.post(writer.id, 'dropped')
        const deleted = await stage.post(writer.id, 'deleted')
        for (const { id } of [hermit, blocker]) {
          await repost(context, { userId: writer.id, postId: await stage.post(id, 'of another') })
        }
        await changePostState(context, { postId: dropped, action: 'drop' })
        await deletePost(context, { postId: deleted })
        await stage.act(hermit.id, 'protect')
        await block(context, { userId: blocker.id, blockedId: viewer.id })
        const whose = `/users/${writer.id}/tweets`
        assert.equal(idsIn(await stage.got(whose)).length, 2)
        const body = await stage.got(whose, await stage.app.asUser(viewer.id))
        assert.deepEqual(idsIn(body), [String(seen)])
        assert.deepEqual(Object.keys(body), ['data', 'meta'])
        assert.deepEqual(body.meta, { result_count: 1, newest_id: String(seen), oldest_id: String(seen) })
      },
    )
    await t.test('200 the first page shows every change of its posts and of their author', async () => {
      const { id: writerId } = await stage.user()
      const [first = 0n, second = 0n, third = 0n] = [
        await stage.post(writerId, 'first'),
        await stage.post(writerId, 'second'),
        await stage.post(writerId, 'third'),
      ]
      const liker = await stage.user()
      /** Reads the page twice and compares the responses. The second response comes from the cache. */
      const read = async (size = 100) => {
        const query = `max_results=${size}&tweet.fields=public_metrics,withheld`
        const body = await stage.got(`/users/${writerId}/tweets?${query}`)
        assert.deepEqual(await stage.got(`/users/${writerId}/tweets?${query}`), body)
        return body
      }
      assert.deepEqual(idsIn(await read()), [third, second, first].map(String))
      assert.deepEqual(idsIn(await read(5)), [third, second, first].map(String))
      await like(context, { userId: liker.id, postId: second })
      assert.equal((await read()).data[1].public_metrics.like_count, 1)
      await changePostState(context, { postId: first, action: 'withhold', countries: ['DE'] })
      assert.deepEqual((await read()).data[2].withheld.country_codes, ['DE'])
      await changePostState(context, { postId: first, action: 'withhold', countries: ['XX'] })
      const [, , notice] = (await read()).data
      assert.notEqual(notice.text, 'first')
      const edited = await editPost(context, { postId: third, text: 'edited' })
      assert.deepEqual((await read()).data[0].text, 'edited')
      await deletePost(context, { postId: second })
      assert.deepEqual(idsIn(await read()), [edited.id, first].map(String))
      const shared = await repost(context, { userId: writerId, postId: posts[0] ?? 0n })
      assert.equal(idsIn(await read())[0], String(shared.id))
      await deletePost(context, { postId: shared.id })
      await stage.act(writerId, 'withhold', ['FR'])
      assert.deepEqual((await read()).data[0].withheld.country_codes, ['FR'])
      await stage.act(writerId, 'protect')
      assert.deepEqual(Object.keys(await read()), ['errors'])
    })
    await t.test(
      '200 the first page has equal content with and without gzip, also from the cache',
      async () => {
        const url = `${stage.server.url}/2${path}?max_results=100&tweet.fields=created_at,public_metrics`
        const read = async (encoding: string) => {
          const headers = { authorization: stage.app.asApp('GET', url), 'accept-encoding': encoding }
          const response = await fetch(url, { headers })
          return [response.headers.get('content-encoding'), await response.text()]
        }
        const [none, text] = await read('identity')
        assert.equal(none, null)
        for (let round = 0; round < 3; round += 1) assert.deepEqual(await read('gzip'), ['gzip', text])
        assert.deepEqual(await read('identity'), [null, text])
      },
    )
    await t.test(
      '200 spec/labs-lookup.md#expansions: posts have the requested fields, and the author is included',
      async () => {
        const body = await stage.got(
          `${path}?tweet.fields=created_at&expansions=author_id&user.fields=verified`,
        )
        assert.deepEqual(Object.keys(body), ['data', 'includes', 'meta'])
        assert.equal(body.includes.users[0].id, String(author.id))
      },
    )
  })
}

cappedReadTest(async (stage) => {
  const { id } = await stage.user()
  for (const text of ['one', 'two']) await stage.post(id, text)
  return { path: `/users/${id}/tweets` }
})
