/**
 * Collects the objects that expansions include, each once, and an error for each missing object
 * (spec/labs-lookup.md#expansions).
 */

import { has } from '../../formats/v2/field-set.ts'
import { EXPANSION, type Expansion } from '../../formats/v2/fields.ts'
import { versionIdsOf } from '../../formats/v2/members/edits.ts'
import { referencesOf } from '../../formats/v2/references.ts'
import {
  type PostGraph,
  type PostVisibility,
  readPostGraph,
  type VisiblePost,
} from '../../views/post-graph.ts'
import type { CachedUser } from '../../views/user-cache.ts'
import type { Services } from '../_services.ts'
import { IncludedThings } from './included-things.ts'
import { notAuthorized, notFound, type PartialError, suspended, type Wanted } from './partial-errors.ts'
import type { Includes } from './parts.ts'
import { PostWriter } from './post-texts.ts'
import { readSurroundings } from './surroundings.ts'
import { userTexts } from './user-texts.ts'
import type { V2View } from './view.ts'

type InclusionServices = Pick<Services, 'store' | 'users' | 'posts' | 'newestPosts' | 'clock'>

/** All expansions except `author_id`: for these, the mentions, references and attachments of posts are read. */
const BESIDES_AUTHORS = ~EXPANSION.author_id

/** A reference to a user whom an expansion includes. */
interface Lead {
  readonly id: bigint
  readonly parameter: Expansion
  /** The id or name with which the post names the user. */
  readonly value: string
}

export class Inclusion {
  readonly #services: InclusionServices
  readonly #view: V2View
  readonly #graph: PostGraph
  readonly #writer: PostWriter
  readonly #errors = new Map<string, PartialError>()
  readonly #authors = new Map<bigint, CachedUser>()
  readonly #leads = new Map<string, Lead>()
  readonly #tweets = new Map<bigint, Buffer>()
  readonly #things: IncludedThings
  readonly #versionErrors: PartialError[] = []

  constructor(services: InclusionServices, view: V2View, graph: PostGraph, writer: PostWriter) {
    this.#services = services
    this.#view = view
    this.#graph = graph
    this.#writer = writer
    this.#things = new IncludedThings(view, services.clock.now())
  }

