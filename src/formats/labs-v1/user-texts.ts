/** Texts of users who come again and again: a user in memory is one object for as long as nothing of it changes. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Format } from './format.ts'
import { type UserText, userText, wholeUser } from './user.ts'

/** Users whose texts are kept: with them a rendering takes less than what may wait for one of its connections. */
const USERS = 256

export class UserTexts {
  readonly #format: Format
  readonly #defaultPicture: string | undefined
  readonly #known = new Map<FullUser, UserText>()

  /** @param defaultPicture URL of the picture of users who have none */
  constructor(format: Format, defaultPicture: string | undefined) {
    this.#format = format
    this.#defaultPicture = defaultPicture
  }

  /** The user as JSON text. @param mostRecentId the user's newest post, where it is known */
  of(user: FullUser, mostRecentId: bigint | undefined): string {
    return wholeUser(this.#known.get(user) ?? this.#made(user), this.#format, mostRecentId)
  }

  #made(user: FullUser): UserText {
    if (this.#known.size === USERS) this.#known.clear()
    const text = userText(user, this.#format, this.#defaultPicture)
    this.#known.set(user, text)
    return text
  }
}
