/** Reads the `includes` of a v2 response: users, media, places and polls, by their keys. */
import type { TSchema } from 'typebox'
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import type { Place, Poll } from '../../domain/posts/content.ts'
import { type ReportFault, repaired } from '../../lib/repair.ts'
import { idIn } from '../id-fields.ts'
import { type Fields, InvalidItem, textIn } from '../json-fields.ts'
import { V2_MEDIUM, V2_PLACE, V2_POLL, V2_USER } from './v2-schema.ts'
import { v2Place, v2Poll } from './v2-things.ts'
import { v2UserIn } from './v2-user.ts'

/** The id and name of a user. */
interface NamedUser {
  readonly id: bigint
  readonly name: string
}

export class V2Includes {
  readonly #users = new Map<bigint, Fields>()
  readonly #names = new Map<string, NamedUser>()
  readonly #media: ReadonlyMap<unknown, Fields>
  readonly #places: ReadonlyMap<unknown, Fields>
  readonly #polls: ReadonlyMap<unknown, Fields>
  readonly #note: ReportFault

  constructor(includes: Fields, note: ReportFault) {
    this.#note = note
    for (const user of partsIn(includes, 'users', V2_USER, note)) this.#addSound(user)
    this.#media = by(partsIn(includes, 'media', V2_MEDIUM, note), 'media_key')
    this.#places = by(partsIn(includes, 'places', V2_PLACE, note), 'id')
    this.#polls = by(partsIn(includes, 'polls', V2_POLL, note), 'id_str')
  }

  addUser(user: unknown): void {
    const sound = repaired(V2_USER, user, (path, fault) => this.#note(`author.${path}`, fault))
    if (sound !== undefined) this.#addSound(sound as Fields)
  }

  #addSound(user: Fields): void {
    const id = idOfUser(user, this.#note)
    if (id === undefined) return
    // An object without a profile must not replace an object with a profile.
    const known = this.#users.get(id)
    if (known === undefined || 'description' in user || !('description' in known)) this.#users.set(id, user)
    const screenName = textIn(user, 'username')
    if (screenName === undefined) return
    this.#names.set(screenName.toLowerCase(), { id, name: textIn(user, 'name') ?? screenName })
  }

  /** The user with this id; undefined when the user is missing or incomplete. */
  user(id: bigint): ImportedUser | undefined {
    const user = this.#users.get(id)
    return user === undefined ? undefined : v2UserIn(user)
  }

  /** Id and name of the user with this screen name, in upper or lower case. */
  named(screenName: string): NamedUser | undefined {
    return this.#names.get(screenName.toLowerCase())
  }

  /** All users, by their screen names in lower case. */
  names(): ReadonlyMap<string, NamedUser> {
    return this.#names
  }

  screenName(id: bigint | null): string | undefined {
    const user = id === null ? undefined : this.#users.get(id)
    return user === undefined ? undefined : textIn(user, 'username')
  }

  medium(key: string): Fields | undefined {
    return this.#media.get(key)
  }

  place(id: string): Place | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : v2Place(place)
  }

  poll(id: string): Poll | undefined {
    const poll = this.#polls.get(id)
    return poll === undefined ? undefined : v2Poll(poll)
  }
}

/**
 * The id of a user; undefined for an invalid id and for an empty object. Flattened posts contain an empty user for each
 * expansion that was not requested.
 */
function idOfUser(user: Fields, note: ReportFault): bigint | undefined {
  try {
    return idIn(user, 'id')
  } catch (error) {
    if (!(error instanceof InvalidItem)) throw error
    note('includes.users', 'no id')
    return undefined
  }
}

/** The valid objects of a list. Flattened posts contain an empty object for each expansion that was not requested. */
function partsIn(includes: Fields, name: string, schema: TSchema, note: ReportFault): readonly Fields[] {
  const list = includes[name]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) {
    note(`includes.${name}`, 'another type')
    return []
  }
  return list.flatMap((part: unknown) => {
    const isEmpty = typeof part === 'object' && part !== null && Object.keys(part).length === 0
    const sound = isEmpty ? undefined : repaired(schema, part, note, `includes.${name}`)
    return sound === undefined ? [] : [sound as Fields]
  })
}

function by(objects: readonly Fields[], name: string): ReadonlyMap<unknown, Fields> {
  return new Map(objects.map((object) => [object[name], object]))
}
