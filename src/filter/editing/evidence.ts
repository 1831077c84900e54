/**
 * Finds the parts of a post that make a term true. These parts explain why a rule matches
 * (spec/rule-language.md#matching).
 */
import { unreachable } from '../../lib/assert.ts'
import { isInArea } from '../areas.ts'
import type { Term } from '../ast.ts'
import { COUNT_OF, type FilterPost, type FilterUser, POST_OF, sampleOf, WORDS_OF } from '../post.ts'
import { isTermTrue } from '../reference.ts'
import { fold, TokenScan, tokenise } from '../tokenise.ts'
import { foldMap, type UnitRange } from './fold-map.ts'

/** A range in one of the texts of a post, in UTF-16 code units. */
export interface TextSpan extends UnitRange {
  /** Index of the text: 0 for the post or, in a repost, its original; 1 for the quoted post. */
  readonly text: number
}

export type EvidenceField =
  | 'text'
  | 'hashtag'
  | 'cashtag'
  | 'mention'
  | 'link'
  | 'author'
  | 'reply_to'
  | 'repost_of'
  | 'annotation'
  | 'fact'
  | 'language'
  | 'sample'
  | 'post'
  | 'bio'
  | 'page'
  | 'place'
  | 'count'
  | 'source'

export interface Evidence {
  readonly field: EvidenceField
  /** The part of the post, as text. */
  readonly value: string
  /** Ranges of the part in the texts; empty when no text contains the part. */
  readonly spans: readonly TextSpan[]
}

/** Maximum number of ranges that are listed for one term in one text. */
export const MAX_SPANS = 50

/** The parts of the post that make the term true: at least one part if the post satisfies the term, otherwise none. */
export function evidenceOf(term: Term, post: FilterPost): readonly Evidence[] {
  switch (term.kind) {
    case 'keyword':
      return textEvidence(post, [term.token])
    case 'phrase':
      return textEvidence(post, term.tokens)
    case 'hashtag':
      return signed(post, 'hashtag', ['#', '＃'], post.hashtags, term.tag)
    case 'cashtag':
      return signed(post, 'cashtag', ['$'], post.cashtags, term.tag)
    case 'mention':
      return signed(post, 'mention', ['@', '＠'], post.mentions, term.name)
    case 'url':
      return links(post, (url) => hasRun(tokenise(url), term.tokens))
    case 'url_contains':
      return links(post, (url) => fold(url).includes(term.text))
    case 'bio':
    case 'bio_name':
    case 'bio_location':
    case 'url_title':
    case 'url_description':
    case 'place':
      return WORDS_OF[term.kind](post)
        .filter((text) => hasRun(tokenise(text), term.tokens))
        .map((text) => without(WORDS_FIELD[term.kind], text))
    default:
      return isTermTrue(term, post) ? [factOf(term, post)] : []
  }
}

const WORDS_FIELD = {
  bio: 'bio',
  bio_name: 'bio',
  bio_location: 'bio',
  url_title: 'page',
  url_description: 'page',
  place: 'place',
} as const

type FactTerm = Exclude<
  Term,
  {
    readonly kind:
      | 'keyword'
      | 'phrase'
      | 'hashtag'
      | 'cashtag'
      | 'mention'
      | 'url'
      | 'url_contains'
      | keyof typeof WORDS_FIELD
  }
>

