/**
 * Redactions of posts that depend on another post: an edited version on its first version, and a repost on its
 * original.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { createUsers } from '../../../test/support/users.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { changePostState } from '../posts/state/change-post-state.ts'
import { cleanUpDeleted } from '../posts/state/clean-up-deleted.ts'
import { createPost } from '../posts/write/create-post.ts'
import { deletePost } from '../posts/write/delete-post.ts'
import { editPost } from '../posts/write/edit-post.ts'
import { repost } from '../posts/write/repost.ts'
import { findRedactions } from './redactions.ts'

for (const engine of ENGINES) {
  test(`spec/batch-compliance.md#results: redactions of versions and reposts, on ${engine}`, async (t) => {
    const { context } = await testRuntime(t, await freshConfig(t, engine))
    const author = async () => (await createUsers(context, 1))[0]?.id ?? 0n
    const write = async (authorId: bigint) =>
      (await createPost(context, { authorId, text: `${authorId} says` })).id
    const repostBy = async (userId: bigint, postId: bigint) => (await repost(context, { userId, postId })).id
    const found = (...ids: readonly bigint[]) => findRedactions(context.store, 'tweets', ids)
    const reasons = async (...ids: readonly bigint[]) =>
      (await found(...ids)).map(({ id, reason }) => [id, reason])

    await t.test('each version of a dropped post is redacted', async () => {
      const first = await write(await author())
      const { id: second } = await editPost(context, { postId: first, text: 'better' })
      const { id: third } = await editPost(context, { postId: first, text: 'best' })
      assert.deepEqual(await reasons(first, second, third), [])
      await changePostState(context, { postId: second, action: 'drop' })
      assert.deepEqual(await reasons(first, second, third), [
        [first, 'dropped'],
        [second, 'dropped'],
        [third, 'dropped'],
      ])
      await changePostState(context, { postId: third, action: 'undrop' })
      assert.deepEqual(await reasons(first, second, third), [])
    })

    await t.test('each version of a deleted post is redacted', async () => {
      const first = await write(await author())
      const { id: second } = await editPost(context, { postId: first, text: 'better' })
      await deletePost(context, { postId: second })
      assert.deepEqual(await reasons(first, second), [
        [first, 'deleted'],
        [second, 'deleted'],
      ])
    })

    for (const [action, undone, reason] of [
      ['suspend', 'unsuspend', 'suspended'],
      ['deactivate', 'reactivate', 'deactivated'],
      ['protect', 'unprotect', 'protected'],
    ] as const) {
      await t.test(`a repost is redacted if the author of its original is ${reason}`, async () => {
        const authorId = await author()
        const original = await write(authorId)
        const again = await repostBy(await author(), original)
        assert.deepEqual(await reasons(original, again), [])
        await changeUserState(context, { userId: authorId, action })
        assert.deepEqual(await reasons(original, again), [
          [original, reason],
          [again, reason],
        ])
        const [of, repeated] = await found(original, again)
        assert.equal(repeated?.redactedAt, of?.redactedAt)
        await changeUserState(context, { userId: authorId, action: undone })
        assert.deepEqual(await reasons(original, again), [])
      })
    }

    await t.test('a repost of a dropped original is redacted, also if the original was edited', async () => {
      const first = await write(await author())
      const { id: second } = await editPost(context, { postId: first, text: 'better' })
      const again = await repostBy(await author(), second)
      await changePostState(context, { postId: second, action: 'drop' })
      assert.deepEqual(await reasons(again), [[again, 'dropped']])
    })

    await t.test('an original is not redacted when the author of its repost is suspended', async () => {
      const original = await write(await author())
      const fan = await author()
      const again = await repostBy(fan, original)
      await changeUserState(context, { userId: fan, action: 'suspend' })
      assert.deepEqual(await reasons(original, again), [[again, 'suspended']])
    })

    await t.test('a repost of a deleted original is redacted before and after the clean-up', async () => {
      const original = await write(await author())
      const fans = [await author(), await author()] as const
      const again = [await repostBy(fans[0], original), await repostBy(fans[1], original)] as const
      await deletePost(context, { postId: original })
      const before = await found(...again)
      assert.equal(await cleanUpDeleted(context), 2)
      const after = await found(...again)
      assert.deepEqual(
        after.map(({ id, reason }) => [id, reason]),
        again.map((id) => [id, 'deleted']),
      )
      const [of] = await found(original)
      for (const redactions of [before, after]) {
        assert.deepEqual(
          redactions.map(({ redactedAt }) => redactedAt),
          [of?.redactedAt, of?.redactedAt],
        )
      }
    })
  })
}
