/** Sixteen readers of a storm: two accounts, eight partitions each, one of them slow and one that comes back again and again. */
import assert from 'node:assert/strict'
import { createConsoleUser } from '../../src/domain/console/console-account.ts'
import { createStream, streamPath } from '../../src/domain/console/stream.ts'
import type { Context } from '../../src/domain/context.ts'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { basic, Consumer, type Message } from '../support/compliance-stream.ts'
import { type Book, keyOf } from './world.ts'

const ACCOUNTS = ['first', 'second'] as const

/** How often one reader drops its connection and goes on from where it was. */
const RESUMES = 10

/** Which reader of which account does what. */
const SLOW = { account: 'second', partition: 3 } as const
const RESTLESS = { account: 'second', partition: 5 } as const

/** Milliseconds between two tries to connect to a server that is not there, and until a reader gives up. */
const LOOK_MS = 20
const PATIENCE_MS = 60_000

class StormReader {
  readonly account: string
  readonly partition: number
  readonly #url: string
  /** Names of what was told, in order, up to the last position; what came after it is told again to who resumes. */
  readonly told: string[] = []
  #ahead: string[] = []
  #position = ''
  #consumer: Consumer | undefined
  #seen = 0
  #resumes = 0

  constructor(url: string, account: string, partition: number) {
    this.#url = url
    this.account = account
    this.partition = partition
  }

  get #isRestless(): boolean {
    return this.account === RESTLESS.account && this.partition === RESTLESS.partition
  }

  get #isSlow(): boolean {
    return this.account === SLOW.account && this.partition === SLOW.partition
  }

  /** Connects, and goes on after the last position; waits for a server that is being started again. */
  async connect(): Promise<void> {
    const name = { accountName: this.account, publisher: 'twitter', label: 'prod' }
    const resume = this.#position === '' ? '' : `&resume_after=${this.#position}`
    const path = `${streamPath(name, this.partition)}&positions=true${resume}`
    const authorization = basic(`${this.account}@example.org`)
    const deadline = systemClock.monotonic() + PATIENCE_MS
    for (;;) {
      const consumer = await Consumer.open(this.#url, path, { authorization }).catch(() => undefined)
      if (consumer?.status === 200) {
        this.#consumer = consumer
        break
      }
      consumer?.close()
      assert.ok(systemClock.monotonic() < deadline, `${consumer?.status} for a minute`)
      await sleep(systemClock, LOOK_MS)
    }
    this.#position ||= String(this.#consumer.headers['aviary-position'])
    this.#seen = 0
    this.#ahead = []
    if (this.#isSlow) this.#consumer.pause()
  }

  /** Takes in what came since, and comes back when the connection has ended, or now and then. */
  async look(): Promise<void> {
    this.#take()
    if (this.#isSlow) this.#breathe()
    if (this.#isDue) await this.#comeBack()
    else if (this.#consumer?.hasEnded === true) await this.connect()
  }

  get #isDue(): boolean {
    return this.#isRestless && this.#resumes < RESUMES
  }

  async #comeBack(): Promise<void> {
    this.#resumes += 1
    this.#consumer?.close()
    await this.connect()
  }

  /** Waits until as much was told as there is. */
  async until(count: number): Promise<void> {
    this.#consumer?.resume()
    // As often as it is to, however little time there was.
    while (this.#isDue) await this.#comeBack()
    const deadline = systemClock.monotonic() + PATIENCE_MS
    while (this.told.length < count) {
      assert.ok(systemClock.monotonic() < deadline, `${this.told.length} of ${count} were told`)
      if (this.#consumer?.hasEnded === true) await this.connect()
      this.#consumer?.resume()
      this.#take()
      await sleep(systemClock, LOOK_MS / 4)
    }
  }

  close(): void {
    this.#consumer?.close()
  }

  #take(): void {
    const { messages } = this.#consumer as Consumer
    for (; this.#seen < messages.length; this.#seen += 1) this.#hear(messages[this.#seen] as Message)
  }

  #breathe(): void {
    this.#consumer?.resume()
    setImmediate(() => this.#consumer?.pause())
  }

  #hear(message: Message): void {
    assert.ok(!('gap' in message), JSON.stringify(message))
    if ('error' in message) return
    if (!('position' in message)) {
      this.#ahead.push(keyOf(message))
      return
    }
    this.#position = String(message['position'])
    for (const name of this.#ahead.splice(0)) this.told.push(name)
  }
}

export class StormReaders {
  readonly #readers: readonly StormReader[]

  private constructor(readers: readonly StormReader[]) {
    this.#readers = readers
  }

  /** Makes the accounts that the readers need. */
  static async prepare(context: Context): Promise<void> {
    for (const accountName of ACCOUNTS) {
      const email = `${accountName}@example.org`
      const user = { accountName, email, password: 'battery staple', role: 'admin' } as const
      await createConsoleUser(context, user)
      await createStream(context, { accountName, publisher: 'twitter', label: 'prod' })
    }
  }

  static async open(url: string): Promise<StormReaders> {
    const readers = ACCOUNTS.flatMap((account) =>
      Array.from({ length: 8 }, (_, index) => new StormReader(url, account, index + 1)),
    )
    // One after the other: passwords are slow to verify, and two at once are all that may be.
    for (const reader of readers) await reader.connect()
    return new StormReaders(readers)
  }

  async look(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.look()))
  }

  /** Every reader was told everything of its partition, each thing once, in order for each object. */
  async settle(book: Book): Promise<void> {
    for (const reader of this.#readers) {
      const expected = book.of(reader.partition)
      const where = `${reader.account}, partition ${reader.partition}`
      await reader.until(expected.length)
      assert.deepEqual(byObject(reader.told), byObject(expected), where)
    }
  }

  close(): void {
    for (const reader of this.#readers) reader.close()
  }
}

/** What is told of each object, in order: of different ones, actions that were done at once may be told in any order. */
function byObject(names: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const objects = Map.groupBy(names, (name) => name.split(' ')[1] ?? '')
  return Object.fromEntries(objects)
}
