import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postView, shownPost } from '../../../test/support/posts/arbitraries.ts'
import * as fc from '../../../test/support/properties.ts'
import type { Post } from '../../domain/posts/post.ts'
import { type PostView, postObject, type ShownPost } from '../../formats/v1.1/post.ts'
import { CachedEntity } from '../../views/cached-entity.ts'
import { CachedPost } from '../../views/post-cache.ts'
import { PostGraph } from '../../views/post-graph.ts'
import { PostWriter } from './_posts.ts'

/**
 * Caches without storage of their own: each rendering is kept in its cached entity.
 */
class Caches {
  /** Number of renderings that were made and not taken from an entity. */
  made = 0
  readonly posts = this.#of() as never
  readonly users = this.#of() as never

  #of() {
    return {
      rendering: (cached: CachedEntity<unknown>, name: string, make: (entity: unknown) => unknown) =>
        cached.rendering(name, (entity) => {
          this.made += 1
          return make(entity)
        }),
    }
  }
}

const VIEWER = 77n

/** A post graph with `shown` and the posts that it contains, for the viewer {@link VIEWER}. */
function graphOf(shown: ShownPost, cached: Map<Post, CachedPost>): PostGraph {
  const all = [shown, shown.original, shown.quoted, shown.original?.quoted].filter(
    (each) => each !== undefined,
  )
  const knownOf = (post: Post) => {
    const entity = cached.get(post) ?? new CachedPost(post)
    cached.set(post, entity)
    return entity
  }
  return new PostGraph(
    { userId: VIEWER },
    new Map(all.map(({ post }) => [post.id, knownOf(post)])),
    new Map(all.map(({ author }) => [author.id, new CachedEntity(author)])),
    new Map(all.flatMap(({ author, relation }) => (isTie(relation) ? [[author.id, relation] as const] : []))),
    new Map(all.map(({ post, marks }) => [post.initialId, marks])),
  )
}

function isTie(relation: ShownPost['relation']) {
  return relation !== null && relation !== 'self'
}

/** The same post with authors whose posts the viewer may see: public users who do not block the viewer. */
function seenByViewer(shown: ShownPost): ShownPost {
  const relation = isTie(shown.relation) ? { ...shown.relation, blockedBy: false, following: true } : null
  return {
    ...shown,
    author: { ...shown.author, isProtected: false },
    relation,
    ...(shown.original === undefined ? {} : { original: seenByViewer(shown.original) }),
    ...(shown.quoted === undefined ? {} : { quoted: seenByViewer(shown.quoted) }),
  }
}

function isDistinct(shown: ShownPost): boolean {
  const all = [shown, shown.original, shown.quoted, shown.original?.quoted].filter(
    (each) => each !== undefined,
  )
  const ids = [...all.map(({ post }) => post.id), ...all.map(({ author }) => author.id), VIEWER]
  // The id of an original or quoted post that is not shown must differ from all ids of shown posts and of users.
  const unseen = all.flatMap(({ post, original, quoted }) => [
    original === undefined ? post.repostedId : null,
    quoted === undefined ? post.quotedId : null,
  ])
  return new Set(ids).size === ids.length && !unseen.some((id) => id !== null && ids.includes(id))
}

test('for every view, a post rendered from its template equals the result of postObject, byte for byte', () => {
  fc.assert(
    fc.property(shownPost.map(seenByViewer).filter(isDistinct), postView, postView, (shown, view, other) => {
      const cached = new Map<Post, CachedPost>()
      const caches = new Caches()
      // Each view uses the renderings that the earlier views have cached.
      for (const each of [view, other, view] as PostView[]) {
        const writer = new PostWriter(caches, graphOf(shown, cached), each)
        assert.equal(writer.text(shown.post.id), JSON.stringify(postObject(shown, each)))
      }
    }),
    { numRuns: 300 },
  )
})

function isQuote({ original, quoted }: ShownPost): boolean {
  return original === undefined && quoted !== undefined
}

test('a post that five viewers read is rendered once, with the marks of each viewer', () => {
  const [shown] = fc.sample(shownPost.map(seenByViewer).filter(isDistinct).filter(isQuote), {
    seed: 5,
    numRuns: 1,
  })
  assert.ok(shown !== undefined)
  const [sample] = fc.sample(postView, { seed: 1, numRuns: 1 })
  assert.ok(sample !== undefined)
  const view = { ...sample, includeMyRepost: true, trimUser: true }
  const cached = new Map<Post, CachedPost>()
  const caches = new Caches()
  let madeForOne = 0
  for (const [index, liked] of [true, false, true, false, true].entries()) {
    const seen: ShownPost = {
      ...shown,
      marks: { liked, reposted: index % 2 === 0 ? BigInt(index + 1) : null },
    }
    const text = new PostWriter(caches, graphOf(seen, cached), view).text(shown.post.id)
    assert.equal(text, JSON.stringify(postObject(seen, view)))
    if (index === 0) madeForOne = caches.made
    assert.equal(caches.made, madeForOne)
  }
})
