/**
 * Lists the help for writing rules: each operator with its forms, and the dialects that have it
 * (spec/rule-language.md#operators).
 */
import { needsConjunction, type Term, type TermKind } from '../ast.ts'
import type { Dialect, HasWhat, IsWhat, OperatorName } from '../dialect.ts'

/** An entry of a completion list. */
export interface OperatorHelp {
  /** The text that the completion inserts, such as `from:`. */
  readonly text: string
  /** One sentence of help. */
  readonly help: string
  readonly example: string
  /** The values that can follow the operator, if there are few values. */
  readonly values: readonly ValueHelp[]
  /** False for an operator that is valid only together with another term. */
  readonly standsAlone: boolean
  /** False when the dialect does not have the operator. */
  readonly isAvailable: boolean
}

export interface ValueHelp {
  readonly text: string
  readonly help: string
  readonly isAvailable: boolean
}

interface Line {
  readonly text: string
  readonly help: string
  readonly example: string
  /** The form of the value after the colon, used in messages. */
  readonly value: string
}

/** Every kind of term, in the order of the completion list. */
const LINES: Readonly<Record<TermKind, Line>> = {
  keyword: { text: '', help: 'A word or an emoji of the text.', example: 'cat', value: 'a word' },
  phrase: {
    text: '"',
    help: 'Consecutive words of the text.',
    example: '"grumpy cat"',
    value: 'words',
  },
  hashtag: { text: '#', help: 'A whole hashtag.', example: '#cats', value: 'a hashtag' },
  cashtag: { text: '$', help: 'A whole cashtag.', example: '$TWTR', value: 'a cashtag' },
  mention: { text: '@', help: 'A user mentioned in the text.', example: '@alice', value: 'a user name' },
  from: line('from', 'The author.', 'alice', 'a user name without @, or a user id'),
  to: line('to', 'The user that the post replies to.', 'alice', 'a user name without @, or a user id'),
  retweets_of: line(
    'retweets_of',
    'The author of the reposted post.',
    'alice',
    'a user name without @, or a user id',
  ),
  url: line('url', 'Consecutive words of a link.', '"example.com/cats"', 'a part of a link, quoted'),
  url_contains: line('url_contains', 'Any part of a link.', '"/news/"', 'a part of a link, quoted'),
  url_title: line('url_title', 'Words of the title of a linked page.', '"the news"', 'words, quoted'),
  url_description: line(
    'url_description',
    'Words of the description of a linked page.',
    'weather',
    'words, quoted',
  ),
  context: line(
    'context',
    'A context annotation: domain and entity, either of them *.',
    '47.*',
    'domain.entity, such as 47.*',
  ),
  entity: line('entity', 'The name of an entity annotation.', '"Barack Obama"', 'a name, quoted'),
  conversation_id: line(
    'conversation_id',
    'Posts of a conversation.',
    '1334987486343299072',
    'the id of its first post',
  ),
  in_reply_to_tweet_id: line(
    'in_reply_to_tweet_id',
    'Replies to a post.',
    '1334987486343299072',
    'the id of a post',
  ),
  retweets_of_tweet_id: line(
    'retweets_of_tweet_id',
    'Reposts of a post.',
    '1334987486343299072',
    'the id of a post',
  ),
  quotes_of_tweet_id: line(
    'quotes_of_tweet_id',
    'Quotes of a post.',
    '1334987486343299072',
    'the id of a post',
  ),
  list: line('list', 'The author is a member of a list; in searches only.', '84839422', 'the id of a list'),
  bio: line('bio', 'Words of the author’s description.', 'developer', 'words, quoted'),
  bio_name: line('bio_name', 'Words of the author’s name.', '"Ada L."', 'words, quoted'),
  bio_location: line('bio_location', 'Words of the author’s location.', 'Berlin', 'words, quoted'),
  followers_count: line(
    'followers_count',
    'Number of followers of the author.',
    '1000',
    'a minimum, or a range such as 10..20',
  ),
  following_count: line(
    'following_count',
    'Number of users that the author follows.',
    '10..20',
    'a minimum, or a range such as 10..20',
  ),
  tweets_count: line(
    'tweets_count',
    'Number of posts of the author.',
    '100',
    'a minimum, or a range such as 10..20',
  ),
  listed_count: line(
    'listed_count',
    'Number of lists with the author.',
    '5',
    'a minimum, or a range such as 10..20',
  ),
  source: line(
    'source',
    'The app that the post was written with.',
    '"Twitter for iPhone"',
    'the whole name of an app, quoted',
  ),
  place: line(
    'place',
    'The place of the post, by its name or id.',
    '"new york city"',
    'words, quoted, or the id of a place',
  ),
  place_country: line('place_country', 'The country of the place.', 'US', 'a country code of two letters'),
  point_radius: line(
    'point_radius',
    'A circle of up to 25 miles.',
    '[2.355128 48.861118 16km]',
    '[longitude latitude radius], the radius in km or mi, up to 25 mi',
  ),
  bounding_box: line(
    'bounding_box',
    'A box with sides of up to 25 miles.',
    '[-105.301758 39.964069 -105.178505 40.09455]',
    '[west south east north], sides up to 25 mi',
  ),
  has: line(
    'has',
    'Posts with a feature, such as a picture, a link or a tag.',
    'images',
    'one of the listed words',
  ),
  is: line('is', 'Posts of a kind.', 'retweet', 'one of the listed words'),
  lang: line('lang', 'The language of the text.', 'en', 'a language code such as en, or und'),
  sample: line(
    'sample',
    'A random sample of the matches, in percent; applies to the whole rule.',
    '10',
    'whole percents, 1 to 100',
  ),
}

