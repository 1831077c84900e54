/**
 * Renders v1.1 post objects for a caller. Parts that do not depend on the caller are cached with their posts
 * (spec/posts.md#post-object).
 */

import type { Post } from '../../domain/posts/post.ts'
import type { Parts } from '../../formats/fields/template.ts'
import type { PostView, ShownPost } from '../../formats/v1.1/post.ts'
import { POST_FIELDS } from '../../formats/v1.1/post-fields.ts'
import {
  frameOf,
  hasOwnFiles,
  ownWordsText,
  postJoiner,
  repostedWordsText,
  trimmedUserText,
} from '../../formats/v1.1/post-template.ts'
import { userJoiner } from '../../formats/v1.1/user-template.ts'
import { boolean, optionalText } from '../../http/params.ts'
import { flat } from '../../lib/flat-text.ts'
import { repostCutOf } from '../../text/truncate.ts'
import type { CachedPost } from '../../views/post-cache.ts'
import type { PostGraph, VisiblePost } from '../../views/post-graph.ts'
import type { Services } from '../_services.ts'
import { defaultPictureOf } from './_picture.ts'
import { type Origin, userRenderer } from './_users.ts'

/** Parameters of every endpoint that returns posts. */
export const postParams = {
  tweet_mode: optionalText(
    '`extended`: the full text, as `full_text`. Otherwise texts are truncated to 140 characters.',
  ),
  trim_user: boolean({ default: false, description: 'Return only the ids of users.' }),
  include_entities: boolean({ default: true, description: 'Include `entities`.' }),
  include_ext_alt_text: boolean({ default: false, description: 'Include `ext_alt_text` in media.' }),
  include_card_uri: boolean({ default: false, description: 'Include `card_uri`.' }),
  include_my_retweet: boolean({ default: false, description: 'Include `current_user_retweet`.' }),
} as const

export interface PostOptions {
  readonly tweet_mode: string | undefined
  readonly trim_user: boolean
  readonly include_entities: boolean
  readonly include_ext_alt_text: boolean
  readonly include_card_uri: boolean
  readonly include_my_retweet: boolean
}

/**
 * Converts the options of a request to options of the post formatter.
 * @param outer the scheme, host and API day of the request
 */
export function postViewOf(options: PostOptions, outer: Origin): PostView {
  return {
    mode: options.tweet_mode === 'extended' ? 'extended' : 'compat',
    includeEntities: options.include_entities,
    includeAltText: options.include_ext_alt_text,
    includeCardUri: options.include_card_uri,
    includeMyRepost: options.include_my_retweet,
    trimUser: options.trim_user,
    origin: outer.host === '' ? '' : `${outer.scheme}://${outer.host}`,
    defaultPicture: defaultPictureOf(outer),
    day: outer.apiDate,
  }
}

/** Renders the posts of one post graph; an author of several posts is rendered once. */
export class PostWriter {
  readonly #caches: Pick<Services, 'users' | 'posts'>
  readonly #graph: PostGraph
  readonly #view: PostView
  /** Cache key of the renderings for this view. */
  readonly #name: string
  readonly #frameName: string
  readonly #frameOf: (post: Post) => Parts
  readonly #userText: ReturnType<typeof userRenderer>
  readonly #join: ReturnType<typeof postJoiner>
  readonly #joinUser: ReturnType<typeof userJoiner>
  readonly #users = new Map<bigint, string>()

  constructor(caches: Pick<Services, 'users' | 'posts'>, graph: PostGraph, view: PostView) {
    this.#caches = caches
    this.#graph = graph
    this.#view = view
    const { mode, includeEntities, includeAltText, includeCardUri, day } = view
    this.#frameName = `v1.1 ${POST_FIELDS.versionOn(day)}`
    this.#frameOf = (post) => frameOf(post, day)
    this.#name = `${this.#frameName} ${mode} ${includeEntities} ${includeAltText} ${includeCardUri}`
    this.#userText = userRenderer(caches.users, day)
    this.#join = postJoiner(view)
    this.#joinUser = userJoiner(view)
  }

  /** The JSON text of a post of the graph; undefined when the viewer may not see it. */
  text(id: bigint): string | undefined {
    const seen = this.#graph.visible(id)
    return seen === undefined ? undefined : this.of(seen)
  }

  /** JSON texts of the posts that the viewer may see, in input order. */
  texts(ids: readonly bigint[]): string[] {
    return ids.map((id) => this.text(id)).filter((text) => text !== undefined)
  }

