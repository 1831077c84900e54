/**
 * The sixteen readers of the load test: two accounts with eight partitions each. One reader is slow, and one
 * reconnects often.
 */
import assert from 'node:assert/strict'
import { createConsoleUser } from '../../src/domain/console/console-account.ts'
import { createStream, streamPath } from '../../src/domain/console/stream.ts'
import type { Context } from '../../src/domain/context.ts'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { basic, Consumer, type Message } from '../support/streams/compliance-stream.ts'
import { type ExpectedMessages, keyOf } from './world.ts'

const ACCOUNTS = ['first', 'second'] as const

/** Number of times that the resuming reader reconnects. */
const RESUMES = 10

const SLOW = { account: 'second', partition: 3 } as const
const RESUMING = { account: 'second', partition: 5 } as const

const POLL_MS = 20
const TIMEOUT_MS = 60_000

class StormReader {
  readonly account: string
  readonly partition: number
  readonly #url: string
  /**
   * Keys of the messages that were received up to the last position, in order. After a resume, the server sends all
   * later messages again.
   */
  readonly received: string[] = []
  #ahead: string[] = []
  #position = ''
  #consumer: Consumer | undefined
  #readCount = 0
  #resumes = 0

  constructor(url: string, account: string, partition: number) {
    this.#url = url
    this.account = account
    this.partition = partition
  }

  get #isResuming(): boolean {
    return this.account === RESUMING.account && this.partition === RESUMING.partition
  }

  get #isSlow(): boolean {
    return this.account === SLOW.account && this.partition === SLOW.partition
  }

  /** Connects, and resumes after the last position. Waits while the server restarts. */
  async connect(): Promise<void> {
    const name = { accountName: this.account, publisher: 'twitter', label: 'prod' }
    const resume = this.#position === '' ? '' : `&resume_after=${this.#position}`
    const path = `${streamPath(name, this.partition)}&positions=true${resume}`
    const authorization = basic(`${this.account}@example.org`)
    const deadline = systemClock.monotonic() + TIMEOUT_MS
    for (;;) {
      const consumer = await Consumer.open(this.#url, path, { authorization }).catch(() => undefined)
      if (consumer?.status === 200) {
        this.#consumer = consumer
        break
      }
      consumer?.close()
      assert.ok(systemClock.monotonic() < deadline, `${consumer?.status} for a minute`)
      await sleep(systemClock, POLL_MS)
    }
    this.#position ||= String(this.#consumer.headers['aviary-position'])
    this.#readCount = 0
    this.#ahead = []
    if (this.#isSlow) this.#consumer.pause()
  }

  /** Reads new messages. Reconnects after the end of the connection; one reader reconnects more often. */
  async look(): Promise<void> {
    this.#take()
    if (this.#isSlow) this.#readBriefly()
    if (this.#isDue) await this.#reconnect()
    else if (this.#consumer?.hasEnded === true) await this.connect()
  }

  get #isDue(): boolean {
    return this.#isResuming && this.#resumes < RESUMES
  }

  async #reconnect(): Promise<void> {
    this.#resumes += 1
    this.#consumer?.close()
    await this.connect()
  }

  /** Waits for `count` messages. */
  async until(count: number): Promise<void> {
    this.#consumer?.resume()
    // In a short run, some planned reconnections have not happened yet; they happen here.
    while (this.#isDue) await this.#reconnect()
    const deadline = systemClock.monotonic() + TIMEOUT_MS
    while (this.received.length < count) {
      assert.ok(systemClock.monotonic() < deadline, `${this.received.length} of ${count} received`)
      if (this.#consumer?.hasEnded === true) await this.connect()
      this.#consumer?.resume()
      this.#take()
      await sleep(systemClock, POLL_MS / 4)
    }
  }

  close(): void {
    this.#consumer?.close()
  }

  #take(): void {
    const { messages } = this.#consumer as Consumer
    for (; this.#readCount < messages.length; this.#readCount += 1)
      this.#receive(messages[this.#readCount] as Message)
  }

  #readBriefly(): void {
    this.#consumer?.resume()
    setImmediate(() => this.#consumer?.pause())
  }

  #receive(message: Message): void {
    assert.ok(!('gap' in message), JSON.stringify(message))
    if ('error' in message) return
    if (!('position' in message)) {
      this.#ahead.push(keyOf(message))
      return
    }
    this.#position = String(message['position'])
    for (const name of this.#ahead.splice(0)) this.received.push(name)
  }
}

export class StormReaders {
  readonly #readers: readonly StormReader[]

  private constructor(readers: readonly StormReader[]) {
    this.#readers = readers
  }

  /** Creates the accounts of the readers. */
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
    // Readers connect one after another, because the server verifies passwords slowly, and at most two at a time.
    for (const reader of readers) await reader.connect()
    return new StormReaders(readers)
  }

  async look(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.look()))
  }

  /**
   * Asserts that every reader has received all messages of its partition once. The messages about each object must be
   * in order.
   */
  async settle(messages: ExpectedMessages): Promise<void> {
    for (const reader of this.#readers) {
      const expected = messages.of(reader.partition)
      const where = `${reader.account}, partition ${reader.partition}`
      await reader.until(expected.length)
      assert.deepEqual(byObject(reader.received), byObject(expected), where)
    }
  }

  close(): void {
    for (const reader of this.#readers) reader.close()
  }
}

/**
 * The messages about each object, in order. Messages of concurrent actions on different objects have no fixed order.
 */
function byObject(names: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const objects = Map.groupBy(names, (name) => name.split(' ')[1] ?? '')
  return Object.fromEntries(objects)
}
