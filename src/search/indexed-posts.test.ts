/**
 * Tests that a post has the same words when it is read from the database and when it was just written, on both engines.
 */
import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { createUsers } from '../../test/support/users.ts'
import { WORD_TEXT } from '../../test/support/word-texts.ts'
import type { User } from '../domain/accounts/user.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { WrittenPosts } from '../domain/posts/write/written-posts.ts'
import { codedPosts } from '../domain/search/index-posts.ts'
import { WordCodec } from '../domain/search/word-codec.ts'
import { indexedPosts } from './indexed-posts.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`recently written posts are indexed like posts from the database, on ${engine}`, async (t) => {
    const { context: plain, store } = await testRuntime(t, await freshConfig(t, engine))
    const written = new WrittenPosts()
    const context = { ...plain, written }
    const users = await createUsers(context, 3)
    const [a, b] = users as [User, User, User]
    const ids: bigint[] = []
    const post = async (author: User, text: string, more: object = {}) => {
      const { id } = await createPost(context, { authorId: author.id, text, ...more })
      ids.push(id)
      return id
    }
    for (const [index, text] of fc.sample(WORD_TEXT, { numRuns: 40, seed: 3 }).entries()) {
      await post(users[index % users.length] as User, `${text} n${index}`)
    }
    const first = await post(a, `#cats of @${b.screenName} at https://example.com/cats in 東京`)
    await post(b, `@${a.screenName} a dog`, { inReplyToId: first })
    await post(b, 'look at this', { quoteId: first })
    await post(a, 'where', { lat: 52.5, long: 13.4 })
    const byId = (one: { readonly id: bigint }, other: { readonly id: bigint }) =>
      one.id < other.id ? -1 : 1

    const codec = new WordCodec(context.vault)
    const coded = async (memory?: WrittenPosts) =>
      [...codedPosts(codec, await indexedPosts(store, ids, memory))].sort(byId)
    const remembered = await coded(written)
    const read = await coded()
    assert.equal(read.length, ids.length)
    assert.equal(new Set(read.map(({ words }) => words)).size, ids.length, 'no two say the same')
    assert.deepEqual(remembered, read)
    assert.equal(written.take(first), undefined, 'it was taken')
  })
}
