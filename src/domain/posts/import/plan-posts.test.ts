import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../../test/support/properties.ts'
import type { ExistingPost, ImportedPost, PostBundle } from './imported-post.ts'
import { pairKey } from './imported-post.ts'
import { planPosts } from './plan-posts.ts'

function post(id: number, more: Partial<ImportedPost> = {}): ImportedPost {
  return {
    id: BigInt(id),
    author: { id: BigInt(100 + (id % 3)) },
    createdAt: 1,
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: null,
    content: `{"text":"${id}"}`,
    isCutShort: false,
    mentioned: [],
    geo: undefined,
    counts: undefined,
    withheldInCountries: [],
    ...more,
  }
}

/** A model of the stored posts, in memory. */
class Shelf {
  readonly posts = new Map<bigint, ExistingPost & { readonly content: string }>()
  readonly reposts = new Map<string, bigint>()
  readonly deleted = new Map<bigint, readonly bigint[]>()

  /** Imports a batch. @returns the indexes of the refused lines */
  import(bundles: readonly PostBundle[]): readonly number[] {
    const plan = planPosts(bundles, this, Date.UTC(2030, 0))
    for (const { post, repostedId, conversationId, isReplacement } of plan.stored) {
      assert.equal(isReplacement, this.posts.has(post.id))
      const { id, author, content, isCutShort } = post
      this.posts.set(id, {
        authorId: author.id,
        initialId: id,
        repostedId,
        conversationId,
        isCutShort,
        content,
      })
      if (repostedId !== null) this.reposts.set(pairKey(repostedId, author.id), id)
    }
    return plan.refused.map(({ index }) => index)
  }

  get contents(): readonly string[] {
    return [...this.posts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, { content }]) => `${id} ${content}`)
  }
}

/**
 * Originals have ids below 10. Reposts have ids from 10 and include their original. Copies of a post differ, and some
 * are truncated.
 */
const bundle = fc
  .record({ id: fc.integer({ min: 1, max: 30 }), copy: fc.nat(3), isCutShort: fc.boolean() })
  .map(({ id, copy, isCutShort }): PostBundle => {
    const said = { isCutShort, content: `${isCutShort ? 'cut' : 'whole'} ${copy}` }
    if (id < 10) return { posts: [post(id, said)], referenced: [] }
    const original = post((id % 4) + 1, said)
    return { posts: [post(id, { repostedId: original.id })], referenced: [original] }
  })

describe('a batch of imported posts', () => {
  test('a batch has the same result as its lines imported one after another', () => {
    fc.assert(
      fc.property(fc.array(bundle, { maxLength: 25 }), (bundles) => {
        const [together, apart] = [new Shelf(), new Shelf()]
        const refused = together.import(bundles)
        assert.deepEqual(
          bundles.flatMap((one, index) => apart.import([one]).map(() => index)),
          refused,
        )
        assert.deepEqual(together.contents, apart.contents)
        assert.deepEqual(together.reposts, apart.reposts)
      }),
    )
  })

  test('the conversation of a reply is found for any order of the batch, also in a cycle', () => {
    const reply = (id: number, to: number) => ({
      posts: [post(id, { inReplyToPostId: BigInt(to) })],
      referenced: [],
    })
    const shelf = new Shelf()
    shelf.import([
      reply(4, 3),
      reply(3, 2),
      reply(2, 1),
      { posts: [post(1)], referenced: [] },
      reply(7, 6),
      reply(9, 8),
      reply(8, 9),
    ])
    shelf.import([reply(5, 4)])
    const conversations = [2, 3, 4, 5, 7].map((id) => shelf.posts.get(BigInt(id))?.conversationId)
    assert.deepEqual(conversations, [1n, 1n, 1n, 1n, 6n])
    const [eight, nine] = [8n, 9n].map((id) => shelf.posts.get(id)?.conversationId)
    assert.equal(eight, nine)
  })

  test('a conversation id in the file is used', () => {
    const shelf = new Shelf()
    shelf.import([{ posts: [post(2, { inReplyToPostId: 1n, conversationId: 50n })], referenced: [] }])
    assert.equal(shelf.posts.get(2n)?.conversationId, 50n)
  })

  test('a repost refers to the first version of a post, and never to a repost', () => {
    const shelf = new Shelf()
    shelf.posts.set(5n, {
      authorId: 102n,
      initialId: 4n,
      repostedId: null,
      conversationId: 5n,
      isCutShort: false,
      content: '',
    })
    assert.deepEqual(shelf.import([{ posts: [post(11, { repostedId: 5n })], referenced: [] }]), [])
    assert.equal(shelf.posts.get(11n)?.repostedId, 4n)
    assert.deepEqual(
      shelf.import([
        { posts: [post(12, { repostedId: 11n }), post(13, { repostedId: 77n })], referenced: [] },
      ]),
      [0, 0],
    )
  })
})
