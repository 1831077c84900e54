/**
 * Posts as their v1.1 objects, rendered for the caller; texts are kept with their posts (spec/posts.md#post-object).
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

/** Parameters of every endpoint that answers with posts. */
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

/** What is asked for, as the objects take it. @param outer the request as its client saw it */
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
  /** Names the renderings of this view. */
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

  /** The JSON text of a post of the graph; undefined when the viewer does not see it. */
  text(id: bigint): string | undefined {
    const seen = this.#graph.visible(id)
    return seen === undefined ? undefined : this.of(seen)
  }

  /** The JSON texts of those of these posts that the viewer sees. */
  texts(ids: readonly bigint[]): string[] {
    return ids.map((id) => this.text(id)).filter((text) => text !== undefined)
  }

  /** The JSON text of a post of the graph. */
  of(seen: VisiblePost): string {
    const original = originalOf(this.#graph, seen)
    if (original === undefined) return this.#plain(seen, quotedBy(this.#graph, seen))
    return this.#join({
      marks: original.marks,
      frame: this.#frame(seen.cached),
      said: this.#reposted(original, seen.cached.entity.createdAt),
      user: this.#user(seen),
      original: this.#plain(original, quotedBy(this.#graph, original)),
      quoted: undefined,
    })
  }

  #plain(seen: VisiblePost, quoted: VisiblePost | undefined): string {
    return this.#join({
      marks: seen.marks,
      frame: this.#frame(seen.cached),
      said: this.#said(seen.cached),
      user: this.#user(seen),
      original: undefined,
      // What is quoted by what is quoted is not shown.
      quoted: quoted === undefined ? undefined : this.#plain(quoted, undefined),
    })
  }

  #frame(cached: CachedPost): Parts {
    return this.#caches.posts.rendering(cached, this.#frameName, this.#frameOf, bytesOf)
  }

  #said(cached: CachedPost): Parts {
    const origin = hasOwnFiles(cached.entity) ? this.#view.origin : ''
    return this.#held(cached, this.#name, origin, () => ownWordsText(cached.entity, this.#view))
  }

  /** @param postedAt of the repost */
  #reposted({ cached, author: { entity: author } }: VisiblePost, postedAt: number): Parts {
    const origin = hasOwnFiles(cached.entity) ? this.#view.origin : ''
    const depends = `${origin} ${author.screenName} ${author.name}`
    const name = `${this.#name} reposted ${repostCutOf(postedAt)}`
    return this.#held(cached, name, depends, () =>
      repostedWordsText(cached.entity, author, postedAt, this.#view),
    )
  }

  /** @param depends what the rendering depends on besides the post: the last one is kept */
  #held(cached: CachedPost, name: string, depends: string, make: () => Parts): Parts {
    const held = this.#caches.posts.rendering<HeldWords>(
      cached,
      name,
      () => ({ depends, parts: make() }),
      ({ parts }) => bytesOf(parts),
    )
    if (held.depends !== depends) {
      Object.assign(held, { depends, parts: make() })
      bytesOf(held.parts)
    }
    return held.parts
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

interface HeldWords {
  depends: string
  parts: Parts
}

/** A post of a graph with its original and quoted post, for other renderers. */
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

/** Flattens the parts that are kept, and gives their bytes. A character takes two at most. */
function bytesOf({ each }: Parts): number {
  let characters = 0
  for (const part of each) characters += flat(part).length
  return PARTS_BYTES + 2 * characters
}

/** The bytes that parts take beside their characters. */
const PARTS_BYTES = 250
