/** Computes the state that a correct copy must have, from exports and actions and never from the stream. */
import type { Line } from './example.ts'

export interface ExpectedUser {
  readonly isProtected: boolean
  readonly isSuspended: boolean
  readonly isDeactivated: boolean
  readonly withheld: readonly string[]
  /** Locations of posts up to this id were removed. */
  readonly scrubbedUpTo: bigint
}

export interface ExpectedPost {
  readonly userId: string
  /** Text of the export; undefined when the post was not exported. */
  readonly text: string | undefined
  /** True when the post was exported with a location. */
  readonly isPlaced: boolean
  readonly original: string | undefined
  readonly isDeleted: boolean
  readonly isDropped: boolean
  readonly withheld: readonly string[]
  readonly edits: readonly string[]
}

export interface PostObject {
  readonly id_str: string
  readonly full_text: string
  readonly user: { readonly id_str: string }
  readonly retweeted_status?: PostObject
  readonly quoted_status?: PostObject | null
  readonly withheld_in_countries?: readonly string[]
  readonly geo?: unknown
  readonly coordinates?: unknown
  readonly place?: unknown
}

export interface UserObject {
  readonly id_str: string
  readonly protected: boolean
  readonly suspended?: boolean
  readonly withheld_in_countries?: readonly string[]
}

const INITIAL_USER: ExpectedUser = {
  isProtected: false,
  isSuspended: false,
  isDeactivated: false,
  withheld: [],
  scrubbedUpTo: 0n,
}

export class ExpectedState {
  readonly posts = new Map<string, ExpectedPost>()
  readonly users = new Map<string, ExpectedUser>()
  /** `user post` of each like. */
  readonly likes = new Set<string>()
  /** Number of likes removed with their posts. */
  likesGone = 0

  /** Adds exported objects. Existing users stay. Existing posts get the exported text and location. */
  export(users: readonly UserObject[], posts: readonly PostObject[]): void {
    for (const id of this.posts.keys()) this.changePost(id, { text: undefined, isPlaced: false })
    for (const user of users) {
      if (this.users.has(user.id_str)) continue
      const {
        protected: isProtected,
        suspended: isSuspended = false,
        withheld_in_countries: withheld = [],
      } = user
      this.changeUser(user.id_str, { isProtected, isSuspended, withheld })
    }
    for (const post of posts) this.#export(post)
  }

  #export(object: PostObject): void {
    for (const other of [object.retweeted_status, object.quoted_status]) if (other) this.#export(other)
    this.posts.set(object.id_str, {
      isDeleted: false,
      isDropped: false,
      withheld: object.withheld_in_countries ?? [],
      edits: [],
      ...this.posts.get(object.id_str),
      userId: object.user.id_str,
      text: object.full_text,
      isPlaced: Boolean(object.geo ?? object.coordinates ?? object.place),
      original: object.retweeted_status?.id_str,
    })
  }

  changeUser(id: string, change: Partial<ExpectedUser>): void {
    this.users.set(id, { ...this.user(id), ...change })
  }

  changePost(id: string, change: Partial<ExpectedPost>): void {
    const post = this.posts.get(id)
    if (post === undefined) throw new Error(`there is no post ${id}`)
    this.posts.set(id, { ...post, ...change })
  }

  /** Deletes the post with its reposts and likes. {@link likesGone} counts the likes. */
  delete(id: string): void {
    this.changePost(id, { isDeleted: true })
    for (const like of this.likes) {
      if (!like.endsWith(` ${id}`)) continue
      this.likes.delete(like)
      this.likesGone += 1
    }
    for (const [other, { original, isDeleted }] of this.posts) {
      if (original === id && !isDeleted) this.delete(other)
    }
  }

  user(id: string): ExpectedUser {
    return this.users.get(id) ?? INITIAL_USER
  }

  /** One line per object, in the format of {@link stateIn}. */
  *words(): Generator<string> {
    for (const [id, post] of this.posts) {
      // A repost that was deleted with its original before the export is unknown to the copy: the export does not contain
      // the repost, and the stream did not report its deletion.
      const isUnheard = post.isDeleted && post.original !== undefined && post.text === undefined
      if (!isUnheard) yield this.#wordsOf(id, post)
    }
    for (const [id, user] of this.users) {
      const { scrubbedUpTo, ...state } = user
      yield `user ${id} ${statesOf(state)} ${state.withheld.join(',')}`
    }
    for (const like of this.likes) yield `like ${like}`
  }

  #wordsOf(id: string, post: ExpectedPost): string {
    if (post.isDeleted) return `post ${id} deleted`
    const isScrubbed = BigInt(id) <= this.user(post.userId).scrubbedUpTo
    return [
      `post ${id}`,
      post.isDropped ? 'dropped' : 'shown',
      post.withheld.join(','),
      `edits=${post.edits.length}`,
      post.isPlaced && !isScrubbed ? 'placed' : 'nowhere',
      post.text,
    ].join(' ')
  }
}

/**
 * State of the example's copy in the format of {@link ExpectedState.words}, without new versions of posts.
 */
export function stateIn(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => {
    if (typeof line['like'] === 'string') return [`like ${line['like']}`]
    const withheld = ((line['withheld'] as string[] | undefined) ?? []).join(',')
    if (typeof line['post'] !== 'string') return [`user ${line['user']} ${statesOf(line)} ${withheld}`]
    const versions = (line['versions'] as string[] | undefined) ?? [line['post']]
    if (line['isDeleted'] === true) return [`post ${line['post']} deleted`]
    if (versions[0] !== line['post']) return []
    const object = line['object'] as Partial<PostObject> | undefined
    return [
      [
        `post ${line['post']}`,
        line['isDropped'] === true ? 'dropped' : 'shown',
        withheld,
        `edits=${versions.length - 1}`,
        (object?.geo ?? object?.coordinates ?? object?.place) ? 'placed' : 'nowhere',
        object?.full_text,
      ].join(' '),
    ]
  })
}

function statesOf(state: Readonly<Record<string, unknown>>): string {
  return ['isProtected', 'isSuspended', 'isDeactivated']
    .map((name) => `${name}=${state[name] === true}`)
    .join(' ')
}