/** The part of the post that makes a term true, if this part is not in a text. */
function factOf(term: FactTerm, post: FilterPost): Evidence {
  switch (term.kind) {
    case 'from':
    case 'list':
      return without('author', nameOf(post.author))
    case 'to':
      return without('reply_to', nameOf(post.replyTo))
    case 'retweets_of':
      return without('repost_of', nameOf(post.repostOf))
    case 'context':
      return without('annotation', `${term.domain ?? '*'}.${term.entity ?? '*'}`)
    case 'entity':
      return without('annotation', term.name)
    case 'has':
    case 'is':
      return without('fact', term.what)
    case 'lang':
      return without('language', post.lang ?? '')
    case 'sample':
      return without('sample', String(sampleOf(post.id)))
    case 'conversation_id':
      return without('post', term.id)
    case 'in_reply_to_tweet_id':
    case 'retweets_of_tweet_id':
    case 'quotes_of_tweet_id':
      return without('post', String(POST_OF[term.kind](post)))
    case 'followers_count':
    case 'following_count':
    case 'tweets_count':
    case 'listed_count':
      return without('count', String(COUNT_OF[term.kind](post.counts)))
    case 'source':
      return without('source', post.source ?? '')
    case 'place_country':
      return without('place', post.geo?.countryCode ?? '')
    case 'point_radius':
    case 'bounding_box': {
      const corners = post.geo?.corners ?? []
      const inside = isInArea(term, corners) ? corners : []
      return without('place', inside.map(({ lat, long }) => `${lat}, ${long}`).join('; '))
    }
    default:
      return unreachable(term)
  }
}

function textEvidence(post: FilterPost, tokens: readonly string[]): Evidence[] {
  return post.texts.flatMap((text, number) => {
    const ranges = runsIn(text, tokens)
    const [first] = ranges
    if (first === undefined) return []
    const value = text.slice(first.start, first.end)
    return [{ field: 'text' as const, value, spans: ranges.map((range) => ({ text: number, ...range })) }]
  })
}

/** The ranges of consecutive tokens in a text. */
function runsIn(text: string, wanted: readonly string[]): UnitRange[] {
  const scan = new TokenScan()
  scan.read(text)
  const tokens = scan.tokens()
  const starts = tokens.flatMap((_, start) => (isRunAt(tokens, wanted, start) ? [start] : []))
  if (starts.length === 0) return []
  const { writtenOf } = foldMap(text)
  return starts
    .slice(0, MAX_SPANS)
    .map((start) => writtenOf({ start: scan.startOf(start), end: scan.endOf(start + wanted.length - 1) }))
}

/** Tags and mentions, which follow their sign in the texts. */
function signed(
  post: FilterPost,
  field: EvidenceField,
  signs: readonly string[],
  values: readonly string[],
  wanted: string,
): Evidence[] {
  const value = values.find((each) => fold(each) === wanted)
  if (value === undefined) return []
  const isWhole = (folded: string, end: number) => !CONTINUES.test(folded.slice(end, end + 2))
  return [{ field, value, spans: signs.flatMap((sign) => spansOf(post, sign + wanted, isWhole)) }]
}

/** A character that continues a tag or name. */
const CONTINUES = /^[\p{L}\p{M}\p{N}_]/u

/** Ranges of a folded text in the texts. @param isWhole returns false for a range inside a longer name */
function spansOf(
  { texts }: FilterPost,
  wanted: string,
  isWhole: (folded: string, end: number) => boolean = () => true,
): TextSpan[] {
  return texts.flatMap((written, text) => {
    const { folded, writtenOf } = foldMap(written)
    const spans: TextSpan[] = []
    for (let start = folded.indexOf(wanted); start >= 0; start = folded.indexOf(wanted, start + 1)) {
      const end = start + wanted.length
      if (isWhole(folded, end)) spans.push({ text, ...writtenOf({ start, end }) })
      if (spans.length === MAX_SPANS) break
    }
    return spans
  })
}

function links(post: FilterPost, isWanted: (url: string) => boolean): Evidence[] {
  return [...new Set(post.urls.filter(isWanted))].map((url) => ({
    field: 'link',
    value: url,
    spans: spansOf(post, fold(url)),
  }))
}

function hasRun(tokens: readonly string[], wanted: readonly string[]): boolean {
  return tokens.some((_, start) => isRunAt(tokens, wanted, start))
}

function isRunAt(tokens: readonly string[], wanted: readonly string[], start: number): boolean {
  return wanted.every((token, index) => tokens[start + index] === token)
}

function nameOf(user: FilterUser | undefined): string {
  return user === undefined ? '' : `@${user.name}`
}

function without(field: EvidenceField, value: string): Evidence {
  return { field, value, spans: [] }
}
