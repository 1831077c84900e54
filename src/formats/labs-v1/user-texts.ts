/**
 * Caches the JSON texts of users. A cached user is the same object until the user changes, so the object is the key.
 */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Parts } from '../fields/template.ts'
import type { Format } from './format.ts'
import { USER_FIELDS, type UserInputs } from './user-fields.ts'

/**
 * Maximum number of cached users. The number is small, so that a cache takes less memory than the send buffer of a
 * connection.
 */
const MAX_USERS = 256

export class UserTexts {
  readonly #template = USER_FIELDS.template()
  readonly #join
  readonly #cached = new Map<FullUser, Parts>()

  /** @param defaultPicture URL of the default picture */
  constructor(format: Format, defaultPicture: string | undefined) {
    this.#join = this.#template.joiner({ format, defaultPicture }, ['user', 'newest', 'pinned'])
  }

  /** The user as JSON text. */
  of(user: FullUser, { newest, pinned }: Pick<UserInputs, 'newest' | 'pinned'>): string {
    const parts = this.#cached.get(user) ?? this.#render(user)
    const own = [this.#template.parts('newest', newest), this.#template.parts('pinned', pinned)] as const
    return this.#join([parts, ...own], {})
  }

  #render(user: FullUser): Parts {
    if (this.#cached.size === MAX_USERS) this.#cached.clear()
    const parts = this.#template.keptParts('user', user)
    this.#cached.set(user, parts)
    return parts
  }
}