  /** Errors for missing objects, each once. {@link of} completes the list. */
  get errors(): readonly PartialError[] {
    return [...this.#errors.values(), ...this.#things.errors, ...this.#versionErrors]
  }

  /** @param shown the posts in `data`, which are not included again */
  async of(shown: readonly VisiblePost[]): Promise<Includes> {
    if (this.#asks('author_id')) for (const { author } of shown) this.#addAuthor(author)
    if (has(this.#view.selection.expansions, BESIDES_AUTHORS)) {
      const own = new Set(shown.map(({ cached }) => cached.entity.id))
      for (const post of shown) {
        this.#addPeople(post)
        this.#addReferences(post, own)
        this.#things.add(post.cached.entity, this.#writer.content(post))
      }
      if (this.#asks('edit_history_tweet_ids')) await this.#addVersions(shown, own)
    }
    const users = await this.#users()
    const surroundings = await readSurroundings(this.#services, this.#view, users)
    return {
      tweets: [...this.#tweets.values()],
      users: userTexts(this.#services, this.#view, users, surroundings),
      places: this.#things.places,
      media: this.#things.media,
      polls: this.#things.polls,
    }
  }

  #asks(expansion: Expansion): boolean {
    return has(this.#view.selection.expansions, EXPANSION[expansion])
  }

  #addAuthor(author: CachedUser): void {
    this.#authors.set(author.entity.id, author)
  }

  #addPeople(post: VisiblePost): void {
    const { inReplyToUserId } = post.cached.entity
    if (this.#asks('in_reply_to_user_id') && inReplyToUserId !== null) {
      this.#lead('in_reply_to_user_id', inReplyToUserId)
    }
    if (!this.#asks('entities.mentions.username')) return
    for (const { id_str, screen_name } of this.#writer.content(post).user_mentions ?? []) {
      this.#lead('entities.mentions.username', BigInt(id_str), screen_name)
    }
  }

  #lead(parameter: Expansion, id: bigint, value = String(id)): void {
    const key = `${parameter} ${value}`
    if (!this.#leads.has(key)) this.#leads.set(key, { id, parameter, value })
  }

  #addReferences({ cached: { entity } }: VisiblePost, own: ReadonlySet<bigint>): void {
    const asksAuthors = this.#asks('referenced_tweets.id.author_id')
    const asksMedia = this.#asks('referenced_tweets.id.attachments.media_keys')
    if (!asksAuthors && !asksMedia && !this.#asks('referenced_tweets.id')) return
    for (const { type, id } of referencesOf(entity, this.#writer.original(entity.repostedId))) {
      const visibility: PostVisibility =
        type === 'retweeted'
          ? this.#graph.original(entity.repostedId ?? 0n)
          : this.#graph.visibility(BigInt(id))
      const wanted: Wanted = {
        type: 'tweet',
        parameter: 'referenced_tweets.id',
        value: id,
        section: 'includes',
      }
      if (typeof visibility === 'string')
        this.#miss(wanted, visibility === 'protected' || visibility === 'blocked-by-author')
      else {
        const { id: shownId } = visibility.cached.entity
        if (asksAuthors) this.#addAuthor(visibility.author)
        if (asksMedia) this.#things.addMedia(visibility.cached.entity, this.#writer.content(visibility))
        if (own.has(shownId) || this.#tweets.has(shownId)) continue
        const { parameter, value, section } = wanted
        this.#tweets.set(shownId, this.#writer.text(visibility, parameter, value, section))
      }
    }
  }

  /** The other versions of posts. A version that is not stored is left out without an error. */
  async #addVersions(shown: readonly VisiblePost[], own: ReadonlySet<bigint>): Promise<void> {
    const named = shown.flatMap(({ cached }) => versionIdsOf(cached.entity).map(BigInt))
    const ids = [...new Set(named)].filter((id) => !own.has(id) && !this.#tweets.has(id))
    if (ids.length === 0) return
    const graph = await readPostGraph(this.#services, this.#view.viewer, ids, { quoted: false })
    const writer = new PostWriter(this.#services, this.#view, graph)
    for (const id of ids) {
      const post = graph.visible(id)
      if (post === undefined) continue
      this.#tweets.set(id, writer.text(post, 'edit_history_tweet_ids', String(id), 'includes'))
    }
    this.#versionErrors.push(...writer.errors)
  }

  #miss(wanted: Wanted, isThere: boolean): void {
    const { dialect } = this.#view
    const key = `${wanted.parameter} ${wanted.value}`
    if (this.#errors.has(key)) return
    this.#errors.set(key, isThere ? notAuthorized(dialect, wanted) : notFound(dialect, wanted))
  }

  /** The authors and the referenced users, each once. A missing or suspended user becomes an error. */
  async #users(): Promise<readonly CachedUser[]> {
    const users = new Map(this.#authors)
    const strangers = [...new Set([...this.#leads.values()].map(({ id }) => id))].filter(
      (id) => !users.has(id),
    )
    const found = strangers.length === 0 ? [] : await this.#services.users.get(strangers)
    const others = new Map(strangers.map((id, index) => [id, found[index]]))
    for (const { id, parameter, value } of this.#leads.values()) {
      if (users.has(id)) continue
      const user = others.get(id)
      const wanted: Wanted = { type: 'user', parameter, value, section: 'includes' }
      if (user === undefined || user.entity.deactivatedAt !== null) this.#miss(wanted, false)
      else if (user.entity.suspendedAt === null) users.set(id, user)
      else this.#errors.set(`${parameter} ${value}`, suspended(this.#view.dialect, wanted))
    }
    return [...users.values()]
  }
}
