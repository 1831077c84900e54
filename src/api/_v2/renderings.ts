/**
 * A cache of rendered posts and users. Each rendering has the JSON for one set of requested fields, as UTF-8, without
 * the parts that depend on the viewer.
 */
import type { Day } from '../../formats/fields/day.ts'
import type { FieldSet } from '../../formats/v2/field-set.ts'
import { postObject } from '../../formats/v2/post.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { userObject } from '../../formats/v2/user.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'
import type { CachedPost, PostCache } from '../../views/post-cache.ts'
import type { CachedUser, UserCache } from '../../views/user-cache.ts'

/**
 * Maximum number of cached sets of fields of an object in one version of the field table. Most clients
 * request few different sets, but a hostile client may request thousands.
 */
const MAX_SETS = 4

/** Approximate memory of a buffer in addition to its bytes. */
const BUFFER_BYTES = 250

/** The last few renderings of one object. A new rendering replaces the oldest rendering. */
class Renderings {
  readonly #sets: FieldSet[] = []
  readonly #texts: Buffer[] = []
  #next = 0
  /** The most recently requested rendering, because clients often request it again. */
  #lastSet: FieldSet = -1
  #lastText: Buffer | undefined

  get(fields: FieldSet): Buffer | undefined {
    if (fields === this.#lastSet) return this.#lastText
    const place = this.#sets.indexOf(fields)
    if (place < 0) return undefined
    this.#lastSet = fields
    this.#lastText = this.#texts[place]
    return this.#lastText
  }

  /** Adds a rendering. @returns the number of bytes by which the renderings have grown */
  put(fields: FieldSet, text: Buffer): number {
    const replaced = this.#texts[this.#next]
    this.#sets[this.#next] = fields
    this.#texts[this.#next] = text
    this.#next = (this.#next + 1) % MAX_SETS
    this.#lastSet = fields
    this.#lastText = text
    if (replaced !== undefined) return text.length - replaced.length
    const holder = this.#sets.length === 1 ? HOLDER_BYTES : 0
    return text.length + BUFFER_BYTES + holder
  }
}

/** Approximate memory of the object that holds the renderings, without the renderings. */
const HOLDER_BYTES = 300

/** Names of the renderings of an object, by the version of the field table: a span of API days with the same fields. */
const NAMES: string[] = []

function nameOf(version: number): string {
  NAMES[version] ??= `v2 ${version}`
  return NAMES[version]
}

/**
 * The JSON object of a post that is not a repost.
 * @param day day of the API; when undefined, the requested fields of every day are included
 */
export function postText(posts: PostCache, cached: CachedPost, fields: FieldSet, day?: Day): Buffer {
  const renderings = cached.rendering(nameOf(POST_FIELDS.versionOn(day)), makeRenderings)
  const text = renderings.get(fields)
  if (text !== undefined) return text
  const made = Buffer.from(JSON.stringify(postObject(cached.entity, fields, undefined, day)))
  posts.charge(cached, renderings.put(fields, made))
  return made
}

/**
 * The JSON object of a user, without members that depend on other data (surroundings.ts).
 * @param day day of the API; when undefined, the requested fields of every day are included
 */
export function userText(users: UserCache, cached: CachedUser, fields: FieldSet, day?: Day): Buffer {
  const renderings = cached.rendering(nameOf(USER_FIELDS.versionOn(day)), makeRenderings)
  const text = renderings.get(fields)
  if (text !== undefined) return text
  const made = Buffer.from(JSON.stringify(userObject(cached.entity, fields, day)))
  users.charge(cached, renderings.put(fields, made))
  return made
}

function makeRenderings(): Renderings {
  return new Renderings()
}

/** Adds members to a JSON object that is not empty. @param members an object with the new members; it may be empty */
export function withMembers(object: Buffer, members: Readonly<Record<string, unknown>>): Buffer {
  const text = JSON.stringify(members)
  if (text === '{}') return object
  const bytes = Buffer.allocUnsafe(object.length - 1 + Buffer.byteLength(text))
  object.copy(bytes, 0, 0, object.length - 1)
  bytes[object.length - 1] = COMMA
  bytes.write(text.slice(1), object.length)
  return bytes
}

const COMMA = 0x2c
