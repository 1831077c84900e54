/** Clients that write through the load balancer. Each client keeps a ledger of the writes that were acknowledged. */
import { request } from 'node:http'
import { must } from '../../src/lib/assert.ts'
import type { Credentials } from '../support/api-client.ts'

const RETRY_MS = 20
const ANSWER_MS = 60_000

export interface Answered {
  /** 0 when the connection ended without a response. */
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** Sends a request on a new connection. Never rejects. */
export function send(url: string, authorization: string, method = 'GET'): Promise<Answered> {
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, text: '', headers: {} })
    const headers = { authorization, connection: 'close' }
    const asked = request(url, { method, agent: false, headers, timeout: ANSWER_MS }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
      )
      response.once('error', failed)
    })
    asked.once('error', failed)
    asked.once('timeout', () => asked.destroy())
    asked.end()
  })
}

export interface WriterOptions {
  readonly url: string
  readonly users: readonly Credentials[]
  /** A text that every post of this writer contains. */
  readonly name: string
  /** Minimum milliseconds between two posts. */
  readonly everyMs: number
}

/**
 * A client that posts continuously, as several users in turn. A post without a response may or may not be stored, and
 * the client does not retry it.
 */
export class Writer {
  readonly #url: string
  readonly #users: readonly Credentials[]
  readonly #name: string
  readonly #everyMs: number
  #isStopped = false
  /** Ids of the acknowledged posts, in order. */
  readonly acknowledged: string[] = []
  /** The authors of the acknowledged posts, in the same order. */
  readonly #authors: Credentials[] = []
  /** The URL and the `authorization` header of each request that was acknowledged. */
  readonly signed: { readonly url: string; readonly authorization: string }[] = []
  /** Number of requests that were not acknowledged, by status; the status 0 stands for no response. */
  readonly refused = new Map<number, number>()
  /** Maximum milliseconds between two acknowledged posts. */
  longestPauseMs = 0
  #lastAt = Date.now()

  constructor({ url, users, name, everyMs }: WriterOptions) {
    this.#url = url
    this.#users = users
    this.#name = name
    this.#everyMs = everyMs
  }

  /** Ids of the acknowledged posts of one user, in order. */
  ledgerOf(author: Credentials): string[] {
    return this.acknowledged.filter((_, index) => this.#authors[index] === author)
  }

  async run(): Promise<void> {
    for (let count = 0; !this.#isStopped; count += 1) {
      const as = must(this.#users[count % this.#users.length], 'a user of the writer')
      const url = `${this.#url}/1.1/statuses/update.json?status=cat%20${this.#name}%20${count}`
      const authorization = as('POST', url)
      const { status, text } = await send(url, authorization, 'POST')
      const id = status === 200 ? idIn(text) : undefined
      if (id === undefined) {
        this.refused.set(status, (this.refused.get(status) ?? 0) + 1)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        continue
      }
      const now = Date.now()
      const restMs = this.#lastAt + this.#everyMs - now
      this.longestPauseMs = Math.max(this.longestPauseMs, now - this.#lastAt)
      this.#lastAt = now
      this.acknowledged.push(id)
      this.#authors.push(as)
      this.signed.push({ url, authorization })
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
  }

  stop(): void {
    this.#isStopped = true
  }
}

/** Reads the id of a post from a v1.1 response. */
function idIn(text: string): string | undefined {
  return /^\{.*?"id_str":"(\d+)"/.exec(text)?.[1]
}

/**
 * A client that writes a post and then deletes it, as several users in turn. The client does not retry a deletion
 * that got no response.
 */
export class Deleter {
  readonly #url: string
  readonly #users: readonly Credentials[]
  readonly #everyMs: number
  #isStopped = false
  /** Ids of the posts whose deletion was acknowledged, by user, in order. */
  readonly deleted: readonly string[][]

  /** @param everyMs milliseconds to wait after each deletion */
  constructor(url: string, users: readonly Credentials[], everyMs: number) {
    this.#url = url
    this.#users = users
    this.#everyMs = everyMs
    this.deleted = users.map(() => [])
  }

  async run(): Promise<void> {
    for (let count = 0; !this.#isStopped; count += 1) {
      const index = count % this.#users.length
      const as = must(this.#users[index], 'a user who deletes')
      const post = (path: string) => {
        const url = `${this.#url}/1.1/statuses/${path}`
        return send(url, as('POST', url), 'POST')
      }
      const written = await post(`update.json?status=gone%20${count}`)
      const id = written.status === 200 ? idIn(written.text) : undefined
      const gone = id === undefined ? undefined : await post(`destroy/${id}.json`)
      if (id !== undefined && gone?.status === 200) this.deleted[index]?.push(id)
      await new Promise((resolve) => setTimeout(resolve, this.#everyMs))
    }
  }

  stop(): void {
    this.#isStopped = true
  }
}

/** A client that uses up rate windows, as several users in turn, and counts the granted calls. */
export class Spender {
  readonly #url: string
  readonly #users: readonly Credentials[]
  #isStopped = false
  /** Number of granted calls of each user. */
  readonly granted: number[]

  constructor(url: string, users: readonly Credentials[]) {
    this.#url = `${url}/1.1/followers/list.json`
    this.#users = users
    this.granted = users.map(() => 0)
  }

  async run(): Promise<void> {
    for (let count = 0; !this.#isStopped; count += 1) {
      const user = count % this.#users.length
      const { status } = await send(this.#url, this.#users[user]?.('GET', this.#url) ?? '')
      if (status === 200) this.granted[user] = (this.granted[user] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  stop(): void {
    this.#isStopped = true
  }
}
