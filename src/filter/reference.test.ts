import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Dialect, LABS_STREAM, V2_STREAM } from './dialect.ts'
import { type Explanation, explain } from './explain.ts'
import { type FilterPost, sampleOf } from './post.ts'
import { matches } from './reference.ts'
import { readRule } from './rule.ts'

const ALICE = { id: 12n, name: 'Alice' }
const BOB = { id: 9_007_199_254_740_993n, name: 'bob_1' }

const PLAIN: FilterPost = {
  id: 1_290_000_000_000_000_001n,
  texts: [],
  hashtags: [],
  mentions: [],
  urls: [],
  media: [],
  author: ALICE,
  isVerified: false,
  isReply: false,
  replyTo: undefined,
  repostOf: undefined,
  isQuote: false,
  lang: undefined,
  contexts: [],
  entityNames: [],
  conversationId: undefined,
  cashtags: [],
  source: undefined,
  urlTitles: [],
  urlDescriptions: [],
  bio: { description: '', name: '', location: '' },
  counts: { followers: 0, following: 0, posts: 0, listed: 0 },
  inReplyToId: undefined,
  repostedId: undefined,
  quotedId: undefined,
  geo: undefined,
}

function expressionOf(rule: string, dialect: Dialect) {
  const reading = readRule(rule, dialect)
  assert.ok('expression' in reading, rule)
  return reading.expression
}

/** The rules that match a post with the given values. */
function matchedBy(facts: Partial<FilterPost>, rules: readonly string[], dialect = LABS_STREAM): string[] {
  return rules.filter((rule) => matches(expressionOf(rule, dialect), { ...PLAIN, ...facts }))
}

/** Asserts that the rules in `yes` match the post, and the rules in `no` do not. */
function checkMatches(facts: Partial<FilterPost>, yes: readonly string[], no: readonly string[]): void {
  assert.deepEqual(matchedBy(facts, [...yes, ...no], V2_STREAM), yes)
}

describe('spec/rule-language.md#operators-of-2022: operators of API v2', () => {
  test('cashtags match the whole tag', () =>
    checkMatches({ cashtags: ['TWTR'] }, ['$twtr', 'cat OR (from:alice has:cashtags)'], ['$tw']))
  test('a post matches by the ids of the posts that it answers, reposts and quotes', () =>
    checkMatches(
      { inReplyToId: 7n, repostedId: 8n, quotedId: 9n },
      ['in_reply_to_tweet_id:7', 'retweets_of_tweet_id:8', 'quotes_of_tweet_id:9'],
      ['in_reply_to_tweet_id:8', 'retweets_of_tweet_id:9', 'quotes_of_tweet_id:7'],
    ))
  test('words of the profile and of linked pages match', () =>
    checkMatches(
      {
        bio: { description: 'Software developer', name: 'Ada L.', location: 'Berlin, DE' },
        urlTitles: ['The news'],
        urlDescriptions: ['About weather'],
        urls: ['https://example.com/News/today'],
      },
      [
        'bio:developer',
        'bio_name:"ada l"',
        'bio_location:berlin',
        'url_title:news',
        'url_description:weather',
      ],
      ['bio:ada', 'bio_name:developer', 'url_title:weather', 'bio:"developer software"'],
    ))
  test('parts of links match, and whole names of apps', () =>
    checkMatches(
      { urls: ['https://example.com/News/today'], source: 'Web App' },
      ['url_contains:"com/news"', 'source:"web app"'],
      ['url_contains:newest', 'source:web'],
    ))
  test('counts of the author match a minimum, or a range that includes both ends', () =>
    checkMatches(
      { counts: { followers: 10, following: 20, posts: 30, listed: 40 } },
      ['followers_count:10', 'following_count:5..20', 'tweets_count:30..40', 'listed_count:0'],
      ['followers_count:11', 'following_count:21..30', 'tweets_count:10..29', 'listed_count:41..50'],
    ))
  test('places match by words and by id, and countries match', () =>
    checkMatches(
      { geo: { corners: [], placeTexts: ['01a9', 'Paris, France', 'Paris'], countryCode: 'FR' } },
      [
        'place:paris',
        'place:"paris france"',
        'place:01a9',
        'place_country:fr',
        'cat OR (from:alice has:geo)',
      ],
      ['place:rome', 'place_country:de', 'point_radius:[2 48 10km]'],
    ))
  test('areas match if every corner of the place is inside the area', () => {
    const near = { lat: 48.86, long: 2.35 }
    const far = { lat: 48.9, long: 2.9 }
    const rules = ['point_radius:[2.35 48.85 5km]', 'bounding_box:[2.3 48.8 2.4 48.9]']
    const at = (corners: (typeof near)[]) =>
      matchedBy({ geo: { corners, placeTexts: [], countryCode: undefined } }, rules, V2_STREAM)
    assert.deepEqual(at([near]), rules)
    assert.deepEqual(at([near, far]), [])
    assert.deepEqual(at([]), [])
  })
})

