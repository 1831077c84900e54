/** Sixteen readers of a storm: two accounts, eight partitions each, one of them slow and one that comes back again and again. */
import assert from 'node:assert/strict'
import { createConsoleUser } from '../../src/domain/console/console-account.ts'
import { createStream, streamPath } from '../../src/domain/console/stream.ts'
import type { Context } from '../../src/domain/context.ts'
import { basic, Consumer, type Message } from '../support/compliance-stream.ts'
import { type Book, keyOf } from './world.ts'

const ACCOUNTS = ['first', 'second'] as const

/** How often one reader drops its connection and goes on from where it was. */
const RESUMES = 10

/** Which reader of which account does what. */
const SLOW = { account: 'second', partition: 3 } as const
const RESTLESS = { account: 'second', partition: 5 } as const

class StormReader {
  readonly account: string
  readonly partition: number
  readonly #url: string
  /** Names of what was told, in order. */
  readonly told: string[] = []
  #position = ''
  #consumer: Consumer | undefined
  #seen = 0
  resumes = 0

  constructor(url: string, account: string, partition: number) {
    this.#url = url
    this.account = account
    this.partition = partition
  }

  get isRestless(): boolean {
    return this.account === RESTLESS.account && this.partition === RESTLESS.partition
  }

  get isSlow(): boolean {
    return this.account === SLOW.account && this.partition === SLOW.partition
  }

  async connect(): Promise<void> {
    const name = { accountName: this.account, publisher: 'twitter', label: 'prod' }
    const resume = this.#position === '' ? '' : `&resume_after=${this.#position}`
    const path = `${streamPath(name, this.partition)}&positions=true${resume}`
    const authorization = basic(`${this.account}@example.org`)
    this.#consumer = await Consumer.open(this.#url, path, { authorization })
    assert.equal(this.#consumer.status, 200)
    this.#position ||= String(this.#consumer.headers['aviary-position'])
    this.#seen = 0
    if (this.isSlow) this.#consumer.pause()
  }

  /** Takes in what came since. */
  take(): void {
    const { messages } = this.#consumer as Consumer
    for (; this.#seen < messages.length; this.#seen += 1) this.#hear(messages[this.#seen] as Message)
  }

  /** Drops the connection, now and then, and comes back. */
  async fidget(): Promise<void> {
    this.take()
    if (this.isSlow) this.#breathe()
    if (!this.isRestless || this.resumes >= RESUMES) return
    this.resumes += 1
    this.#consumer?.close()
    await this.connect()
  }

  /** Waits until everything of the book was told. */
  async until(count: () => number): Promise<void> {
    this.#consumer?.resume()
    const consumer = this.#consumer as Consumer
    await consumer.until(() => {
      this.take()
      return this.told.length >= count()
    })
  }

  close(): void {
    this.#consumer?.close()
  }

  #breathe(): void {
    this.#consumer?.resume()
    setImmediate(() => this.#consumer?.pause())
  }

  #hear(message: Message): void {
    assert.ok(!('gap' in message) && !('error' in message), JSON.stringify(message))
    if ('position' in message) this.#position = String(message['position'])
    else this.told.push(keyOf(message))
  }
}

export class StormReaders {
  readonly #readers: readonly StormReader[]

  private constructor(readers: readonly StormReader[]) {
    this.#readers = readers
  }

  static async open(context: Context, url: string): Promise<StormReaders> {
    const readers: StormReader[] = []
    for (const accountName of ACCOUNTS) {
      const user = {
        accountName,
        email: `${accountName}@example.org`,
        password: 'battery staple',
        role: 'admin',
      }
      await createConsoleUser(context, user as Parameters<typeof createConsoleUser>[1])
      await createStream(context, { accountName, publisher: 'twitter', label: 'prod' })
      for (let partition = 1; partition <= 8; partition += 1) {
        const reader = new StormReader(url, accountName, partition)
        await reader.connect()
        readers.push(reader)
      }
    }
    return new StormReaders(readers)
  }

  async fidget(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.fidget()))
  }

  /** Every reader was told everything of its partition; in order for each object, and once within a connection. */
  async settle(book: Book): Promise<void> {
    for (const reader of this.#readers) {
      const expected = book.of(reader.partition)
      await reader.until(() => (reader.isRestless ? new Set(expected).size : expected.length))
      const where = `${reader.account}, partition ${reader.partition}`
      if (reader.isRestless) assert.deepEqual(missing(reader.told, expected), [], where)
      else assert.deepEqual([...reader.told].sort(), [...expected].sort(), where)
      assertOrdered(reader.told, expected, where)
    }
  }

  close(): void {
    for (const reader of this.#readers) reader.close()
  }
}

function missing(told: readonly string[], expected: readonly string[]): string[] {
  const known = new Set(told)
  return expected.filter((name) => !known.has(name))
}

/** What was told of one object comes in the order of doing, repeats after a reconnect aside. */
function assertOrdered(told: readonly string[], expected: readonly string[], where: string): void {
  const firsts = (names: readonly string[]) => {
    const seen = new Map<string, Set<string>>()
    for (const name of names) {
      const id = name.split(' ')[1] ?? ''
      const known = seen.get(id) ?? new Set()
      seen.set(id, known.add(name))
    }
    return seen
  }
  const wanted = firsts(expected)
  for (const [id, names] of firsts(told)) {
    assert.deepEqual([...names], [...(wanted.get(id) ?? [])], `${where}, ${id}`)
  }
}
