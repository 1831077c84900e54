/**
 * Generates rules and posts that often match, because both consist of the same few words, names and links.
 */
import type { Expression, Term, TermKind, TermMeaning } from '../../../src/filter/ast.ts'
import type {
  CountOperator,
  HasWhat,
  IsWhat,
  PostOperator,
  WordsOperator,
} from '../../../src/filter/dialect.ts'
import type { FilterPost } from '../../../src/filter/post.ts'
import { fold, tokenise } from '../../../src/filter/tokenise.ts'
import * as fc from '../properties.ts'

/** Words that differ in case, accents, Unicode normalization and script. */
const WORDS = [
  'cat',
  'Dog',
  'naive',
  'naïve',
  'NAI\u0308VE',
  'the',
  'x1',
  'ΟΔΟΣ',
  'οδος',
  '猫',
  '東京',
  'ไทย',
]
const EMOJI = ['😃', '❤', '❤️', '👍', '👍🏽', '🇩🇪', '👨‍👩‍👧', '1️⃣', '#️⃣']
const GLUE = [' ', ' ', ' ', '-', '’', '. ', '_', '#', '@', '']
const TAGS = ['Cats', 'cats', 'naïve', '猫', 'v2']
const NAMES = ['Alice', 'bob_1', '42', '7']
const URLS = ['https://t.co/Cat', 'https://example.com/cat-dog', 'http://example.org/?q=naïve']
const LANGUAGES = ['en', 'EN', 'und', 'ja', 'zh-cn']
const NUMBERS = ['1', '2']

const word = fc.constantFrom(...WORDS, ...EMOJI)

const text = fc
  .array(fc.tuple(word, fc.constantFrom(...GLUE)), { maxLength: 7 })
  .map((pieces) => pieces.flat().join(''))

const user = fc.record({
  id: fc.constantFrom(7n, 42n, 9_007_199_254_740_993n),
  name: fc.constantFrom(...NAMES),
})

const CASHTAGS = ['Cat', 'dog', 'BRK.A']
const SOURCES = ['Web App', 'web app', 'Café']
/** Ids of the members of each list, by the id of the list. Some members are authors of posts. */
const LISTS: Readonly<Record<string, ReadonlySet<string>>> = {
  '1': new Set(['7', '42']),
  '2': new Set(['9007199254740993']),
  '3': new Set(),
}
const POSTS = [7n, 9_007_199_254_740_993n]
const smallCount = fc.integer({ min: 0, max: 3 })
/** Degrees of latitude or longitude. Some of the points are within 25 miles of each other. */
const degrees = fc.constantFrom(0, 0.1, 0.2, 40)

/** Posts whose texts consist of few different words. */
export const filterPost: fc.Arbitrary<FilterPost> = fc.record({
  // The two constant ids are also ids of conversations, so some posts are the first post of a conversation.
  id: fc.oneof(
    { arbitrary: fc.bigInt(0n, 2n ** 63n - 1n), weight: 3 },
    fc.constantFrom(7n, 9_007_199_254_740_993n),
  ),
  texts: fc.array(text, { maxLength: 2 }),
  hashtags: fc.array(fc.constantFrom(...TAGS), { maxLength: 2 }),
  mentions: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
  urls: fc.array(fc.constantFrom(...URLS), { maxLength: 2 }),
  media: fc.array(fc.constantFrom('photo', 'video', 'animated_gif'), { maxLength: 2 }),
  author: user,
  isVerified: fc.boolean(),
  isReply: fc.boolean(),
  replyTo: fc.option(user, { nil: undefined }),
  repostOf: fc.option(user, { nil: undefined }),
  isQuote: fc.boolean(),
  lang: fc.option(fc.constantFrom(...LANGUAGES), { nil: undefined }),
  contexts: fc.array(
    fc.record({ domain: fc.constantFrom(...NUMBERS), entity: fc.constantFrom(...NUMBERS) }),
    { maxLength: 2 },
  ),
  entityNames: fc.array(fc.constantFrom('Berlin ', 'berlin', 'Köln'), { maxLength: 2 }),
  conversationId: fc.option(fc.constantFrom(7n, 9_007_199_254_740_993n), { nil: undefined }),
  cashtags: fc.array(fc.constantFrom(...CASHTAGS), { maxLength: 2 }),
  source: fc.option(fc.constantFrom(...SOURCES), { nil: undefined }),
  urlTitles: fc.array(text, { maxLength: 2 }),
  urlDescriptions: fc.array(text, { maxLength: 1 }),
  bio: fc.record({ description: text, name: text, location: text }),
  counts: fc.record({ followers: smallCount, following: smallCount, posts: smallCount, listed: smallCount }),
  inReplyToId: fc.option(fc.constantFrom(...POSTS), { nil: undefined }),
  repostedId: fc.option(fc.constantFrom(...POSTS), { nil: undefined }),
  quotedId: fc.option(fc.constantFrom(...POSTS), { nil: undefined }),
  geo: fc.option(
    fc.record({
      corners: fc.array(fc.record({ lat: degrees, long: degrees }), { maxLength: 2 }),
      placeTexts: fc.array(text, { maxLength: 2 }),
      countryCode: fc.option(fc.constantFrom('DE', 'fr'), { nil: undefined }),
    }),
    { nil: undefined },
  ),
})

