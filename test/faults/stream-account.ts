/**
 * A reader of a stream of posts. The reader resumes after every end of a connection, and records all posts
 * that it receives.
 */
import type { Credentials } from '../support/api-client.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { isRising, listen } from './listen.ts'

const RETRY_MS = 50

interface Heard {
  readonly id: string
  readonly position: bigint
}

export class StreamAccount {
  readonly path: string
  readonly #url: string
  readonly #as: Credentials
  readonly #connections: Heard[][] = []
  readonly #ids = new Set<string>()
  #position = ''
  #reader: PostReader | undefined
  #isStopped = false
  /** Number of disconnect messages by their type. */
  readonly disconnects = new Map<string, number>()
  /** Lines that are neither posts nor disconnects. */
  readonly odd: string[] = []

  /** @param url URL of the load balancer */
  constructor(url: string, path: string, as: Credentials) {
    this.#url = url
    this.path = path
    this.#as = as
  }

  get reconnects(): number {
    return this.#connections.length - 1
  }

  get repeats(): number {
    return this.#connections.flat().length - this.#ids.size
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** Connects for the first time. All posts after this must arrive. */
  async begin(): Promise<void> {
    while (this.#reader === undefined) this.#reader = await this.#open()
    this.#position = String(this.#reader.headers['aviary-position'])
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      if (this.#reader !== undefined) await this.#hear(this.#reader)
      this.#reader = this.#isStopped ? undefined : await this.#open()
      if (this.#reader === undefined) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    this.#reader?.close()
  }

  stop(): void {
    this.#isStopped = true
    this.#reader?.close()
  }

  /**
   * Checks the received posts.
   * @param ledgers acknowledged ids of each writer, in order
   * @returns a sentence for each broken promise
   */
  problems(ledgers: readonly (readonly string[])[]): string[] {
    const found: string[] = this.odd.map((line) => `${this.path}: unexpected line ${line}`)
    const firsts = new Map<string, bigint>()
    for (const heard of this.#connections) {
      if (!isRising(heard.map(({ position }) => position)))
        found.push(`${this.path}: a connection out of order`)
      for (const { id, position } of heard) {
        if ((firsts.get(id) ?? position) !== position) found.push(`${this.path}: ${id} at two positions`)
        firsts.set(id, position)
      }
    }
    if (!isRising([...firsts.values()])) found.push(`${this.path}: a post came late`)
    for (const ledger of ledgers) {
      const missing = ledger.filter((id) => !firsts.has(id))
      if (missing.length > 0)
        found.push(
          `${this.path}: ${missing.length} acknowledged posts never came: ${missing.slice(0, 5).join()}`,
        )
      const positions = ledger.flatMap((id) => firsts.get(id) ?? [])
      if (!isRising(positions)) found.push(`${this.path}: not in the order of posting`)
    }
    return found
  }

  async #open(): Promise<PostReader | undefined> {
    const resume = this.#position === '' ? '' : `&resume_after=${this.#position}`
    const reader = await PostReader.open(`${this.#url}${this.path}?positions=true${resume}`, this.#as).catch(
      () => undefined,
    )
    if (reader === undefined || reader.status === 200) return reader
    reader.close()
    return undefined
  }

  async #hear(reader: PostReader): Promise<void> {
    const heard: Heard[] = []
    this.#connections.push(heard)
    await listen(
      reader,
      () => this.#isStopped,
      (line) => this.#take(line, heard),
    )
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  #take(line: any, heard: Heard[]): void {
    if (line.data !== undefined && line.position !== undefined) {
      heard.push({ id: line.data.id, position: BigInt(line.position) })
      this.#ids.add(line.data.id)
      this.#position = line.position
      return
    }
    const type: unknown = line.errors?.[0]?.disconnect_type ?? line.disconnect_type
    if (typeof type === 'string') this.disconnects.set(type, (this.disconnects.get(type) ?? 0) + 1)
    else this.odd.push(JSON.stringify(line))
  }
}
