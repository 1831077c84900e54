/**
 * Keeps rendered pages of public posts in memory. A page is valid while memory has the same objects for its posts and
 * their authors. Every change of a post or user replaces its object (log-cache.ts).
 */
import type { ParsedIds } from '../lib/ids/parsed-ids.ts'
import type { CachedPost } from './post-cache.ts'
import type { VisiblePost } from './post-graph.ts'
import type { UserCache } from './user-cache.ts'

/** Bytes of a post in a page, not counting its text. */
const POST_BYTES = 200

/** A whole response. */
interface PageBody {
  /** The JSON text of `meta`. */
  readonly meta: string
  readonly bytes: Buffer
  gzipped: Buffer | undefined
}

export interface PageText {
  /** The options on which the texts depend. */
  readonly name: string
  readonly shown: readonly VisiblePost[]
  /** The JSON text of each post. */
  readonly data: readonly Buffer[]
  /** The body of the last response; undefined until a response is requested for the second time. */
  body: PageBody | undefined
}

/** Pages by the array of their ids, oldest first. */
export class PageTexts {
  readonly #bytesMost: number
  readonly #pages = new Map<ParsedIds, PageText>()
  #bytes = 0

  constructor(bytesMost: number) {
    this.#bytesMost = bytesMost
  }

  /** Upper bound of the memory of all pages, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** The page with the given name, if it is valid. @param posts the current posts, in the order of the ids */
  get(
    ids: ParsedIds,
    name: string,
    posts: readonly (CachedPost | undefined)[],
    users: Pick<UserCache, 'deref'>,
  ): PageText | undefined {
    const page = this.#pages.get(ids)
    if (page === undefined || page.name !== name) return undefined
    const { shown } = page
    for (let index = 0; index < posts.length; index += 1) {
      const post = posts[index]
      const known = shown[index]
      if (post === undefined || known === undefined || post !== known.cached) return undefined
      if (post.author === undefined || users.deref(post.author) !== known.author) return undefined
    }
    return page
  }

  /** Keeps a page; it replaces another page with the same ids. */
  keep(ids: ParsedIds, page: PageText): void {
    const bytes = bytesOf(page)
    this.#drop(ids)
    if (bytes > this.#bytesMost) return
    this.#pages.set(ids, page)
    this.#bytes += bytes
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#bytesMost) return
      this.#drop(oldest)
    }
  }

  #drop(ids: ParsedIds): void {
    const page = this.#pages.get(ids)
    if (page === undefined) return
    this.#bytes -= bytesOf(page)
    this.#pages.delete(ids)
  }
}

/**
 * Upper bound of the memory of a page, in bytes. The post texts, the body and the gzip form of the body together take
 * at most 2.5 times the size of the post texts.
 */
function bytesOf({ data, shown }: PageText): number {
  let texts = 0
  for (const { length } of data) texts += length
  return 2.5 * texts + shown.length * POST_BYTES
}
