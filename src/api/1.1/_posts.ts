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
import type { KnownPost } from '../../views/post-cache.ts'
import type { PostScene, SeenPost } from '../../views/post-scene.ts'
import type { Services } from '../_services.ts'
import { defaultPictureOf } from './_picture.ts'
import { type Origin, userRenderer } from './_users.ts'

/** Parameters of every endpoint that answers with posts. */
export const postParams = {
  tweet_mode: optionalText(
    '`extended`: the whole text, as `full_text`. Else texts are cut to 140 characters.',
  ),
  trim_user: boolean({ default: false, description: 'Whether of users there is the id alone.' }),
  include_entities: boolean({ default: true, description: 'Whether `entities` is there.' }),
  include_ext_alt_text: boolean({ default: false, description: 'Whether media have `ext_alt_text`.' }),
  include_card_uri: boolean({ default: false, description: 'Whether `card_uri` is there.' }),
  include_my_retweet: boolean({ default: false, description: 'Whether `current_user_retweet` is there.' }),
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

/** Renders the posts of one scene; who wrote several of them is rendered once. */
export class PostWriter {
  readonly #caches: Pick<Services, 'users' | 'posts'>
  readonly #scene: PostScene
  readonly #view: PostView
  /** Names the renderings of this view. */
  readonly #name: string
  readonly #frameName: string
  readonly #frameOf: (post: Post) => Parts
  readonly #userText: ReturnType<typeof userRenderer>
  readonly #join: ReturnType<typeof postJoiner>
  readonly #joinUser: ReturnType<typeof userJoiner>
  readonly #users = new Map<bigint, string>()

  constructor(caches: Pick<Services, 'users' | 'posts'>, scene: PostScene, view: PostView) {
    this.#caches = caches
    this.#scene = scene
    this.#view = view
    const { mode, includeEntities, includeAltText, includeCardUri, day } = view
    this.#frameName = `v1.1 ${POST_FIELDS.versionOn(day)}`
    this.#frameOf = (post) => frameOf(post, day)
    this.#name = `${this.#frameName} ${mode} ${includeEntities} ${includeAltText} ${includeCardUri}`
    this.#userText = userRenderer(caches.users, day)
    this.#join = postJoiner(view)
    this.#joinUser = userJoiner(view)
  }

  /** The JSON text of a post of the scene; undefined when the viewer does not see it. */
  text(id: bigint): string | undefined {
    const seen = this.#scene.seen(id)
    return seen === undefined ? undefined : this.of(seen)
  }

  /** The JSON texts of those of these posts that the viewer sees. */
  texts(ids: readonly bigint[]): string[] {
    return ids.map((id) => this.text(id)).filter((text) => text !== undefined)
  }

  /** The JSON text of a post that the scene gave. */
  of(seen: SeenPost): string {
    const original = originalOf(this.#scene, seen)
    if (original === undefined) return this.#plain(seen, quotedBy(this.#scene, seen))
    return this.#join({
      marks: original.marks,
      frame: this.#frame(seen.known),
      said: this.#reposted(original, seen.known.it.createdAt),
      user: this.#user(seen),
      original: this.#plain(original, quotedBy(this.#scene, original)),
      quoted: undefined,
    })
  }

  #plain(seen: SeenPost, quoted: SeenPost | undefined): string {
    return this.#join({
      marks: seen.marks,
      frame: this.#frame(seen.known),
      said: this.#said(seen.known),
      user: this.#user(seen),
      original: undefined,
      // What is quoted by what is quoted is not shown.
      quoted: quoted === undefined ? undefined : this.#plain(quoted, undefined),
    })
  }

  #frame(known: KnownPost): Parts {
    return this.#caches.posts.rendering(known, this.#frameName, this.#frameOf, bytesOf)
  }

  #said(known: KnownPost): Parts {
    const origin = hasOwnFiles(known.it) ? this.#view.origin : ''
    return this.#held(known, this.#name, origin, () => ownWordsText(known.it, this.#view))
  }

  /** @param postedAt of the repost */
  #reposted({ known, author: { it: author } }: SeenPost, postedAt: number): Parts {
    const origin = hasOwnFiles(known.it) ? this.#view.origin : ''
    const depends = `${origin} ${author.screenName} ${author.name}`
    const name = `${this.#name} reposted ${repostCutOf(postedAt)}`
    return this.#held(known, name, depends, () => repostedWordsText(known.it, author, postedAt, this.#view))
  }

  /** @param depends what the rendering depends on besides the post: the last one is kept */
  #held(known: KnownPost, name: string, depends: string, make: () => Parts): Parts {
    const held = this.#caches.posts.rendering<HeldWords>(
      known,
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

  #user({ author, relation }: SeenPost): string | undefined {
    if (this.#view.omitsUsers === true) return undefined
    const { id } = author.it
    if (this.#view.trimUser) return trimmedUserText(id)
    const known = this.#users.get(id)
    if (known !== undefined) return known
    const own = this.#scene.viewer.userId === id
    const text = this.#joinUser(this.#userText(author), own ? 'self' : (relation ?? null))
    this.#users.set(id, text)
    return text
  }
}

interface HeldWords {
  depends: string
  parts: Parts
}

/** A post of a scene with what is shown in it, as {@link ShownPost}: for who renders it otherwise. */
export function shownIn(scene: PostScene, seen: SeenPost): ShownPost {
  const original = originalOf(scene, seen)
  const quoted = quotedBy(scene, seen)
  return {
    ...shownAlone(scene, seen),
    ...(original === undefined ? {} : { original: shownIn(scene, original) }),
    ...(quoted === undefined ? {} : { quoted: shownAlone(scene, quoted) }),
  }
}

function shownAlone({ viewer }: PostScene, { known, author, relation, marks }: SeenPost): ShownPost {
  const isOwn = viewer.userId === author.it.id
  return { post: known.it, author: author.it, relation: isOwn ? 'self' : (relation ?? null), marks }
}

function originalOf(scene: PostScene, { known }: SeenPost): SeenPost | undefined {
  const { repostedId } = known.it
  if (repostedId === null) return undefined
  const original = scene.original(repostedId)
  return typeof original === 'string' ? undefined : original
}

function quotedBy(scene: PostScene, { known }: SeenPost): SeenPost | undefined {
  const { quotedId } = known.it
  return quotedId === null ? undefined : scene.seen(quotedId)
}

/** Flattens the parts that are kept, and gives their bytes. A character takes two at most. */
function bytesOf({ each }: Parts): number {
  let characters = 0
  for (const part of each) characters += flat(part).length
  return PARTS_BYTES + 2 * characters
}

/** The bytes that parts take beside their characters. */
const PARTS_BYTES = 250
