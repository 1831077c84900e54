import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownPost } from '../../../test/support/posts/arbitraries.ts'
import * as fc from '../../../test/support/properties.ts'
import type { Indices, PostMedia } from '../../domain/posts/content.ts'
import { unescapeText } from '../../text/index-units.ts'
import { compatBody, type PostBody, repostBody, wholeBody } from './post-body.ts'

const plainPost = shownPost.filter(({ original }) => original === undefined)

function placesIn({ hashtags, symbols, mentions, urls, media }: PostBody): readonly Indices[] {
  return [...hashtags, ...symbols, ...mentions, ...urls, ...media].map(({ indices }) => indices)
}

/** Code points of the text that is shown. */
function charactersOf({ text }: PostBody): string[] {
  return [...text]
}

test('spec/text.md#index-units: entities are inside the shown text, in code points of the escaped text', () => {
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

test('spec/posts.md#compat-mode: a text in compatibility mode has at most 140 characters, and each remaining entity is at the same word', () => {
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

test('spec/posts.md#retweet: the first mention of a repost is the author of the original, at the position of the name', () => {
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

test('v1.1 media[].url: all media of a post share one link, either recorded or generated', () => {
  const medium = (id_str: string, link = '', indices: Indices = [4, 4]): PostMedia => ({
    id_str,
    type: 'photo',
    media_url_https: `https://pbs.twimg.com/media/${id_str}.jpg`,
    url: link,
    display_url: link.replace('https://t.co', 'pic.twitter.com'),
    expanded_url: link === '' ? '' : 'https://twitter.com/ann/status/1/photo/1',
    indices,
    sizes: {},
  })
  const linksOf = (...media: readonly PostMedia[]) =>
    wholeBody({ id: 1n, content: { text: 'text', media } }).media.map(({ media: { url }, indices }) => [
      url,
      ...indices,
    ])
  const [made, second] = linksOf(medium('7'), medium('8'))
  assert.match(String(made?.[0]), /^https:\/\/t\.co\/[A-Za-z0-9]{10}$/)
  assert.deepEqual(second, made)
  assert.deepEqual(linksOf(medium('7')), [made], 'the same whenever it is shown')
  const recorded = 'https://t.co/abcdefghij'
  assert.deepEqual(linksOf(medium('7'), medium('8', recorded, [0, 23])), [
    [recorded, 0, 23],
    [recorded, 0, 23],
  ])
  assert.deepEqual(linksOf(), [])
})
