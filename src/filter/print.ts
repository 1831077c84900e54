/** Prints syntax trees as text, in normal form (spec/rule-language.md#grammar). */
import { printArea } from './areas.ts'
import { type Expression, isTerm, type Term, type TermMeaning } from './ast.ts'

/** The text of a rule. Parsing the text returns the same tree, except for spans. */
export function print(expression: Expression): string {
  switch (expression.kind) {
    case 'or':
      return expression.items.map((item) => (item.kind === 'or' ? grouped(item) : print(item))).join(' OR ')
    case 'and':
      return expression.items.map((item) => (isJoined(item) ? grouped(item) : print(item))).join(' ')
    case 'not':
      return `-${isJoined(expression.item) ? grouped(expression.item) : print(expression.item)}`
    default:
      return printTerm(expression)
  }
}

/** The text of a term. Terms with the same meaning have the same text. */
export function printTerm(term: TermMeaning): string {
  switch (term.kind) {
    case 'keyword':
      return term.isQuoted ? quoted(term.token) : term.token
    case 'phrase':
      return quoted(term.tokens.join(' '))
    case 'hashtag':
      return `#${term.tag}`
    case 'mention':
      return `@${term.name}`
    case 'url':
      return `url:${quoted(term.tokens.join(' '))}`
    case 'context':
      return `context:${term.domain ?? '*'}.${term.entity ?? '*'}`
    case 'entity':
      return `entity:${quoted(term.name)}`
    case 'has':
    case 'is':
      return `${term.kind}:${term.what}`
    case 'lang':
      return `lang:${term.code}`
    case 'sample':
      return `sample:${term.percent}`
    case 'conversation_id':
    case 'list':
    case 'in_reply_to_tweet_id':
    case 'retweets_of_tweet_id':
    case 'quotes_of_tweet_id':
      return `${term.kind}:${term.id}`
    case 'cashtag':
      return `$${term.tag}`
    case 'bio':
    case 'bio_name':
    case 'bio_location':
    case 'url_title':
    case 'url_description':
    case 'place':
      return `${term.kind}:${quoted(term.tokens.join(' '))}`
    case 'followers_count':
    case 'following_count':
    case 'tweets_count':
    case 'listed_count':
      return `${term.kind}:${term.min}${term.max === undefined ? '' : `..${term.max}`}`
    case 'url_contains':
      return `url_contains:${quoted(term.text)}`
    case 'source':
      return `source:${quoted(term.name)}`
    case 'place_country':
      return `place_country:${term.code}`
    case 'point_radius':
    case 'bounding_box':
      return `${term.kind}:${printArea(term)}`
    default:
      return `${term.kind}:${term.user}`
  }
}

function isJoined(expression: Expression): expression is Exclude<Expression, Term> & { kind: 'and' | 'or' } {
  return !isTerm(expression) && expression.kind !== 'not'
}

function grouped(expression: Expression): string {
  return `(${print(expression)})`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
