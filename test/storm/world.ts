/** What a storm falls upon, and what must be told of it: kept by hand, not read from Aviary. */
import { below, pick, type Uniform } from '../../src/demo/random.ts'
import { partitionOf } from '../../src/log/partition.ts'
import type { Message } from '../support/compliance-stream.ts'

export interface WorldUser {
  readonly id: bigint
  /** Posts that are not deleted. */
  readonly posts: bigint[]
  isProtected: boolean
  isSuspended: boolean
  hasLeft: boolean
}

/** One action, as the operator's endpoint takes it, and what the streams must say when it was done. */
export interface Deed {
  readonly action: Readonly<Record<string, unknown>>
  /** Of whose partition. */
  readonly userId: bigint
  readonly expected: string
}

/** Names a message by what it says of whom; times and new ids are left to the sender. */
export function keyOf(message: Message): string {
  const [kind = '', facts] = Object.entries(message)[0] ?? []
  const told = facts as Readonly<Record<string, unknown>>
  const status = told['status'] as { readonly id_str: string } | undefined
  const user = told['user'] as { readonly id_str: string } | undefined
  const id =
    status?.id_str ?? user?.id_str ?? told['initial_tweet_id'] ?? told['user_id_str'] ?? told['id_str']
  const countries = told['withheld_in_countries'] as readonly string[] | undefined
  return countries === undefined ? `${kind} ${id}` : `${kind} ${id} ${countries.join(',')}`
}

export class World {
  readonly users: readonly WorldUser[]
  readonly #uniform: Uniform
  readonly #hasScrubs: boolean
  readonly #dropped = new Set<bigint>()
  readonly #withheld = new Map<bigint, string>()

  /** @param hasScrubs a scrub may be asked for twice: whoever does not hear an answer could not tell what was done */
  constructor(users: readonly WorldUser[], uniform: Uniform, hasScrubs: boolean) {
    this.users = users
    this.#uniform = uniform
    this.#hasScrubs = hasScrubs
  }

  /** The next deeds, each on a post or user of its own, taken for done: everything that is asked for is possible. */
  batch(count: number): readonly Deed[] {
    const subjects = new Set<string>()
    const deeds: Deed[] = []
    // When nearly everybody was dealt with, the batch is smaller.
    for (let draw = 0; draw < 3 * count && deeds.length < count; draw += 1) {
      const user = pick(this.#uniform, this.users)
      const isOnUser = this.#uniform() < 0.12 || user.posts.length === 0
      const index = below(this.#uniform, Math.max(1, user.posts.length))
      const subject = isOnUser ? `user ${user.id}` : `post ${user.posts[index]}`
      if (subjects.has(subject)) continue
      subjects.add(subject)
      deeds.push(isOnUser ? this.#onUser(user) : this.#onPost(user, index))
    }
    return deeds
  }

  /** The user leaves or comes back. */
  leave(user: WorldUser): Deed {
    user.hasLeft = !user.hasLeft
    return this.#user(
      user.id,
      user.hasLeft ? 'deactivate' : 'reactivate',
      user.hasLeft ? 'user_delete' : 'user_undelete',
    )
  }

  #onUser(user: WorldUser): Deed {
    const { id } = user
    const kind = below(this.#uniform, this.#hasScrubs ? 4 : 3)
    if (kind === 0) {
      user.isProtected = !user.isProtected
      return this.#user(
        id,
        user.isProtected ? 'protect' : 'unprotect',
        user.isProtected ? 'user_protect' : 'user_unprotect',
      )
    }
    if (kind === 1) {
      user.isSuspended = !user.isSuspended
      return this.#user(
        id,
        user.isSuspended ? 'suspend' : 'unsuspend',
        user.isSuspended ? 'user_suspend' : 'user_unsuspend',
      )
    }
    if (kind === 2) return this.leave(user)
    const action = {
      on: 'user',
      id: String(id),
      action: 'scrub_geo',
      up_to_id: String(user.posts.at(-1) ?? id),
    }
    return { action, userId: id, expected: `scrub_geo ${id}` }
  }

  #user(id: bigint, action: string, told: string): Deed {
    return { action: { on: 'user', id: String(id), action }, userId: id, expected: `${told} ${id}` }
  }

  #onPost(user: WorldUser, index: number): Deed {
    const post = user.posts[index] as bigint
    const kind = this.#uniform()
    if (kind < 0.2) {
      user.posts.splice(index, 1)
      return this.#post(user, post, { action: 'delete' }, `delete ${post}`)
    }
    if (kind < 0.3 && !this.#dropped.has(post)) {
      // What is edited has another newest version from then on, and is left alone.
      user.posts.splice(index, 1)
      return this.#post(user, post, { action: 'edit', text: `an edit of ${post}` }, `tweet_edit ${post}`)
    }
    if (kind < 0.65) return this.#drop(user, post)
    return this.#withhold(user, post)
  }

  #drop(user: WorldUser, post: bigint): Deed {
    const isDropped = this.#dropped.delete(post)
    if (!isDropped) this.#dropped.add(post)
    return this.#post(
      user,
      post,
      { action: isDropped ? 'undrop' : 'drop' },
      `${isDropped ? 'undrop' : 'drop'} ${post}`,
    )
  }

  #withhold(user: WorldUser, post: bigint): Deed {
    const countries = this.#withheld.get(post) === 'DE' ? ['AT', 'FR'] : ['DE']
    this.#withheld.set(post, countries.join(','))
    const facts = { action: 'withhold', countries }
    return this.#post(user, post, facts, `status_withheld ${post} ${countries.join(',')}`)
  }

  #post(user: WorldUser, post: bigint, facts: object, expected: string): Deed {
    return { action: { on: 'post', id: String(post), ...facts }, userId: user.id, expected }
  }
}

/** What each partition must be told, in the order of doing. */
export class Book {
  readonly #pages: readonly (readonly string[])[] = Array.from({ length: 8 }, () => [])

  note({ userId, expected }: Deed): void {
    const page = this.#pages[partitionOf(userId) - 1] as string[]
    page.push(expected)
  }

  of(partition: number): readonly string[] {
    return this.#pages[partition - 1] ?? []
  }

  get length(): number {
    return this.#pages.reduce((sum, page) => sum + page.length, 0)
  }
}