describe('spec/rule-language.md#operators: what operators match', () => {
  test('keyword: a token of the text matches in upper or lower case', () =>
    checkMatches({ texts: ['I like coca-COLA'] }, ['cola', 'COCA', '"like"'], ['col', 'colas', 'cocacola']))
  test('keyword: accents are significant', () =>
    checkMatches({ texts: ['un café'] }, ['café', 'CAFE\u0301'], ['cafe']))
  test('emoji: the exact emoji matches, including its selector', () =>
    checkMatches({ texts: ['so ❤️ 👍🏽'] }, ['"❤️"', '👍🏽'], ['❤', '👍']))
  test('phrase: tokens match in order, separated by space or punctuation', () =>
    checkMatches(
      { texts: ['The Twitter-API, v2', 'works'] },
      ['"twitter api"', '"api: v2"', '"TWITTER.API.V2"'],
      ['"api twitter"', '"the api"', '"v2 works"'],
    ))
  test('phrase: "#tag" in quotes matches the word', () =>
    checkMatches({ texts: ['a meme'] }, ['"#meme"'], ['#meme']))
  test('a word in a script without spaces matches inside a sentence', () =>
    checkMatches({ texts: ['東京に行く'] }, ['東京', 'に行く'], ['京都', '東に']))
  test('hashtag: the whole tag matches, without splitting into tokens', () =>
    checkMatches({ texts: ['#foo_bar'], hashtags: ['foo_bar'] }, ['#Foo_Bar'], ['#foo', '#bar']))
  test('mention: a user name matches as a whole', () =>
    checkMatches({ mentions: ['Alice'] }, ['@alice'], ['@ali', 'from:bob_1']))
  test('from: matches by name, and by id with all digits', () =>
    checkMatches(
      { author: BOB },
      ['from:BOB_1', 'from:9007199254740993'],
      ['from:9007199254740992', 'to:bob_1'],
    ))
  test('to: matches the author of the answered post', () =>
    checkMatches({ replyTo: BOB, isReply: true }, ['to:bob_1', 'to:9007199254740993'], ['from:bob_1']))
  test('retweets_of: matches the author of the reposted post', () =>
    checkMatches({ repostOf: BOB }, ['retweets_of:bob_1'], ['from:bob_1', 'retweets_of:alice']))
  test('url: matches tokens of any form of a link', () =>
    checkMatches(
      { urls: ['https://t.co/x', 'https://www.example.com/Cat-photos?x=1'] },
      ['url:cat', 'url:"https://www.example.com"', 'url:"t.co"', 'url:"cat photos"'],
      ['url:photo', 'url:"x www"', 'url:dog', 'example'],
    ))
  test('context: matches domain and entity; either may be a wildcard', () =>
    checkMatches(
      { contexts: [{ domain: '47', entity: '1139229372198469633' }] },
      ['context:47.1139229372198469633', 'context:47.*', 'context:*.1139229372198469633'],
      ['context:48.*', 'context:*.1139229372198469634', 'context:48.1139229372198469633'],
    ))
  test('entity: matches the normalised name', () =>
    checkMatches({ entityNames: ['Barack Obama'] }, ['entity:"barack obama"'], ['entity:Obama']))
  test('conversation_id: matches the posts of a conversation', () =>
    checkMatches({ conversationId: 7n }, ['conversation_id:7'], ['conversation_id:70']))
})