const textTerm = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([words, isQuoted]): MeaningOf<'keyword' | 'phrase'> => {
    const tokens = tokenise(words.join(' '))
    const [token = ''] = tokens
    // A token that contains a variation selector can only be written in quotes.
    const mustQuote = isQuoted || /[\uFE00-\uFE0F]/.test(token)
    return tokens.length === 1 ? { kind: 'keyword', token, isQuoted: mustQuote } : { kind: 'phrase', tokens }
  })

const side = fc.option(fc.constantFrom(...NUMBERS), { nil: undefined })

const HAS: Readonly<Record<HasWhat, true>> = {
  hashtags: true,
  cashtags: true,
  geo: true,
  links: true,
  mentions: true,
  media: true,
  images: true,
  videos: true,
}

const IS: Readonly<Record<IsWhat, true>> = {
  retweet: true,
  quote: true,
  verified: true,
  nullcast: true,
  reply: true,
}

type MeaningOf<Kind extends TermKind> = TermMeaning & { readonly kind: Kind }

interface Weighted<Meaning> {
  readonly arbitrary: fc.Arbitrary<Meaning>
  /** The relative frequency of this kind of term. */
  readonly weight: number
}

/** Terms of every kind, with the words, names and links of the posts. */
export const TERMS: { readonly [Kind in TermKind]: Weighted<MeaningOf<Kind>> } = {
  keyword: { arbitrary: textTerm.filter((said) => said.kind === 'keyword'), weight: 12 },
  phrase: { arbitrary: textTerm.filter((said) => said.kind === 'phrase'), weight: 12 },
  hashtag: {
    arbitrary: fc.record({ kind: fc.constant('hashtag'), tag: fc.constantFrom(...TAGS.map(fold)) }),
    weight: 6,
  },
  mention: {
    arbitrary: fc.record({ kind: fc.constant('mention'), name: fc.constantFrom(...NAMES.map(fold)) }),
    weight: 3,
  },
  from: userTerm('from'),
  to: userTerm('to'),
  retweets_of: userTerm('retweets_of'),
  url: {
    arbitrary: fc.record({
      kind: fc.constant('url'),
      tokens: fc.constantFrom(['cat'], ['example', 'com'], ['cat', 'dog'], ['t', 'co', 'cat'], ['naïve']),
    }),
    weight: 3,
  },
  context: {
    arbitrary: fc
      .record({ kind: fc.constant('context'), domain: side, entity: side })
      .filter(({ domain, entity }) => domain !== undefined || entity !== undefined),
    weight: 3,
  },
  entity: {
    arbitrary: fc.record({ kind: fc.constant('entity'), name: fc.constantFrom('berlin', 'köln') }),
    weight: 3,
  },
  has: {
    arbitrary: fc.record({ kind: fc.constant('has'), what: fc.constantFrom(...keysOf(HAS)) }),
    weight: 3,
  },
  is: { arbitrary: fc.record({ kind: fc.constant('is'), what: fc.constantFrom(...keysOf(IS)) }), weight: 3 },
  lang: {
    arbitrary: fc.record({ kind: fc.constant('lang'), code: fc.constantFrom('en', 'und', 'ja', 'zh-cn') }),
    weight: 3,
  },
  sample: {
    arbitrary: fc.record({ kind: fc.constant('sample'), percent: fc.constantFrom(1, 10, 50, 99, 100) }),
    weight: 3,
  },
  conversation_id: {
    arbitrary: fc.record({
      kind: fc.constant('conversation_id'),
      id: fc.constantFrom('7', '9007199254740993'),
    }),
    weight: 3,
  },
  list: {
    arbitrary: fc
      .constantFrom(...Object.keys(LISTS))
      .map((id) => ({ kind: 'list' as const, id, members: LISTS[id] ?? new Set<string>() })),
    weight: 1,
  },
  cashtag: {
    arbitrary: fc.record({ kind: fc.constant('cashtag'), tag: fc.constantFrom(...CASHTAGS.map(fold)) }),
    weight: 2,
  },
  in_reply_to_tweet_id: postTerm('in_reply_to_tweet_id'),
  retweets_of_tweet_id: postTerm('retweets_of_tweet_id'),
  quotes_of_tweet_id: postTerm('quotes_of_tweet_id'),
  bio: wordsTerm('bio'),
  bio_name: wordsTerm('bio_name'),
  bio_location: wordsTerm('bio_location'),
  url_title: wordsTerm('url_title'),
  url_description: wordsTerm('url_description'),
  place: wordsTerm('place'),
  followers_count: countTerm('followers_count'),
  following_count: countTerm('following_count'),
  tweets_count: countTerm('tweets_count'),
  listed_count: countTerm('listed_count'),
  url_contains: {
    arbitrary: fc.record({ kind: fc.constant('url_contains'), text: fc.constantFrom('cat', '/c', 'naïve') }),
    weight: 1,
  },
  source: {
    arbitrary: fc.record({ kind: fc.constant('source'), name: fc.constantFrom(...SOURCES.map(fold)) }),
    weight: 1,
  },
  place_country: {
    arbitrary: fc.record({ kind: fc.constant('place_country'), code: fc.constantFrom('de', 'fr') }),
    weight: 1,
  },
  point_radius: {
    arbitrary: fc.record({
      kind: fc.constant('point_radius'),
      long: fc.constantFrom(0, 0.1),
      lat: fc.constantFrom(0, 0.2),
      radius: fc.constantFrom(1, 15.5),
      unit: fc.constantFrom('km', 'mi'),
    }),
    weight: 1,
  },
  bounding_box: {
    arbitrary: fc.record({
      kind: fc.constant('bounding_box'),
      west: fc.constantFrom(-0.1, 0),
      south: fc.constantFrom(-0.1, 0),
      east: fc.constantFrom(0.1, 0.2),
      north: fc.constantFrom(0.1, 0.2),
    }),
    weight: 1,
  },
}

