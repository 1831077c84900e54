import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import type { PostContent, PostGeo } from '../../domain/posts/content.ts'
import { type Box, meet } from '../../domain/posts/place-area.ts'
import type { PostView } from '../../domain/posts/read/post-view.ts'
import { must } from '../../lib/assert.ts'
import { type StatusFilter, Subscriptions } from './subscriptions.ts'
import { trackPhrase } from './track.ts'

interface TestPost {
  readonly text: string
  readonly links: readonly string[]
  readonly hashtags: readonly string[]
  readonly mentions: readonly string[]
  readonly author: { readonly id: bigint; readonly name: string }
  readonly replyTo: bigint | null
  readonly point: readonly [long: number, lat: number] | undefined
}

const PLAIN: TestPost = {
  text: '',
  links: [],
  hashtags: [],
  mentions: [],
  author: { id: 1n, name: 'anna' },
  replyTo: null,
  point: undefined,
}

function viewOf(post: TestPost, original?: PostView): PostView {
  const { text, links, hashtags, mentions, author, replyTo, point } = post
  const urls = links.map((link, index) => ({
    url: `https://t.co/${index}`,
    expanded_url: link,
    display_url: shownAs(link),
  }))
  const content: Partial<PostContent> = {
    text: [text, ...urls.map(({ url }) => url)].join(' '),
    urls: urls as unknown as NonNullable<PostContent['urls']>,
    hashtags: hashtags.map((tag) => ({ text: tag, indices: [0, 0] })),
    user_mentions: mentions.map((name) => ({ screen_name: name, name, id_str: '5', indices: [0, 0] })),
  }
  const geo: PostGeo | undefined =
    point === undefined ? undefined : { coordinates: { long: point[0], lat: point[1] } }
  return {
    post: { id: 9n, authorId: author.id, inReplyToUserId: replyTo, content, geo },
    author: { id: author.id, screenName: author.name },
    original,
  } as unknown as PostView
}

function shownAs(link: string): string {
  return link.replace('https://', '')
}

function filterOf(filter: Partial<StatusFilter>): StatusFilter {
  return { track: [], follow: [], locations: [], ...filter }
}

function tracks(phrase: string, post: Partial<TestPost>): boolean {
  const subscriptions = new Subscriptions<string>(0)
  subscriptions.add('it', filterOf({ track: [must(trackPhrase(phrase), 'a phrase')] }))
  return subscriptions.match(viewOf({ ...PLAIN, ...post })).has('it')
}

