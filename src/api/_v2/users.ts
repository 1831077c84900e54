/** Reads users by id or name, with the objects that expansions include, for responses of Labs v2 and API v2. */
import { findIdsByScreenName } from '../../domain/accounts/find-users.ts'
import { has } from '../../formats/v2/field-set.ts'
import { EXPANSION, type UserExpansion } from '../../formats/v2/fields.ts'
import type { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import type { PostGraph } from '../../views/post-graph.ts'
import type { CachedUser } from '../../views/user-cache.ts'
import { notFound, type PartialError, suspended, type Wanted } from './partial-errors.ts'
import { NOTHING_INCLUDED, type Parts } from './parts.ts'
import { PostWriter } from './post-texts.ts'
import type { PostServices } from './posts.ts'
import { readSurroundings, type ShownPostOfUser } from './surroundings.ts'
import { userTexts } from './user-texts.ts'
import type { V2View } from './view.ts'

/**
 * The users with the given ids, or with the given names if there are names, in the given order, each once.
 * The result also has an error for each id or name without a user.
 * @param parameter the name of the parameter that had the ids or names, for the errors
 * @param ids a list of at most a few hundred ids
 * @param usernames a list of names; if the list is not empty, `ids` is ignored
 */
export async function userParts(
  services: PostServices,
  view: V2View,
  parameter: string,
  ids: ParsedIds,
  usernames: readonly string[],
): Promise<Parts> {
  const cached =
    usernames.length === 0 ? await services.users.find(ids) : await usersNamed(services, usernames)
  const users = new Map<bigint, CachedUser>()
  const errors = new Map<string, PartialError>()
  for (let index = 0; index < cached.length; index += 1) {
    const user = cached[index]
    const isGone = user === undefined || user.entity.deactivatedAt !== null
    if (!isGone && user.entity.suspendedAt === null) {
      users.set(user.entity.id, user)
      continue
    }
    const value = usernames[index] ?? ids.values[index] ?? ''
    const wanted: Wanted = { type: 'user', parameter, value, section: 'data' }
    errors.set(value, isGone ? notFound(view.dialect, wanted) : suspended(view.dialect, wanted))
  }
  return usersAsParts(services, view, [...users.values()], [...errors.values()])
}

/** The response parts with users and the posts that expansions include. */
export async function usersAsParts(
  services: PostServices,
  view: V2View,
  users: readonly CachedUser[],
  errors: readonly PartialError[],
): Promise<Parts> {
  const surroundings = await readSurroundings(services, view, users)
  const data = userTexts(services, view, users, surroundings)
  const posts = new PostsOfUsers(services, view)
  for (const { entity } of users) {
    posts.add('pinned_tweet_id', surroundings.pinned.get(entity.id))
    posts.add('most_recent_tweet_id', surroundings.newest.get(entity.id))
  }
  const { tweets } = posts
  if (tweets.length === 0) return { data, includes: NOTHING_INCLUDED, errors }
  return { data, includes: { ...NOTHING_INCLUDED, tweets }, errors: [...errors, ...posts.errors] }
}

/** Collects the posts that expansions of users include, each once. */
class PostsOfUsers {
  readonly #services: PostServices
  readonly #view: V2View
  readonly #writers = new Map<PostGraph, PostWriter>()
  readonly #texts = new Map<bigint, Buffer>()

  constructor(services: PostServices, view: V2View) {
    this.#services = services
    this.#view = view
  }

  get tweets(): readonly Buffer[] {
    return [...this.#texts.values()]
  }

  get errors(): readonly PartialError[] {
    return [...this.#writers.values()].flatMap(({ errors }) => errors)
  }

  add(expansion: UserExpansion, shown: ShownPostOfUser | undefined): void {
    if (shown === undefined || !has(this.#view.selection.expansions, EXPANSION[expansion])) return
    const { graph, post } = shown
    const { id } = post.cached.entity
    if (this.#texts.has(id)) return
    const writer = this.#writers.get(graph) ?? new PostWriter(this.#services, this.#view, graph)
    this.#writers.set(graph, writer)
    this.#texts.set(id, writer.text(post, expansion, String(id), 'includes'))
  }
}

/** The users in the order of the names. */
async function usersNamed(
  { store, users }: PostServices,
  names: readonly string[],
): Promise<readonly (CachedUser | undefined)[]> {
  const byName = await findIdsByScreenName(store, names)
  return users.get(names.map((name) => byName.get(name.toLowerCase()) ?? UNUSED_ID))
}

/** An id that no user has. */
const UNUSED_ID = 0n
