import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { createUsers } from '../../../../test/support/users.ts'
import { must } from '../../../lib/assert.ts'
import { changePostState } from '../state/change-post-state.ts'
import { createPost } from '../write/create-post.ts'
import { deletePost } from '../write/delete-post.ts'
import { editPost } from '../write/edit-post.ts'
import { repost } from '../write/repost.ts'
import { NEWEST_LOOKED_AT, newestPostsOf } from './newest-posts.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the newest posts of many users on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const [writer, other, silent] = await createUsers(context, 3)
    assert.ok(writer && other && silent)
    let written = 0
    const write = (authorId: bigint) => createPost(context, { authorId, text: `post ${++written}` })
    const newest = async () => must((await newestPostsOf(store, [writer.id])).get(writer.id), 'a list')
    const ids = async () => (await newest()).map(({ id }) => id)

    await t.test('each user has a list of the posts of that user, which may be empty', async () => {
      const [of, ofOther] = [await write(writer.id), await write(other.id)]
      const found = await newestPostsOf(store, [silent.id, other.id, writer.id])
      assert.deepEqual(found.get(silent.id), [])
      assert.deepEqual(found.get(other.id), [{ id: ofOther.id, repostedId: null }])
      assert.deepEqual(found.get(writer.id), [{ id: of.id, repostedId: null }])
      assert.equal((await newestPostsOf(store, [])).size, 0)
    })

    await t.test('deleted posts, dropped posts and replaced versions are omitted', async () => {
      const [kept, deleted, dropped] = [
        await write(writer.id),
        await write(writer.id),
        await write(writer.id),
      ]
      assert.deepEqual(await ids(), [dropped.id])
      await changePostState(context, { postId: dropped.id, action: 'drop' })
      assert.deepEqual(await ids(), [deleted.id])
      await deletePost(context, { postId: deleted.id })
      assert.deepEqual(await ids(), [kept.id])
      const version = await editPost(context, { postId: kept.id, text: 'said better' })
      assert.deepEqual(await ids(), [version.id])
      await changePostState(context, { postId: dropped.id, action: 'undrop' })
      assert.deepEqual(
        await ids(),
        [version.id],
        'a later version is newer than what was written after the first',
      )
    })

    await t.test('reposts are listed until the first other post or until the limit', async () => {
      const own = await write(writer.id)
      const originals = []
      const reposts: bigint[] = []
      for (let round = 0; round < NEWEST_LOOKED_AT + 1; round++) {
        const original = await write(other.id)
        originals.push(original)
        reposts.unshift((await repost(context, { userId: writer.id, postId: original.id })).id)
        const expected = [...reposts, own.id].slice(0, NEWEST_LOOKED_AT)
        assert.deepEqual(await ids(), expected)
      }
      assert.equal((await newest())[0]?.repostedId, originals.at(-1)?.id)
      await deletePost(context, { postId: must(originals.at(-1), 'the last').id })
      assert.deepEqual(await ids(), reposts.slice(1), 'a repost goes with its original')
    })
  })
}