  /** The JSON text of a post of the graph. */
  of(seen: VisiblePost): string {
    const original = originalOf(this.#graph, seen)
    if (original === undefined) return this.#withoutOriginal(seen, quotedBy(this.#graph, seen))
    return this.#join({
      marks: original.marks,
      frame: this.#frame(seen.cached),
      said: this.#repostedWords(original, seen.cached.entity.createdAt),
      user: this.#user(seen),
      original: this.#withoutOriginal(original, quotedBy(this.#graph, original)),
      quoted: undefined,
    })
  }

  #withoutOriginal(seen: VisiblePost, quoted: VisiblePost | undefined): string {
    return this.#join({
      marks: seen.marks,
      frame: this.#frame(seen.cached),
      said: this.#ownWords(seen.cached),
      user: this.#user(seen),
      original: undefined,
      // Only one level of quotes is shown.
      quoted: quoted === undefined ? undefined : this.#withoutOriginal(quoted, undefined),
    })
  }

  #frame(cached: CachedPost): Parts {
    return this.#caches.posts.rendering(cached, this.#frameName, this.#frameOf, bytesOf)
  }

  #ownWords(cached: CachedPost): Parts {
    const origin = hasOwnFiles(cached.entity) ? this.#view.origin : ''
    return this.#cachedParts(cached, this.#name, origin, () => ownWordsText(cached.entity, this.#view))
  }

  /** The text of a repost, which contains the text of the original. @param postedAt the time of the repost */
  #repostedWords({ cached, author: { entity: author } }: VisiblePost, postedAt: number): Parts {
    const origin = hasOwnFiles(cached.entity) ? this.#view.origin : ''
    const depends = `${origin} ${author.screenName} ${author.name}`
    const name = `${this.#name} reposted ${repostCutOf(postedAt)}`
    return this.#cachedParts(cached, name, depends, () =>
      repostedWordsText(cached.entity, author, postedAt, this.#view),
    )
  }

  /**
   * The cached parts of a post.
   * @param depends a value that identifies the data that the parts contain in addition to the post, such as the
   * name of the author; after a change of this value, new parts replace the cached parts
   */
  #cachedParts(cached: CachedPost, name: string, depends: string, make: () => Parts): Parts {
    const words = this.#caches.posts.rendering<CachedWords>(
      cached,
      name,
      () => ({ depends, parts: make() }),
      ({ parts }) => bytesOf(parts),
    )
    if (words.depends !== depends) {
      Object.assign(words, { depends, parts: make() })
      bytesOf(words.parts)
    }
    return words.parts
  }

  #user({ author, relation }: VisiblePost): string | undefined {
    if (this.#view.omitsUsers === true) return undefined
    const { id } = author.entity
    if (this.#view.trimUser) return trimmedUserText(id)
    const cached = this.#users.get(id)
    if (cached !== undefined) return cached
    const own = this.#graph.viewer.userId === id
    const text = this.#joinUser(this.#userText(author), own ? 'self' : (relation ?? null))
    this.#users.set(id, text)
    return text
  }
}

interface CachedWords {
  depends: string
  parts: Parts
}

/** A post of the graph with its original and its quoted post, for other renderers. */
export function shownIn(graph: PostGraph, seen: VisiblePost): ShownPost {
  const original = originalOf(graph, seen)
  const quoted = quotedBy(graph, seen)
  return {
    ...shownAlone(graph, seen),
    ...(original === undefined ? {} : { original: shownIn(graph, original) }),
    ...(quoted === undefined ? {} : { quoted: shownAlone(graph, quoted) }),
  }
}

function shownAlone({ viewer }: PostGraph, { cached, author, relation, marks }: VisiblePost): ShownPost {
  const isOwn = viewer.userId === author.entity.id
  return { post: cached.entity, author: author.entity, relation: isOwn ? 'self' : (relation ?? null), marks }
}

function originalOf(graph: PostGraph, { cached }: VisiblePost): VisiblePost | undefined {
  const { repostedId } = cached.entity
  if (repostedId === null) return undefined
  const original = graph.original(repostedId)
  return typeof original === 'string' ? undefined : original
}

function quotedBy(graph: PostGraph, { cached }: VisiblePost): VisiblePost | undefined {
  const { quotedId } = cached.entity
  return quotedId === null ? undefined : graph.visible(quotedId)
}

/** Flattens cached parts and returns their size in bytes. A character takes at most two bytes. */
function bytesOf({ each }: Parts): number {
  let characters = 0
  for (const part of each) characters += flat(part).length
  return PARTS_BYTES + 2 * characters
}

/** Bytes of cached parts in addition to their characters. */
const PARTS_BYTES = 250
