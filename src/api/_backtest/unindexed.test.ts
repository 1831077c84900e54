import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { clearIndex, extendReach, SEARCH_READER } from '../../domain/search/index-posts.ts'
import { WordCodec } from '../../domain/search/word-codec.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { append } from '../../log/append.ts'
import { ensurePosition } from '../../log/consumer.ts'
import { Tail } from '../../log/tail.ts'
import type { PostStreams } from '../../streams/posts/streams.ts'
import { unindexedPosts } from './unindexed.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`posts that the reader of the index has not reached are found in the log, on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const tail = await Tail.open(store, context.clock)
    t.after(() => tail.close())
    const codec = new WordCodec(context.vault)
    const lacking = (from = 7n) =>
      unindexedPosts({ store, codec, postStreams: { log: tail } as unknown as PostStreams }, from)
    const { id: authorId } = await createOneUser(context)
    const before = await createPost(context, { authorId, text: 'one' })
    assert.deepEqual(await lacking(), { ids: [], isAll: false }, 'nobody has begun to read')

    await ensurePosition(store, { name: SEARCH_READER, begin: 'newest' })
    const { id } = await createPost(context, { authorId, text: 'two' })
    assert.ok(before.id < id)
    assert.deepEqual(await lacking(), { ids: [id], isAll: false }, 'older ones are not in the index')

    await store.write(async (tx) => {
      await clearIndex(tx, codec)
      await extendReach(tx, LARGEST_ID, 7n)
    })
    assert.deepEqual(await lacking(), { ids: [id], isAll: true })
    assert.deepEqual(await lacking(6n), { ids: [id], isAll: false }, 'the index does not reach that far back')

    const versions = [String(id), String(id + 1n)]
    const edited = {
      kind: 'post.edited',
      user_id: authorId,
      post_id: id + 1n,
      initial_id: id,
      versions,
    } as const
    await store.write(async (tx) => append(tx, context.clock.now(), edited))
    assert.deepEqual(
      await lacking(),
      { ids: [id, id + 1n], isAll: true },
      'a new version is a post of its own',
    )

    const imported = { kind: 'import.applied', lines: 1, imported: 1, first_id: 1n, last_id: 2n } as const
    await store.write(async (tx) => append(tx, context.clock.now(), { ...imported, of: 'follows' }))
    assert.equal((await lacking()).isAll, true)
    await store.write(async (tx) => append(tx, context.clock.now(), { ...imported, of: 'posts' }))
    assert.deepEqual(await lacking(), { ids: [id, id + 1n], isAll: false })
  })
}
