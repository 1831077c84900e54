/**
 * Reference implementation of rules (spec/rule-language.md#matching). The implementation is as simple as possible and
 * not fast. Tests compare the engine and every other evaluator with this implementation.
 */
import { unreachable } from '../lib/assert.ts'
import { isInArea } from './areas.ts'
import type { Expression, Term } from './ast.ts'
import { COUNT_OF, type FilterPost, type FilterUser, hasLinks, POST_OF, sampleOf, WORDS_OF } from './post.ts'
import { fold, tokenise } from './tokenise.ts'

/** True when the post matches the rule. */
export function matches(expression: Expression, post: FilterPost): boolean {
  switch (expression.kind) {
    case 'and':
      return expression.items.every((item) => matches(item, post))
    case 'or':
      return expression.items.some((item) => matches(item, post))
    case 'not':
      return !matches(expression.item, post)
    default:
      return isTermTrue(expression, post)
  }
}

/** True when the post satisfies a single term. */
export function isTermTrue(term: Term, post: FilterPost): boolean {
  switch (term.kind) {
    case 'keyword':
      return post.texts.some((text) => tokenise(text).includes(term.token))
    case 'phrase':
      return post.texts.some((text) => hasRun(tokenise(text), term.tokens))
    case 'url':
      return post.urls.some((url) => hasRun(tokenise(url), term.tokens))
    case 'hashtag':
      return post.hashtags.some((tag) => fold(tag) === term.tag)
    case 'mention':
      return post.mentions.some((name) => fold(name) === term.name)
    case 'from':
      return isUser(post.author, term.user)
    case 'to':
      return isUser(post.replyTo, term.user)
    case 'retweets_of':
      return isUser(post.repostOf, term.user)
    case 'context':
      return post.contexts.some(
        ({ domain, entity }) =>
          (term.domain === undefined || term.domain === domain) &&
          (term.entity === undefined || term.entity === entity),
      )
    case 'entity':
      return post.entityNames.some((name) => fold(name).trim() === term.name)
    case 'has':
    case 'is':
      return isFactTrue(term, post)
    case 'lang':
      return post.lang !== undefined && post.lang.toLowerCase() === term.code
    case 'sample':
      return sampleOf(post.id) < term.percent
    case 'conversation_id':
      return post.conversationId !== undefined && String(post.conversationId) === term.id
    case 'list':
      return term.members.has(String(post.author.id))
    case 'cashtag':
      return post.cashtags.some((tag) => fold(tag) === term.tag)
    case 'in_reply_to_tweet_id':
    case 'retweets_of_tweet_id':
    case 'quotes_of_tweet_id':
      return String(POST_OF[term.kind](post)) === term.id
    case 'bio':
    case 'bio_name':
    case 'bio_location':
    case 'url_title':
    case 'url_description':
    case 'place':
      return WORDS_OF[term.kind](post).some((text) => hasRun(tokenise(text), term.tokens))
    case 'followers_count':
    case 'following_count':
    case 'tweets_count':
    case 'listed_count': {
      const count = COUNT_OF[term.kind](post.counts)
      return count >= term.min && (term.max === undefined || count <= term.max)
    }
    case 'url_contains':
      return post.urls.some((url) => fold(url).includes(term.text))
    case 'source':
      return post.source !== undefined && fold(post.source) === term.name
    case 'place_country':
      return post.geo?.countryCode?.toLowerCase() === term.code
    case 'point_radius':
    case 'bounding_box':
      return isInArea(term, post.geo?.corners ?? [])
    default:
      return unreachable(term)
  }
}

/** True when `tokens` contains `wanted` as consecutive tokens. */
function hasRun(tokens: readonly string[], wanted: readonly string[]): boolean {
  return tokens.some((_, start) => wanted.every((token, index) => tokens[start + index] === token))
}

/** A rule identifies a user by name or by id. A text of digits may be a name or an id. */
function isUser(user: FilterUser | undefined, named: string): boolean {
  return user !== undefined && (fold(user.name) === named || String(user.id) === named)
}

function isFactTrue({ what }: Term & { kind: 'has' | 'is' }, post: FilterPost): boolean {
  switch (what) {
    case 'hashtags':
      return post.hashtags.length > 0
    case 'cashtags':
      return post.cashtags.length > 0
    case 'geo':
      return post.geo !== undefined
    case 'links':
      return hasLinks(post)
    case 'mentions':
      return post.mentions.length > 0
    case 'media':
      return post.media.length > 0
    case 'images':
      return post.media.includes('photo')
    case 'videos':
      return post.media.includes('video')
    case 'retweet':
      return post.repostOf !== undefined
    case 'quote':
      return post.isQuote
    case 'verified':
      return post.isVerified
    case 'reply':
      return post.isReply
    case 'nullcast':
      // Aviary has no posts that are only promoted, so this condition is always false.
      return false
    default:
      return unreachable(what)
  }
}