describe('spec/rule-language.md#dependent-operators: operators that need another term', () => {
  const here = (rules: string) => rules.split(' ').map((rule) => `from:alice ${rule}`)

  test('has: matches posts with content of the named kind', () => {
    checkMatches({}, [], here('has:hashtags has:links has:mentions has:media has:images has:videos'))
    checkMatches({ hashtags: ['x'] }, here('has:hashtags'), here('has:links'))
    checkMatches({ mentions: ['x'] }, here('has:mentions'), here('has:links'))
    checkMatches({ urls: ['https://t.co/x'] }, here('has:links'), here('has:media'))
    checkMatches({ media: ['photo'] }, here('has:links has:media has:images'), here('has:videos'))
    checkMatches({ media: ['video'] }, here('has:links has:media has:videos'), here('has:images'))
    checkMatches({ media: ['animated_gif'] }, here('has:links has:media'), here('has:images has:videos'))
  })
  test('is: matches posts of the named kind', () => {
    checkMatches({}, [], here('is:retweet is:quote is:verified is:reply'))
    checkMatches({ repostOf: BOB }, here('is:retweet'), here('is:quote'))
    checkMatches({ isQuote: true }, here('is:quote'), here('is:retweet'))
    checkMatches({ isVerified: true }, here('is:verified'), here('is:quote'))
    checkMatches({ isReply: true }, here('is:reply'), here('is:quote'))
  })
  test('-is:nullcast is always true', () => checkMatches({}, here('-is:nullcast'), []))
  test('lang: matches the language of the post, in upper or lower case', () => {
    checkMatches({ lang: 'en' }, here('lang:en lang:EN'), here('lang:und lang:de'))
    checkMatches({ lang: 'und' }, here('lang:und'), here('lang:en'))
    checkMatches({}, [], here('lang:und'))
  })
  test('sample: is stable for each post, and a larger share contains every smaller share', () => {
    const hundredth = sampleOf(PLAIN.id)
    checkMatches(
      {},
      here(`sample:${hundredth + 1} sample:100`),
      here(hundredth === 0 ? '' : `sample:${hundredth}`),
    )
  })
  test('sample: never changes its selection', () => {
    const ids = [0n, 9_007_199_254_740_993n, 1_290_000_000_000_000_001n]
    assert.deepEqual(ids.map(sampleOf), [0, 52, 96])
  })
  test('sample: selects its share of consecutive ids, and of ids that are one second apart', () => {
    for (const step of [1n, 1n << 12n, 1000n << 22n]) {
      const ids = Array.from(
        { length: 10_000 },
        (_, index) => 1_290_000_000_000_000_001n + step * BigInt(index),
      )
      const taken = ids.filter((id) => sampleOf(id) < 10).length
      assert.ok(taken > 850 && taken < 1_150, `${taken} of 10,000 with ids ${step} apart`)
    }
  })
})

describe('spec/rule-language.md#negation: logic', () => {
  test('AND binds tighter than OR', () =>
    checkMatches({ texts: ['cat'] }, ['cat OR dog bird', 'dog bird OR cat'], ['(cat OR dog) bird']))
  test('a minus sign negates the next term or group', () =>
    checkMatches(
      { texts: ['cat bird'] },
      ['cat -dog', 'cat -(dog bird)', 'cat --bird'],
      ['cat -bird', 'cat -(dog OR bird)'],
    ))
})

describe('the explanation of a rule for a post', () => {
  const facts = { ...PLAIN, texts: ['cat and dog'], lang: 'en' }
  const rule = '(bird OR cat) -"hot dog" lang:de'
  const explained = explain(expressionOf(rule, LABS_STREAM), facts)

  test('the tree has the result of each part', () => {
    const lines: string[] = []
    const collect = ({ isTrue, span, parts }: Explanation) => {
      lines.push(`${isTrue} ${rule.slice(span.start, span.end)}`)
      for (const part of parts) collect(part)
    }
    collect(explained)
    assert.deepEqual(lines, [
      `false ${rule}`,
      'true (bird OR cat)',
      'false bird',
      'true cat',
      'true -"hot dog"',
      'false "hot dog"',
      'false lang:de',
    ])
  })

  test('terms are printed in normal form', () => {
    assert.deepEqual(
      explained.parts.map(({ kind, term }) => [kind, term]),
      [
        ['or', undefined],
        ['not', undefined],
        ['term', 'lang:de'],
      ],
    )
  })
})