function postTerm<Kind extends PostOperator>(kind: Kind) {
  const id = fc.constantFrom(...POSTS.map(String))
  return { arbitrary: fc.record({ kind: fc.constant(kind), id }), weight: 1 }
}

function wordsTerm<Kind extends WordsOperator>(kind: Kind) {
  const tokens = fc
    .array(word, { minLength: 1, maxLength: 2 })
    .map((words) => tokenise(words.join(' ')))
    .filter(({ length }) => length > 0)
  return { arbitrary: fc.record({ kind: fc.constant(kind), tokens }), weight: 2 }
}

function countTerm<Kind extends CountOperator>(kind: Kind) {
  const arbitrary = fc
    .record({
      kind: fc.constant(kind),
      min: smallCount,
      max: fc.option(smallCount, { nil: undefined }),
    })
    .filter(({ min, max }) => max === undefined || max >= min)
  return { arbitrary, weight: 1 }
}

function userTerm<Kind extends 'from' | 'to' | 'retweets_of'>(kind: Kind) {
  const user = fc.constantFrom(...NAMES.map(fold), '9007199254740993')
  return { arbitrary: fc.record({ kind: fc.constant(kind), user }), weight: 1 }
}

function keysOf<Key extends string>(table: Readonly<Record<Key, true>>): readonly Key[] {
  return Object.keys(table) as Key[]
}

const meaning: fc.Arbitrary<TermMeaning> = fc.oneof(...Object.values<Weighted<TermMeaning>>(TERMS))

const NOWHERE = { start: 0, end: 0 }

const term = meaning.map((said): Term => ({ ...said, span: NOWHERE }))

/** Trees of any shape, including trees that the rule language does not allow. */
export const expression: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: term, weight: 3 },
    {
      arbitrary: fc.record({
        kind: fc.constantFrom('and', 'or'),
        items: fc.array(tie('node'), { minLength: 2, maxLength: 4 }),
        span: fc.constant(NOWHERE),
      }),
      weight: 3,
    },
    {
      arbitrary: fc.record({ kind: fc.constant('not'), item: tie('node'), span: fc.constant(NOWHERE) }),
      weight: 1,
    },
  ),
})).node
