import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shownPost } from '../../../../test/support/posts/arbitraries.ts'
import type { Indices } from '../../../domain/posts/content.ts'
import { unescapeText } from '../../../text/index-units.ts'
import { compatBody, type PostBody, repostBody, wholeBody } from './post-body.ts'

const plainPost = shownPost.filter(({ original }) => original === undefined)

function placesIn({ hashtags, symbols, mentions, urls, media }: PostBody): readonly Indices[] {
  return [...hashtags, ...symbols, ...mentions, ...urls, ...media].map(({ indices }) => indices)
}

/** Every code point of what is shown. */
function charactersOf({ text }: PostBody): string[] {
  return [...text]
}

test('text.md 4: whatever is shown, entities lie inside of it, in code points of the escaped text', () => {
  fc.assert(
    fc.property(plainPost, ({ post, author }) => {
      for (const body of [wholeBody(post), compatBody(post), repostBody(post, author, post.createdAt)]) {
        const { length } = charactersOf(body)
        for (const [start, end] of [...placesIn(body), body.range]) {
          assert.ok(start >= 0 && start <= end && end <= length, `${start} to ${end} of ${length}`)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('followers.md 3: a compat text is at most 140 characters, and an entity that is left is the same words', () => {
  fc.assert(
    fc.property(plainPost, ({ post }) => {
      const [whole, cut] = [wholeBody(post), compatBody(post)]
      if (!cut.isTruncated || whole.isTruncated) {
        assert.equal(cut.text, whole.text)
        return
      }
      assert.ok([...unescapeText(cut.text)].length <= 140)
      const words = (body: PostBody, [start, end]: Indices) => charactersOf(body).slice(start, end).join('')
      for (const { indices } of [...cut.hashtags, ...cut.mentions, ...cut.urls.slice(0, -1)]) {
        assert.equal(words(cut, indices), words(whole, indices))
      }
      const link = cut.urls.at(-1)
      assert.ok(link !== undefined)
      assert.equal(words(cut, link.indices), link.url)
      assert.match(link.url, /^https:\/\/t\.co\/[A-Za-z0-9]{10}$/)
    }),
    { numRuns: 300 },
  )
})

test('followers.md 3: a repost names its author first, at the place of the name', () => {
  fc.assert(
    fc.property(plainPost, ({ post, author }) => {
      const body = repostBody(post, author, post.createdAt)
      const [mention] = body.mentions
      assert.ok(mention !== undefined && mention.id_str === String(author.id))
      const [start, end] = mention.indices
      assert.equal(charactersOf(body).slice(start, end).join(''), `@${author.screenName}`)
      assert.ok([...unescapeText(body.text)].length <= 140)
    }),
    { numRuns: 300 },
  )
})