describe('spec/v1-streams-and-lists.md#match-of-track', () => {
  const cases: readonly (readonly [phrase: string, post: Partial<TestPost>, isMatch: boolean])[] = [
    ['Twitter', { text: 'TWITTER' }, true],
    ['twitter', { text: '"Twitter"' }, true],
    ['twitter', { text: 'I like twitter.' }, true],
    ['twitter', { hashtags: ['Twitter'] }, true],
    ['twitter', { mentions: ['twitter'] }, true],
    ['twitter', { links: ['https://twitter.com/'] }, true],
    ['anna', {}, true],
    ['twitter', { text: 'TwitterTracker' }, false],
    ['twitter', { hashtags: ['newtwitter'] }, false],
    ["Twitter's", { text: "I like Twitter's new design" }, true],
    ["Twitter's", { text: "a visit to @Twitter's office" }, false],
    ['twitter api', { text: 'The API of Twitter' }, true],
    ['twitter api', { text: 'new to Twitter' }, false],
    ['example.com', { links: ['https://example.com/'] }, true],
    ['example.com', { links: ['https://example.com/foobarbaz'] }, false],
    ['example.com/foobarbaz', { links: ['https://www.example.com/foobarbaz'] }, true],
    ['www.example.com/foobarbaz', { links: ['https://example.com/foobarbaz'] }, false],
    ['example com', { links: ['https://foo.example.com/bar'] }, true],
    ['#cats', { hashtags: ['Cats'] }, true],
    ['#cats', { text: 'cats' }, false],
    ['@bob', { mentions: ['BOB'] }, true],
    ['@bob', { text: 'bob' }, false],
    ['co', { links: ['https://example.com/'] }, false],
    ['東京', { text: '今日の東京' }, true],
    ['東京', { text: '京の東' }, false],
  ]
  for (const [phrase, post, isMatch] of cases) {
    test(`${phrase} ${isMatch ? 'matches' : 'does not match'} ${JSON.stringify(post)}`, () => {
      assert.equal(tracks(phrase, post), isMatch)
    })
  }

  test('a text without a word is not a phrase', () => {
    assert.equal(trackPhrase('  '), undefined)
  })

  test('a repost matches by the text of its original and by the name of the original author', () => {
    const subscriptions = new Subscriptions<string>(0)
    subscriptions.add('word', filterOf({ track: [must(trackPhrase('cat'), 'a phrase')] }))
    subscriptions.add('name', filterOf({ track: [must(trackPhrase('@zoe'), 'a phrase')] }))
    subscriptions.add('author', filterOf({ follow: [7n] }))
    const original = viewOf({ ...PLAIN, text: 'a cat', author: { id: 7n, name: 'zoe' } })
    assert.deepEqual([...subscriptions.match(viewOf(PLAIN, original))].toSorted(), ['author', 'name', 'word'])
  })
})

describe('spec/v1-streams-and-lists.md#match-of-locations', () => {
  const box = { west: 5, south: 50, east: 6, north: 51 }
  const area = (west: number, south: number, east: number, north: number) => ({
    place: {
      bounding_box: {
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
          ],
        ],
      },
    },
  })
  const cases: readonly (readonly [title: string, geo: object | undefined, isMatch: boolean])[] = [
    ['a point in the box', { coordinates: { long: 5.5, lat: 50.5 } }, true],
    ['a point at the corner of the box', { coordinates: { long: 6, lat: 51 } }, true],
    ['a point with the degrees swapped', { coordinates: { long: 50.5, lat: 5.5 } }, false],
    ['a place that covers the box', area(-10, 40, 20, 60), true],
    ['a place that touches the box', area(6, 51, 7, 52), true],
    ['a place beside the box', area(6.1, 50, 7, 51), false],
    [
      'a point outside the box, with a place that intersects the box',
      { coordinates: { long: 4, lat: 50.5 }, ...area(4, 50, 7, 51) },
      false,
    ],
    ['a place without bounds', { place: {} }, false],
    ['a post without a location', undefined, false],
  ]
  for (const [title, geo, isMatch] of cases) {
    test(`${title}: ${isMatch ? 'matches' : 'does not match'}`, () => {
      const subscriptions = new Subscriptions<string>(0)
      subscriptions.add('it', filterOf({ locations: [box] }))
      const view = viewOf(PLAIN)
      const located = { ...view, post: { ...view.post, geo } } as unknown as PostView
      assert.equal(subscriptions.match(located).has('it'), isMatch)
    })
  }
})

const WORDS = ['cat', 'dog', 'Cat', 'cats', 'a-b', 'x.org', '#cat', '@bob']
const LINKS = ['https://x.org', 'https://www.x.org/cat', 'https://x.org/dog']

const anyPost: fc.Arbitrary<TestPost> = fc.record({
  text: fc
    .array(fc.constantFrom(...WORDS, 'cat.', '(dog)'), { maxLength: 4 })
    .map((words) => words.join(' ')),
  links: fc.array(fc.constantFrom(...LINKS), { maxLength: 2 }),
  hashtags: fc.array(fc.constantFrom('cat', 'Dog', 'x'), { maxLength: 2 }),
  mentions: fc.array(fc.constantFrom('bob', 'cat'), { maxLength: 2 }),
  author: fc.record({ id: fc.constantFrom(1n, 2n, 3n), name: fc.constantFrom('anna', 'dog') }),
  replyTo: fc.constantFrom(null, 1n, 2n),
  point: fc.option(fc.tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -90, max: 90 })), {
    nil: undefined,
  }),
})

