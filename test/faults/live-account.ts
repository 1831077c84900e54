/**
 * A reader of a v1.1 stream. Such a stream has no positions, so a new connection begins with later posts. Within one
 * connection, no post may be missing.
 */
import type { Credentials } from '../support/api-client.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { isRising, listen } from './listen.ts'

const RETRY_MS = 50

/** Members that identify messages other than posts. Such messages may arrive at any time. */
const NOTICES = ['friends', 'disconnect', 'warning'] as const

export class LiveAccount {
  readonly path: string
  readonly #url: string
  readonly #as: Credentials
  /** Ids of the received posts, by connection. */
  readonly #connections: string[][] = []
  #isStopped = false
  #reader: PostReader | undefined
  readonly #odd: string[] = []

  /**
   * @param url URL of the load balancer
   * @param path path and query of the stream
   */
  constructor(url: string, path: string, as: Credentials) {
    this.#url = url
    this.path = path
    this.#as = as
  }

  get reconnects(): number {
    return this.#connections.length - 1
  }

  get heard(): number {
    return this.#connections.flat().length
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      const reader = await PostReader.open(`${this.#url}${this.path}`, this.#as).catch(() => undefined)
      if (reader?.status === 200) await this.#hear(reader)
      else reader?.close()
      if (!this.#isStopped) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#reader?.close()
  }

  /**
   * Checks the received posts.
   * @param ledgers ids of the posts of this stream by writer, in order
   * @returns a sentence for each broken promise
   */
  problems(ledgers: readonly (readonly string[])[]): string[] {
    const found = this.#odd.map((line) => `${this.path}: unexpected line ${line}`)
    if (this.heard === 0) found.push(`${this.path}: no post was heard`)
    for (const ids of this.#connections) {
      const places = new Map(ids.map((id, place) => [id, place]))
      if (places.size < ids.length) found.push(`${this.path}: a connection sent a post twice`)
      for (const ledger of ledgers) {
        const heard = ledger.map((id) => places.get(id) ?? -1)
        const first = heard.findIndex((place) => place >= 0)
        const last = heard.findLastIndex((place) => place >= 0)
        const between = first === -1 ? [] : heard.slice(first, last + 1)
        const missing = between.filter((place) => place === -1).length
        if (missing > 0) found.push(`${this.path}: ${missing} posts are missing within a connection`)
        else if (!isRising(between)) found.push(`${this.path}: not in the order of posting`)
      }
    }
    return found
  }

  async #hear(reader: PostReader): Promise<void> {
    const ids: string[] = []
    this.#connections.push(ids)
    this.#reader = reader
    await listen(
      reader,
      () => this.#isStopped,
      (line) => this.#take(line as Readonly<Record<string, unknown>>, ids),
    )
  }

  #take(line: Readonly<Record<string, unknown>>, ids: string[]): void {
    if (typeof line['id_str'] === 'string' && 'text' in line) ids.push(line['id_str'])
    else if (!NOTICES.some((name) => name in line)) this.#odd.push(JSON.stringify(line).slice(0, 300))
  }
}
