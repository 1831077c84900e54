import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ENGINES, freshConfig, migratedConfig, testRuntime } from '../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../test/support/events.ts'
import { atLaterTime } from '../../../../test/support/later.ts'
import { assertPostsAreWhole } from '../../../../test/support/models/post-tables.ts'
import { raw } from '../../../../test/support/tables.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createOneUser, createUsers } from '../../../../test/support/users.ts'
import type { Config } from '../../../config.ts'
import { openRuntime } from '../../../runtime.ts'
import { changeUserState } from '../../accounts/change-user-state.ts'
import { DEACTIVATED_RETENTION_MS } from '../../accounts/user-states.ts'
import type { Context } from '../../context.ts'
import { findPosts } from '../read/find-posts.ts'
import { userTimeline } from '../read/timelines.ts'
import { cleanUpDeleted } from '../state/clean-up-deleted.ts'
import { purgeDepartedUsers } from '../state/purge-departed-users.ts'
import { createPost } from './create-post.ts'
import { deletePost } from './delete-post.ts'
import { editPost } from './edit-post.ts'
import { like } from './like.ts'
import { pinnedPosts, pinPost } from './pin-post.ts'
import { repost } from './repost.ts'

for (const engine of ENGINES) {
  test(`posts are deleted, on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
    const { context, store } = runtime
    const { id: authorId } = await createOneUser(context)

    await t.test(
      'every version is deleted with its own event, and the newest version is returned',
      async () => {
        const first = await createPost(context, { authorId, text: 'one' })
        const second = await editPost(context, { postId: first.id, text: 'two' })
        await pinPost(context, { userId: authorId, postId: second.id })
        const events = await eventsOf(runtime, async () => {
          const deleted = await deletePost(context, { postId: first.id, reason: 'spam', actor: 'ada' })
          assert.deepEqual(deleted, { ...second, counts: deleted.counts })
        })
        const fact = {
          kind: 'post.deleted',
          user_id: authorId,
          initial_id: first.id,
          in_reply_to_post_id: null,
          quoted_id: null,
          reposted_id: null,
          reason: 'spam',
          actor: 'ada',
        }
        assert.deepEqual(
          events.map(factsOf),
          [first.id, second.id].map((post_id) => ({ ...fact, post_id })),
        )
        assert.equal((await findPosts(store, [first.id, second.id])).size, 0)
        assert.equal((await pinnedPosts(store, [authorId])).size, 0)
        await assert.rejects(deletePost(context, { postId: second.id }), { reason: 'post-not-found' })
      },
    )

    await t.test(
      'spec/errors.md#code-table 183: only the author and the operator can delete a post',
      async () => {
        const { id: postId } = await createPost(context, { authorId, text: 'mine' })
        const { id: userId } = await createOneUser(context)
        await assert.rejects(deletePost(context, { postId, userId }), { reason: 'post-not-own' })
        await deletePost(context, { postId, userId: authorId })
      },
    )

    await t.test(
      'spec/contract.md#compliance-events: reposts are deleted with their original, without events',
      async () => {
        const original = await createPost(context, { authorId, text: 'much liked' })
        const fans = await createUsers(context, 3)
        for (const { id: userId } of fans) {
          await like(context, { userId, postId: original.id })
          await repost(context, { userId, postId: original.id })
        }
        const [fan] = fans
        const events = await eventsOf(runtime, async () => {
          await deletePost(context, { postId: original.id })
          assert.deepEqual(await userTimeline(store, { userId: fan?.id ?? 0n, count: 9 }), [])
          assert.equal(await cleanUpDeleted(context), 6)
          assert.equal(await cleanUpDeleted(context), 0)
        })
        assert.deepEqual(
          events.map(({ kind }) => kind),
          ['post.deleted', 'users.recounted'],
        )
        await assertPostsAreWhole(store)
      },
    )

    await t.test(
      'spec/compliance-stream.md#event-semantics: user_delete deletes posts after 30 days, unless it is undone',
      async () => {
        const [gone, back] = await createUsers(context, 2)
        assert.ok(gone && back)
        for (const { id } of [gone, back]) {
          for (let number = 0; number < 25; number++)
            await createPost(context, { authorId: id, text: `${number}` })
          await changeUserState(context, { userId: id, action: 'deactivate' })
        }
        await changeUserState(context, { userId: back.id, action: 'reactivate' })
        assert.equal(await purgeDepartedUsers(atLaterTime(context, DEACTIVATED_RETENTION_MS - 1)), 0)
        const events = await eventsOf(runtime, async () => {
          assert.equal(await purgeDepartedUsers(atLaterTime(context, DEACTIVATED_RETENTION_MS)), 25)
        })
        assert.equal(
          events.filter((event) => event.kind === 'post.deleted' && event.user_id === gone.id).length,
          25,
        )
        assert.equal((await userTimeline(store, { userId: back.id, count: 200 })).length, 25)
        assert.equal((await userTimeline(store, { userId: gone.id, count: 200 })).length, 0)
        await assertPostsAreWhole(store)
      },
    )
  })
}

test('on sqlite no database file contains the text of a deleted post', async (t) => {
  const config = await migratedConfig(t, 'sqlite')
  const secret = 'xylophone-quark'
  const posts = await inRuntime(config, async (context) => {
    const { id: authorId } = await createOneUser(context)
    const text = (number: number) => `${secret} ${number} https://${secret}.example.org/${number}`
    const write = (number: number) => createPost(context, { authorId, text: text(number), lat: 1, long: 1 })
    const written = await Promise.all(Array.from({ length: 200 }, (_, number) => write(number)))
    await editPost(context, { postId: written[0]?.id ?? 0n, text: `${secret} again` })
    return written
  })
  assert.notDeepEqual(await filesWith(config.data, secret), [])
  await inRuntime(config, async (context) => {
    for (const { id: postId } of posts) await deletePost(context, { postId })
  })
  assert.deepEqual(await filesWith(config.data, secret), [])
})

test('on postgres no database row contains the text of a deleted post', async (t) => {
  const { context, store } = await testRuntime(t, await freshConfig(t, 'postgres'))
  const { id: authorId } = await createOneUser(context)
  const text = 'xylophone-quark https://xylophone-quark.example.org/'
  const { id: postId } = await createPost(context, { authorId, text })
  await editPost(context, { postId, text: `${text} again` })
  const found = async () => {
    const tables = await store.rows(raw<{ name: string }>(TABLES), {})
    const rows = tables.map(({ name }) =>
      store.rows(
        raw<{ one: number }>(`select 1 as one from "${name}" as t where t::text like '%xylophone%'`),
        {},
      ),
    )
    return (await Promise.all(rows)).flat().length
  }
  assert.equal(await found(), 4)
  await deletePost(context, { postId })
  assert.equal(await found(), 0)
})

const TABLES = `select table_name as name from information_schema.tables where table_schema = 'public'`

/** Does work with a separate connection to the database. Closing the connection checkpoints the write-ahead log. */
async function inRuntime<T>(config: Config, work: (context: Context) => Promise<T>): Promise<T> {
  const runtime = await openRuntime(config, { manner: 'command' })
  try {
    return await work(runtime.context)
  } finally {
    await runtime.close()
  }
}

async function filesWith(directory: string, text: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(files.map((file) => readFile(file)))
  return files.filter((_, index) => contents[index]?.includes(text))
}