const anyBox: fc.Arbitrary<Box> = fc
  .tuple(
    fc.integer({ min: -180, max: 180 }),
    fc.integer({ min: -180, max: 180 }),
    fc.integer({ min: -90, max: 90 }),
    fc.integer({ min: -90, max: 90 }),
  )
  .map(([a, b, c, d]) => ({
    west: Math.min(a, b),
    east: Math.max(a, b),
    south: Math.min(c, d),
    north: Math.max(c, d),
  }))

interface TestFilter {
  readonly track: readonly string[]
  readonly follow: readonly bigint[]
  readonly locations: readonly Box[]
}

const anyFilter: fc.Arbitrary<TestFilter> = fc.record({
  track: fc.array(
    fc
      .array(fc.constantFrom(...WORDS, 'org', 'anna'), { minLength: 1, maxLength: 2 })
      .map((words) => words.join(' ')),
    { maxLength: 3 },
  ),
  follow: fc.uniqueArray(fc.constantFrom(1n, 2n, 3n), { maxLength: 2 }),
  locations: fc.array(anyBox, { maxLength: 2 }),
})

/**
 * A simple implementation of the documented rule. The test compares the results of the index with the results of this
 * implementation.
 */
function isMatch({ track, follow, locations }: TestFilter, post: TestPost): boolean {
  const [long = 0, lat = 0] = post.point ?? []
  return (
    track.some((phrase) => phrase.split(' ').every((word) => hasWord(post, word.toLowerCase()))) ||
    follow.some((id) => id === post.author.id || id === post.replyTo) ||
    (post.point !== undefined &&
      locations.some((box) => meet(box, { west: long, east: long, south: lat, north: lat })))
  )
}

function hasWord({ text, links, hashtags, mentions, author }: TestPost, word: string): boolean {
  const lower = (words: readonly string[]) => words.map((each) => each.toLowerCase())
  if (word.startsWith('#')) return lower(hashtags).includes(word.slice(1))
  if (word.startsWith('@')) return lower(mentions).includes(word.slice(1))
  const written = lower(text.split(' '))
  const bare = links.map(shownAs)
  if (/[^a-z]/.test(word))
    return [...written, ...bare, ...bare.map((link) => link.replace('www.', ''))].includes(word)
  const everything = [text, ...links, ...hashtags, ...mentions, author.name].join(' ').toLowerCase()
  return everything.split(/[^a-z]+/).includes(word)
}

test('for each of many filters, the index gives the result of the documented rule, even after filters were removed', () => {
  fc.assert(
    fc.property(
      fc.array(anyFilter, { maxLength: 6 }),
      fc.array(anyPost, { minLength: 1, maxLength: 5 }),
      fc.nat(6),
      (filters, posts, removed) => {
        const subscriptions = new Subscriptions<number>(7)
        for (const [index, { track, follow, locations }] of filters.entries()) {
          const phrases = new Map(track.map((text) => [text, must(trackPhrase(text), 'a phrase')]))
          const byKey = new Map([...phrases.values()].map((phrase) => [phrase.key, phrase]))
          subscriptions.add(index, { track: [...byKey.values()], follow, locations })
        }
        const live = [...filters.keys()].filter((index) => index % 7 !== removed)
        for (const index of filters.keys()) if (!live.includes(index)) subscriptions.remove(index)
        for (const post of posts) {
          const expected = live.filter((index) => isMatch(must(filters[index], 'a filter'), post))
          assert.deepEqual([...subscriptions.match(viewOf(post))].toSorted(), expected)
        }
        for (const index of live) subscriptions.remove(index)
        assert.equal(subscriptions.size, 0)
      },
    ),
  )
})
