/** Tests that a batch of posts with very many words is written in several pieces. */
import assert from 'node:assert/strict'
import { consumed } from '../../test/support/consumed.ts'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { createUsers } from '../../test/support/users.ts'
import type { Store, WriteCommand } from '../db/store.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { deletePost } from '../domain/posts/write/delete-post.ts'
import { findCandidates } from '../domain/search/find-candidates.ts'
import { WordCodec } from '../domain/search/word-codec.ts'
import { must } from '../lib/assert.ts'
import { LARGEST_ID } from '../lib/ids/largest-id.ts'
import { createLogger } from '../lib/log.ts'
import { Tail } from '../log/tail.ts'
import { SearchIndexer } from './indexer.ts'

const POSTS = 70
const ADDRESSES = 4

/** A URL of 4,000 characters. Its words occur in no other URL. */
function address(post: number, nth: number): string {
  const words = Array.from({ length: 660 }, (_, word) => `${post.toString(36)}${nth.toString(36)}w${word}`)
  return `https://example.com/${words.join('/').slice(0, 4_000)}`
}

/** Wraps the store, and calls `note` for each transaction that writes derived data, such as the index. */
function counted(store: Store, note: () => void): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'writeAside') {
        return <T>(command: WriteCommand<T>) => {
          note()
          return target.writeAside(command)
        }
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

for (const engine of ENGINES) {
  test(`posts with very many words are indexed completely, and deleted posts are not indexed, on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const tail = await Tail.open(store, context.clock)
    t.after(() => tail.close())
    const codec = new WordCodec(context.vault)
    let writes = 0
    const noting = counted(store, () => {
      writes += 1
    })
    const services = { tail, clock: context.clock, logger: createLogger('silent'), codec, days: 7 }
    const [author] = await createUsers(context, 1)
    const post = (text: string) => createPost(context, { authorId: must(author, 'a user').id, text })

    const first = new SearchIndexer({ ...services, store: noting })
    first.start()
    await post('the index is made')
    await consumed(store, 'search')
    await first.close()
    const before = writes
    const ids: bigint[] = []
    for (let nth = 0; nth < POSTS; nth++) {
      const addresses = Array.from({ length: ADDRESSES }, (_, index) => address(nth, index))
      ids.push((await post(addresses.join(' '))).id)
    }
    const gone = must(ids[3], 'a post')
    await deletePost(context, { postId: gone, userId: must(author, 'a user').id })
    const second = new SearchIndexer({ ...services, store: noting })
    second.start()
    t.after(() => second.close())
    await consumed(store, 'search')

    assert.ok(writes - before >= 3, `${writes - before} transactions`)
    const span = { from: 0n, to: LARGEST_ID, count: POSTS }
    const found = (word: string) =>
      findCandidates(store, codec, { words: { kind: 'word', word }, ids: [] }, span)
    for (const [nth, id] of ids.entries()) {
      for (const index of [0, ADDRESSES - 1]) {
        const word = `url:${nth.toString(36)}${index.toString(36)}w500`
        assert.deepEqual(await found(word), id === gone ? [] : [id], word)
      }
    }
  })
}
