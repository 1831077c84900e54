/**
 * A model of the users and posts of the load test, and of the expected messages. The model does not use the
 * code of Aviary.
 */
import { below, pick, type Uniform } from '../../src/demo/random.ts'
import { partitionOf } from '../../src/log/partition.ts'
import type { Message } from '../support/streams/compliance-stream.ts'

export interface WorldUser {
  readonly id: bigint
  /** Posts that were neither deleted nor edited. */
  readonly posts: bigint[]
  isProtected: boolean
  isSuspended: boolean
  hasLeft: boolean
}

/** A moderation action, and the message that the streams must send because of it. */
export interface ModerationAction {
  /** The action in the format of the admin endpoint. */
  readonly action: Readonly<Record<string, unknown>>
  /** The user whose partition gets the message. */
  readonly userId: bigint
  /** The key of the expected message, as {@link keyOf} makes it. */
  readonly expected: string
}

/** A key that identifies a message by its kind and object, without times and new ids. */
export function keyOf(message: Message): string {
  const [kind = '', facts] = Object.entries(message)[0] ?? []
  const fields = facts as Readonly<Record<string, unknown>>
  const status = fields['status'] as { readonly id_str: string } | undefined
  const user = fields['user'] as { readonly id_str: string } | undefined
  const id =
    status?.id_str ?? user?.id_str ?? fields['initial_tweet_id'] ?? fields['user_id_str'] ?? fields['id_str']
  const countries = fields['withheld_in_countries'] as readonly string[] | undefined
  return countries === undefined ? `${kind} ${id}` : `${kind} ${id} ${countries.join(',')}`
}

export class World {
  readonly users: readonly WorldUser[]
  readonly #uniform: Uniform
  readonly #hasScrubs: boolean
  readonly #dropped = new Set<bigint>()
  readonly #withheld = new Map<bigint, string>()

  /**
   * @param hasScrubs false in runs with kills: a request that a kill interrupts is sent again, and a second
   * scrub is not refused, so the stream may have one message or two
   */
  constructor(users: readonly WorldUser[], uniform: Uniform, hasScrubs: boolean) {
    this.users = users
    this.#uniform = uniform
    this.#hasScrubs = hasScrubs
  }

  /**
   * Chooses the next actions, and applies their effects to the model. Each action is valid, and each is about
   * a different post or user.
   */
  batch(count: number): readonly ModerationAction[] {
    const subjects = new Set<string>()
    const actions: ModerationAction[] = []
    // A batch is smaller when few users are left.
    for (let draw = 0; draw < 3 * count && actions.length < count; draw += 1) {
      const user = pick(this.#uniform, this.users)
      const isOnUser = this.#uniform() < 0.12 || user.posts.length === 0
      const index = below(this.#uniform, Math.max(1, user.posts.length))
      const subject = isOnUser ? `user ${user.id}` : `post ${user.posts[index]}`
      if (subjects.has(subject)) continue
      subjects.add(subject)
      actions.push(isOnUser ? this.#onUser(user) : this.#onPost(user, index))
    }
    return actions
  }

  /** Deactivates or reactivates the user. */
  leave(user: WorldUser): ModerationAction {
    user.hasLeft = !user.hasLeft
    return this.#user(
      user.id,
      user.hasLeft ? 'deactivate' : 'reactivate',
      user.hasLeft ? 'user_delete' : 'user_undelete',
    )
  }

  #onUser(user: WorldUser): ModerationAction {
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

  #user(id: bigint, action: string, message: string): ModerationAction {
    return { action: { on: 'user', id: String(id), action }, userId: id, expected: `${message} ${id}` }
  }

  #onPost(user: WorldUser, index: number): ModerationAction {
    const post = user.posts[index] as bigint
    const kind = this.#uniform()
    if (kind < 0.2) {
      user.posts.splice(index, 1)
      return this.#post(user, post, { action: 'delete' }, `delete ${post}`)
    }
    if (kind < 0.3 && !this.#dropped.has(post)) {
      // An edited post is not used again, because its newest version has another id.
      user.posts.splice(index, 1)
      return this.#post(user, post, { action: 'edit', text: `an edit of ${post}` }, `tweet_edit ${post}`)
    }
    if (kind < 0.65) return this.#drop(user, post)
    return this.#withhold(user, post)
  }

  #drop(user: WorldUser, post: bigint): ModerationAction {
    const isDropped = this.#dropped.delete(post)
    if (!isDropped) this.#dropped.add(post)
    return this.#post(
      user,
      post,
      { action: isDropped ? 'undrop' : 'drop' },
      `${isDropped ? 'undrop' : 'drop'} ${post}`,
    )
  }

  #withhold(user: WorldUser, post: bigint): ModerationAction {
    const countries = this.#withheld.get(post) === 'DE' ? ['AT', 'FR'] : ['DE']
    this.#withheld.set(post, countries.join(','))
    const facts = { action: 'withhold', countries }
    return this.#post(user, post, facts, `status_withheld ${post} ${countries.join(',')}`)
  }

  #post(user: WorldUser, post: bigint, facts: object, expected: string): ModerationAction {
    return { action: { on: 'post', id: String(post), ...facts }, userId: user.id, expected }
  }
}

/** Expected messages of each partition, in the order of the actions. */
export class ExpectedMessages {
  readonly #partitions: readonly (readonly string[])[] = Array.from({ length: 8 }, () => [])

  add({ userId, expected }: ModerationAction): void {
    const messages = this.#partitions[partitionOf(userId) - 1] as string[]
    messages.push(expected)
  }

  of(partition: number): readonly string[] {
    return this.#partitions[partition - 1] ?? []
  }

  get length(): number {
    return this.#partitions.reduce((sum, messages) => sum + messages.length, 0)
  }
}
