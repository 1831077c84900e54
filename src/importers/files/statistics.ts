/** Collects statistics of the posts in files, for the report: by day, by language and by account. */
import type { ImportedAuthor, ImportedPost, PostBundle } from '../../domain/posts/import/imported-post.ts'
import { isoTime } from '../../lib/time/iso-time.ts'

export interface AccountCount {
  readonly id: string
  /** Name of the account; undefined when the files do not contain it. */
  readonly name?: string
  readonly posts: number
}

/** Numbers of posts in the files. A post that occurs twice counts twice. */
export interface PostStatistics {
  readonly posts: number
  /** Numbers of posts by day (UTC) as `YYYY-MM-DD`, in ascending order. */
  readonly days: readonly (readonly [day: string, posts: number])[]
  /** Numbers of posts by language, largest number first. */
  readonly languages: readonly (readonly [language: string, posts: number])[]
  /** The accounts with the most posts, largest number first. */
  readonly accounts: readonly AccountCount[]
  /** True if there are more accounts than can be counted; the numbers of posts are then lower bounds. */
  readonly isAccountsCut: boolean
}

/**
 * Maximum number of counted days. Times in snowflake ids have far fewer different days, but dates in files can be
 * arbitrary.
 */
const MAX_DAYS = 40_000
const MAX_LANGUAGES = 200
/** Maximum number of counted accounts. When there are more accounts, the half with fewer posts is dropped. */
const MAX_ACCOUNTS = 200_000
const MAX_LISTED_ACCOUNTS = 20

interface Account {
  posts: number
  name: string | undefined
}

export class StatisticsCollector {
  readonly #days = new Map<string, number>()
  readonly #languages = new Map<string, number>()
  readonly #accounts = new Map<bigint | string, Account>()
  #posts = 0
  #isAccountsCut = false

  add({ posts, byName = [] }: PostBundle): void {
    for (const post of posts) {
      this.#addPost(post)
      this.#addAuthor(post.author)
    }
    for (const { post, author } of byName) {
      this.#addPost(post)
      this.#count(author.screenName.toLowerCase(), author.screenName)
    }
  }

  get result(): PostStatistics {
    const accounts = [...this.#accounts].toSorted(([, one], [, other]) => other.posts - one.posts)
    return {
      posts: this.#posts,
      days: [...this.#days].toSorted(([one], [other]) => (one < other ? -1 : 1)),
      languages: [...this.#languages].toSorted(([, one], [, other]) => other - one),
      accounts: accounts.slice(0, MAX_LISTED_ACCOUNTS).map(([id, { name, posts }]) => ({
        id: typeof id === 'bigint' ? String(id) : '',
        ...(name === undefined ? {} : { name }),
        posts,
      })),
      isAccountsCut: this.#isAccountsCut,
    }
  }

  #addPost({ createdAt, content }: Pick<ImportedPost, 'createdAt' | 'content'>): void {
    this.#posts += 1
    add(this.#days, isoTime(createdAt).slice(0, 10), MAX_DAYS)
    const { lang } = JSON.parse(content) as { readonly lang?: string }
    add(this.#languages, lang ?? 'und', MAX_LANGUAGES)
  }

  #addAuthor({ id, readUser }: ImportedAuthor): void {
    const known = this.#accounts.get(id)
    if (known === undefined || (known.name === undefined && readUser !== undefined)) {
      this.#count(id, readUser?.()?.screenName)
    } else known.posts += 1
  }

  #count(id: bigint | string, name: string | undefined): void {
    const known = this.#accounts.get(id)
    if (known !== undefined) {
      known.posts += 1
      known.name ??= name
      return
    }
    if (this.#accounts.size >= MAX_ACCOUNTS) this.#dropSmallest()
    this.#accounts.set(id, { posts: 1, name })
  }

  #dropSmallest(): void {
    this.#isAccountsCut = true
    const sorted = [...this.#accounts].toSorted(([, one], [, other]) => one.posts - other.posts)
    for (const [id] of sorted.slice(0, MAX_ACCOUNTS / 2)) this.#accounts.delete(id)
  }
}

function add(counts: Map<string, number>, name: string, most: number): void {
  const key = counts.has(name) || counts.size < most ? name : 'others'
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
