/** Gives the rule engine the texts of a post that `track` matches (spec/v1-streams-and-lists.md#match-of-track). */
import type { PostContent } from '../../domain/posts/content.ts'
import { type PostView, worded } from '../../domain/posts/read/post-view.ts'
import type { FilterPost } from '../../filter/post.ts'

/**
 * Stands for the users of a post. The rule engine reads users only for operators such as `from:`, and phrases of
 * `track` contain no operators. `follow` matches users by id outside the engine.
 */
const UNNAMED = { id: 0n, name: '' } as const

/**
 * Matches the punctuation around a word. A sign at the beginning of a word, such as #, belongs to the word and is not
 * matched.
 */
const EDGES = /^[^\p{L}\p{M}\p{N}#@$]+|[^\p{L}\p{M}\p{N}]+$/gu

const PROTOCOL = /^https?:\/\//i
const WWW = /^www\./i

/** The fields are computed on demand, because the engine reads only the fields that a phrase needs. */
export class TrackedPost implements FilterPost {
  readonly #view: PostView
  readonly #contents: readonly PostContent[]
  readonly media = []
  readonly isVerified = false
  readonly isReply = false
  readonly replyTo = undefined
  readonly repostOf = undefined
  readonly isQuote = false
  readonly lang = undefined
  readonly contexts = []
  readonly conversationId = undefined
  readonly urls = []
  readonly author = UNNAMED
  readonly cashtags = []
  readonly source = undefined
  readonly urlTitles = []
  readonly urlDescriptions = []
  readonly bio = { description: '', name: '', location: '' }
  readonly counts = { followers: 0, following: 0, posts: 0, listed: 0 }
  readonly inReplyToId = undefined
  readonly repostedId = undefined
  readonly quotedId = undefined
  readonly geo = undefined

  constructor(view: PostView) {
    this.#view = view
    const { post, quoted } = worded(view)
    this.#contents = quoted === undefined ? [post.content] : [post.content, quoted.post.content]
  }

  get id(): bigint {
    return this.#view.post.id
  }

  /** The texts of the post without short links, and all other texts in which phrases match words. */
  get texts(): readonly string[] {
    return [
      ...this.#contents.flatMap((content) => [writtenText(content), ...linksOf(content)]),
      ...this.#names(),
    ]
  }

  get hashtags(): readonly string[] {
    return this.#contents.flatMap(({ hashtags = [], symbols = [] }) => [
      ...hashtags.map(({ text }) => text),
      ...symbols.map(({ text }) => `$${text}`),
    ])
  }

  get mentions(): readonly string[] {
    const mentions = this.#contents.flatMap(({ user_mentions = [] }) =>
      user_mentions.map((each) => each.screen_name),
    )
    const { original } = this.#view
    // The text of a repost begins with a mention of the author.
    return original === undefined ? mentions : [original.author.screenName, ...mentions]
  }

  /** Whole words and whole links, with and without the punctuation around them. */
  get entityNames(): readonly string[] {
    return this.#contents.flatMap((content) => [
      ...writtenText(content).split(/\s+/).flatMap(formsOfWord),
      ...linksOf(content).flatMap(formsOfLink),
    ])
  }

  #names(): readonly string[] {
    return [this.#view.author.screenName, ...this.mentions, ...this.hashtags]
  }
}

/** The text without the short links of the server. */
function writtenText({ text, urls = [], media = [] }: PostContent): string {
  return [...urls, ...media].reduce((rest, { url }) => rest.replaceAll(url, ' '), text)
}

function linksOf({ urls = [], media = [] }: PostContent): readonly string[] {
  return [...urls, ...media].flatMap(({ expanded_url, display_url }) => [expanded_url, display_url])
}

function formsOfWord(word: string): readonly string[] {
  return [word, word.replace(EDGES, '')]
}

function formsOfLink(link: string): readonly string[] {
  const bare = link.replace(PROTOCOL, '').replace(/\/$/, '')
  return [link, bare, bare.replace(WWW, '')]
}
