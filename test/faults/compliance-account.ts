/**
 * A consumer of the eight partitions of the compliance stream. The consumer resumes after every end of a connection,
 * and records all deletions.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createConsoleUser } from '../../src/domain/console/console-account.ts'
import { createStream, type StreamName, streamPath } from '../../src/domain/console/stream.ts'
import type { Context } from '../../src/domain/context.ts'
import { basic, Consumer, PASSWORD } from '../support/streams/compliance-stream.ts'
import { isRising, listen } from './listen.ts'

const PARTITIONS = 8
const RETRY_MS = 250
/** Milliseconds to wait after a refusal, because an account may connect only ten times in a minute. */
const REFUSED_MS = 5_000
/** Partitions that one account reads, so that reconnections after a fault stay below the limit of the account. */
const PARTITIONS_PER_ACCOUNT = 2

interface Deletion {
  readonly partition: number
  /** The number of the deletion in the order of arrival. */
  readonly place: number
}

export class ComplianceAccount {
  readonly #url: string
  readonly #partitions: readonly Partition[]
  /** The first arrival of each deletion, by the id of the post. */
  readonly #deletions = new Map<string, Deletion>()
  readonly #odd: string[] = []

  private constructor(url: string, partitions: readonly Partition[]) {
    this.#url = url
    this.#partitions = partitions
  }

  /** Creates the accounts and their streams. @param url URL of the load balancer */
  static async open(context: Context, url: string): Promise<ComplianceAccount> {
    const partitions: Partition[] = []
    for (let first = 1; first <= PARTITIONS; first += PARTITIONS_PER_ACCOUNT) {
      const accountName = `acme${first}`
      const email = `${accountName}@example.org`
      await createConsoleUser(context, { accountName, email, password: PASSWORD, role: 'admin' })
      const stream: StreamName = { accountName, publisher: 'twitter', label: 'prod' }
      await createStream(context, stream)
      for (let more = 0; more < PARTITIONS_PER_ACCOUNT; more += 1)
        partitions.push(new Partition(first + more, stream, basic(email)))
    }
    return new ComplianceAccount(url, partitions)
  }

  get reconnects(): number {
    return this.#partitions.reduce((count, { connections }) => count + connections - 1, 0)
  }

  has(id: string): boolean {
    return this.#deletions.has(id)
  }

  /** Connects to all partitions for the first time. All deletions after this call must arrive. */
  async begin(): Promise<void> {
    await Promise.all(this.#partitions.map((partition) => partition.connect(this.#url)))
  }

  async run(): Promise<void> {
    await Promise.all(
      this.#partitions.map((partition) =>
        partition.run(this.#url, (message, seen) => this.#take(partition, message, seen)),
      ),
    )
  }

  stop(): void {
    for (const partition of this.#partitions) partition.stop()
  }

  /**
   * Checks the received deletions.
   * @param ledgers ids of deleted posts by user, in the order of the deletions
   * @returns a sentence for each broken promise
   */
  problems(ledgers: readonly (readonly string[])[]): string[] {
    const found = this.#odd.map((line) => `compliance stream: ${line}`)
    for (const ledger of ledgers) {
      const arrived = ledger.flatMap((id) => this.#deletions.get(id) ?? [])
      const missing = ledger.length - arrived.length
      if (missing > 0) found.push(`compliance stream: ${missing} deletions never came`)
      if (new Set(arrived.map(({ partition }) => partition)).size > 1)
        found.push('compliance stream: deletions of one user in several partitions')
      if (!isRising(arrived.map(({ place }) => place)))
        found.push('compliance stream: deletions of a user not in their order')
    }
    return found
  }

  #take({ number }: Partition, message: Readonly<Record<string, unknown>>, seen: Set<string>): void {
    if ('gap' in message) this.#odd.push(`partition ${number}: a gap ${JSON.stringify(message)}`)
    const deleted = message['delete'] as { status?: { id_str?: string } } | undefined
    const id = deleted?.status?.id_str
    if (id === undefined) return
    if (seen.has(id)) this.#odd.push(`a connection sent the deletion of ${id} twice`)
    seen.add(id)
    const known = this.#deletions.get(id)
    if (known === undefined) this.#deletions.set(id, { partition: number, place: this.#deletions.size })
    else if (known.partition !== number) this.#odd.push(`the deletion of ${id} in two partitions`)
  }
}

class Partition {
  readonly number: number
  readonly #stream: StreamName
  readonly #authorization: string
  #position = ''
  #consumer: Consumer | undefined
  #isStopped = false
  connections = 0

  constructor(number: number, stream: StreamName, authorization: string) {
    this.number = number
    this.#stream = stream
    this.#authorization = authorization
  }

  async connect(url: string): Promise<void> {
    while (this.#consumer === undefined && !this.#isStopped) {
      this.#consumer = await this.#open(url)
      if (this.#consumer === undefined) await pause(RETRY_MS)
    }
    if (this.#position === '') this.#position = String(this.#consumer?.headers['aviary-position'] ?? '')
  }

  /** @param take called with each message, and with the ids that this connection has sent so far */
  async run(
    url: string,
    take: (message: Readonly<Record<string, unknown>>, seen: Set<string>) => void,
  ): Promise<void> {
    while (!this.#isStopped) {
      await this.connect(url)
      const consumer = this.#consumer
      if (consumer === undefined) return
      const seen = new Set<string>()
      await listen(
        consumer,
        () => this.#isStopped,
        (message) => {
          const fields = message as Readonly<Record<string, unknown>>
          if (typeof fields['position'] === 'string') this.#position = fields['position']
          else take(fields, seen)
        },
      )
      this.#consumer = undefined
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#consumer?.close()
  }

  async #open(url: string): Promise<Consumer | undefined> {
    const resume = this.#position === '' ? '' : `&resume_after=${this.#position}`
    const path = `${streamPath(this.#stream, this.number)}&positions=true${resume}`
    const consumer = await Consumer.open(url, path, { authorization: this.#authorization }).catch(
      () => undefined,
    )
    if (consumer?.status === 200) {
      this.connections += 1
      return consumer
    }
    consumer?.close()
    if (consumer?.status === 429) await pause(REFUSED_MS)
    return undefined
  }
}
