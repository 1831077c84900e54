/** Tests GET and POST 2/users/:id/bookmarks, DELETE 2/users/:id/bookmarks/:tweet_id over HTTP. */
import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import {
  ActionStage,
  actionErrorTests,
  assertForbidden,
  assertInvalid,
} from '../../../../test/support/v2-lookup/actions.ts'
import { cappedReadTest } from '../../../../test/support/v2-lookup/capped-reads.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { requirePost } from '../../../domain/posts/read/find-posts.ts'
import { bookmark } from '../../../domain/posts/write/bookmark.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`bookmarks on ${engine}`, async (t) => {
    const stage = await ActionStage.open(t, engine)
    const { posts, me, context } = stage
    const author = await stage.person()
    const bookmarks = `/2/users/${me.id}/bookmarks`
    const countOf = async (id: bigint) => (await requirePost(context.store, id)).counts.bookmarks
    const page = async (query = '', as = me.as, path = bookmarks) => {
      const { status, body } = await stage.send('GET', `${path}${query}`, undefined, as)
      assert.equal(status, 200, JSON.stringify(body))
      return { ids: (body.data ?? []).map(({ id }: { id: string }) => id), meta: body.meta, body }
    }

    await t.test('200 spec/v2.md#paging: a user without bookmarks gets an empty page', async () => {
      assert.deepEqual((await page()).body, { meta: { result_count: 0 } })
    })
    await t.test(
      '200 spec/v2-posts.md#likes-reposts-bookmarks: a bookmark is added once, and removed',
      async () => {
        const { id } = await posts.write(author.id)
        for (const _ of ['first', 'again']) {
          await stage.does('POST', bookmarks, { tweet_id: String(id) }, { bookmarked: true })
          assert.equal(await countOf(id), 1)
        }
        assert.deepEqual((await page()).ids, [String(id)])
        for (const _ of ['first', 'again']) {
          await stage.does('DELETE', `${bookmarks}/${id}`, undefined, { bookmarked: false })
          assert.equal(await countOf(id), 0)
        }
        await stage.does('DELETE', `${bookmarks}/5`, undefined, { bookmarked: false })
        assert.deepEqual((await page()).ids, [])
      },
    )
    await t.test(
      '200 spec/v2.md#paging: the newest post comes first, and the pages lead to the end and back',
      async () => {
        const user = await stage.person()
        const path = `/2/users/${user.id}/bookmarks`
        const written: string[] = []
        for (let n = 0; n < 5; n++) written.unshift(String((await posts.write(author.id)).id))
        for (const id of written) await bookmark(context, { userId: user.id, postId: BigInt(id) })
        const pages: string[][] = []
        let { ids, meta } = await page('?max_results=2', user.as, path)
        for (;;) {
          pages.push(ids)
          if (meta.next_token === undefined) break
          ;({ ids, meta } = await page(`?max_results=2&pagination_token=${meta.next_token}`, user.as, path))
        }
        assert.deepEqual(pages, [written.slice(0, 2), written.slice(2, 4), written.slice(4)])
        ;({ ids, meta } = await page(`?max_results=2&pagination_token=${meta.previous_token}`, user.as, path))
        assert.deepEqual(ids, written.slice(2, 4))
        ;({ ids, meta } = await page(`?max_results=2&pagination_token=${meta.previous_token}`, user.as, path))
        assert.deepEqual([ids, meta.previous_token], [written.slice(0, 2), undefined])
      },
    )
    await t.test(
      '200 an edited post is shown in its newest version, and a hidden post is left out',
      async () => {
        const user = await stage.person()
        const leaving = await stage.person()
        const first = await posts.write(author.id)
        const hidden = await posts.write(leaving.id)
        for (const { id } of [first, hidden]) await bookmark(context, { userId: user.id, postId: id })
        const newest = await editPost(context, { postId: first.id, userId: author.id, text: 'Newer words' })
        await changeUserState(context, { userId: leaving.id, action: 'suspend' })
        const { ids, body } = await page('', user.as, `/2/users/${user.id}/bookmarks`)
        assert.deepEqual([ids, body.errors], [[String(newest.id)], undefined])
      },
    )
    await t.test('400/2 spec/v2.md#callers: bookmarks of another user', async () => {
      const answer = await stage.send('GET', `/2/users/${author.id}/bookmarks`)
      assert.deepEqual([answer.status, answer.body.title], [400, 'Invalid Request'])
    })
    await t.test('400/2 spec/v2-posts.md#refused-writes: a post that is hidden from the user', async () => {
      for (const { id, is } of await posts.unseen(me)) {
        const answer = await stage.send('POST', bookmarks, { tweet_id: String(id) })
        assert.equal(answer.status, 400, is)
        assertInvalid(answer, 'This tweet cannot be found.')
      }
    })
    await t.test('403/1 spec/v2-posts.md#refused-writes: a replaced version', async () => {
      const first = await posts.write(author.id)
      await editPost(context, { postId: first.id, userId: author.id, text: 'Other words' })
      const answer = await stage.send('POST', bookmarks, { tweet_id: String(first.id) })
      assertForbidden(answer, 'You cannot bookmark a Tweet that has been edited.')
    })
    await actionErrorTests(t, stage, { list: 'bookmarks', member: 'tweet_id' })
  })
}

cappedReadTest(async (stage) => {
  const { id: userId } = await stage.user()
  const { context } = stage
  for (const text of ['one', 'two'])
    await bookmark(context, { userId, postId: await stage.post(userId, text) })
  return { path: `/users/${userId}/bookmarks`, as: await stage.app.asUser(userId) }
})
