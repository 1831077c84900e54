/** Users by id or name, with all related objects of a response of Labs v2 or API v2. */
import { findIdsByScreenName } from '../../domain/accounts/find-users.ts'
import { has } from '../../formats/v2/field-set.ts'
import { EXPANSION } from '../../formats/v2/fields.ts'
import type { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import type { CachedUser } from '../../views/user-cache.ts'
import { notFound, type PartialError, suspended, type Wanted } from './partial-errors.ts'
import { NOTHING_INCLUDED, type Parts } from './parts.ts'
import { PostWriter } from './post-texts.ts'
import type { PostServices } from './posts.ts'
import { type Pins, readPins, userTexts } from './user-texts.ts'
import type { V2View } from './view.ts'

/**
 * The named users, in input order, each once, and an error for each value without a user.
 * @param parameter by which they are named
 * @param ids at most a few hundred
 * @param usernames after those
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

/** Users, with the posts that they have pinned if these are asked for. */
export async function usersAsParts(
  services: PostServices,
  view: V2View,
  users: readonly CachedUser[],
  errors: readonly PartialError[],
): Promise<Parts> {
  const pins = await readPins(services, view, users)
  const data = userTexts(services, view, users, pins)
  const { graph } = pins
  if (graph === undefined || !has(view.selection.expansions, EXPANSION.pinned_tweet_id)) {
    return { data, includes: NOTHING_INCLUDED, errors }
  }
  const writer = new PostWriter(services, view, graph)
  const tweets = pinnedTexts(users, pins, writer)
  return { data, includes: { ...NOTHING_INCLUDED, tweets }, errors: [...errors, ...writer.errors] }
}

function pinnedTexts(users: readonly CachedUser[], { byUser }: Pins, writer: PostWriter): Buffer[] {
  return users.flatMap(({ entity: { id } }) => {
    const pinned = byUser.get(id)
    if (pinned === undefined) return []
    const value = String(pinned.cached.entity.id)
    return [writer.text(pinned, 'pinned_tweet_id', value, 'includes')]
  })
}

/** Each at the place of its name. */
async function usersNamed(
  { store, users }: PostServices,
  names: readonly string[],
): Promise<readonly (CachedUser | undefined)[]> {
  const byName = await findIdsByScreenName(store, names)
  return users.get(names.map((name) => byName.get(name.toLowerCase()) ?? UNUSED_ID))
}

/** An id that no user has. */
const UNUSED_ID = 0n