const HAS: Readonly<Record<HasWhat, string>> = {
  hashtags: 'Posts with a hashtag.',
  cashtags: 'Posts with a cashtag.',
  links: 'Posts with a link or with media.',
  mentions: 'Posts that mention a user.',
  media: 'Posts with a picture or a video.',
  images: 'Posts with a picture.',
  videos: 'Posts with a video.',
  geo: 'Posts with a place or coordinates.',
}

const IS: Readonly<Record<IsWhat, string>> = {
  retweet: 'Reposts.',
  reply: 'Replies.',
  quote: 'Posts that quote another.',
  verified: 'Posts of verified authors.',
  nullcast: 'Promoted posts; only negated.',
}

function line(name: OperatorName, help: string, value: string, takes: string): Line {
  return { text: `${name}:`, help, example: `${name}:${value}`, value: takes }
}

/** Every operator, with its availability in a dialect. */
export function operatorHelp(dialect: Dialect): readonly OperatorHelp[] {
  return kinds().flatMap((kind) => {
    const { text, help, example } = LINES[kind]
    if (text === '') return []
    return {
      ...{ text, help, example },
      values: valuesOf(kind, dialect),
      standsAlone: !needsConjunction({ kind } as Term),
      isAvailable: isAvailable(kind, dialect),
    }
  })
}

/** The form of the values of an operator; undefined for an unknown operator. */
export function valueForm(name: string): string | undefined {
  return kinds()
    .map((kind) => LINES[kind])
    .find(({ text }) => text === `${name.toLowerCase()}:`)?.value
}

function kinds(): TermKind[] {
  return Object.keys(LINES) as TermKind[]
}

function isAvailable(kind: TermKind, dialect: Dialect): boolean {
  switch (kind) {
    case 'keyword':
    case 'phrase':
    case 'hashtag':
    case 'mention':
      return true
    case 'cashtag':
      return dialect.hasCashtags
    default:
      return dialect.operators.has(kind)
  }
}

function valuesOf(kind: TermKind, { has, is }: Dialect): readonly ValueHelp[] {
  if (kind === 'has') return helpOf(HAS, has)
  return kind === 'is' ? helpOf(IS, is) : []
}

function helpOf<Value extends string>(
  helps: Readonly<Record<Value, string>>,
  available: ReadonlySet<Value>,
): readonly ValueHelp[] {
  const values = Object.keys(helps) as Value[]
  return values.map((text) => ({ text, help: helps[text], isAvailable: available.has(text) }))
}
