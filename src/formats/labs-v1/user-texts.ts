/** Cached texts of users: a cached user is the same object until it changes. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Parts } from '../fields/template.ts'
import type { Format } from './format.ts'
import { USER_FIELDS } from './user-fields.ts'

/** Maximum number of cached users, so that a cache takes less memory than the send buffer of a connection. */
const MAX_USERS = 256

export class UserTexts {
  readonly #template = USER_FIELDS.template()
  readonly #join
  readonly #cached = new Map<FullUser, Parts>()

  /** @param defaultPicture URL of the default picture */
  constructor(format: Format, defaultPicture: string | undefined) {
    this.#join = this.#template.joiner({ format, defaultPicture }, ['user', 'newest'])
  }

  /** The user as JSON text. @param newestId id of the user's newest post, if known */
  of(user: FullUser, newestId: bigint | undefined): string {
    const parts = this.#cached.get(user) ?? this.#render(user)
    return this.#join([parts, this.#template.parts('newest', newestId)], {})
  }

  #render(user: FullUser): Parts {
    if (this.#cached.size === MAX_USERS) this.#cached.clear()
    const parts = this.#template.keptParts('user', user)
    this.#cached.set(user, parts)
    return parts
  }
}
