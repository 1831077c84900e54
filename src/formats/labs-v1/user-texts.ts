/** Texts of users, cached: a user in memory is one object until it changes. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Parts } from '../fields/template.ts'
import type { Format } from './format.ts'
import { USER_FIELDS } from './user-fields.ts'

/** Users whose texts are cached: with them a rendering takes less than the bytes that may wait for one of its connections. */
const MAX_USERS = 256

export class UserTexts {
  readonly #template = USER_FIELDS.template()
  readonly #join
  readonly #cached = new Map<FullUser, Parts>()

  /** @param defaultPicture URL of the picture of users who have none */
  constructor(format: Format, defaultPicture: string | undefined) {
    this.#join = this.#template.joiner({ format, defaultPicture }, ['user', 'newest'])
  }

  /** The user as JSON text. @param newestId the user's newest post, where it is known */
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
