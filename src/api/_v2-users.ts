/** Users by id or name, with everything that an answer of Labs v2 or the second generation tells of them. */
import { findIdsByScreenName } from '../domain/accounts/find-users.ts'
import type { KnownUser } from './_user-cache.ts'
import { has } from './_v2-objects/field-set.ts'
import { EXPANSION } from './_v2-objects/fields.ts'
import { notFound, type PartialError, suspended, type Wanted } from './_v2-objects/partial-errors.ts'
import { NOTHING_INCLUDED, type Parts } from './_v2-parts.ts'
import { PostWriter } from './_v2-post-texts.ts'
import type { PostServices } from './_v2-posts.ts'
import { type Pins, readPins, userTexts } from './_v2-user-texts.ts'
import type { V2View } from './_v2-view.ts'

const LARGEST_ID = 2n ** 63n - 1n

/**
 * The users whom these values name, in that order, each once, and an error for each value that names nobody.
 * @param parameter by which they are named: `ids` and `id`, or `usernames` and `username`
 * @param values at most a few hundred
 */
export async function userParts(
  services: PostServices,
  view: V2View,
  parameter: string,
  values: readonly string[],
): Promise<Parts> {
  const ids = parameter.startsWith('id') ? idsIn(values) : await idsNamed(services, values)
  const distinct = [...new Set(ids.filter((id) => id !== undefined))]
  const found = await services.users.get(distinct)
  const known = new Map(distinct.map((id, index) => [id, found[index]]))
  const users = new Map<bigint, KnownUser>()
  const errors = new Map<string, PartialError>()
  for (const [index, value] of values.entries()) {
    const user = known.get(ids[index] ?? -1n)
    const wanted: Wanted = { type: 'user', parameter, value, section: 'data' }
    if (user === undefined || user.it.deactivatedAt !== null)
      errors.set(value, notFound(view.dialect, wanted))
    else if (user.it.suspendedAt !== null) errors.set(value, suspended(view.dialect, wanted))
    else users.set(user.it.id, user)
  }
  return usersAsParts(services, view, [...users.values()], [...errors.values()])
}

/** Users, with the posts that they have pinned if these are asked for. */
export async function usersAsParts(
  services: PostServices,
  view: V2View,
  users: readonly KnownUser[],
  errors: readonly PartialError[],
): Promise<Parts> {
  const pins = await readPins(services, view, users)
  const data = userTexts(services, view, users, pins)
  const { scene } = pins
  if (scene === undefined || !has(view.selection.expansions, EXPANSION.pinned_tweet_id)) {
    return { data, includes: NOTHING_INCLUDED, errors }
  }
  const writer = new PostWriter(services, view, scene)
  const tweets = pinnedTexts(users, pins, writer)
  return { data, includes: { ...NOTHING_INCLUDED, tweets }, errors: [...errors, ...writer.errors] }
}

function pinnedTexts(users: readonly KnownUser[], { byUser }: Pins, writer: PostWriter): Buffer[] {
  return users.flatMap(({ it: { id } }) => {
    const pinned = byUser.get(id)
    if (pinned === undefined) return []
    const value = String(pinned.known.it.id)
    return [writer.text(pinned, 'pinned_tweet_id', value, 'includes')]
  })
}

function idsIn(values: readonly string[]): (bigint | undefined)[] {
  return values.map((value) => {
    const id = BigInt(value)
    return id > LARGEST_ID ? undefined : id
  })
}

async function idsNamed(
  { store }: PostServices,
  names: readonly string[],
): Promise<readonly (bigint | undefined)[]> {
  const byName = await findIdsByScreenName(store, names)
  return names.map((name) => byName.get(name.toLowerCase()))
}
