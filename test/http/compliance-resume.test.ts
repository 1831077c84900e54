/**
 * Tests promise 3 over HTTP: clients that crash and resume receive every event once and in order, on both
 * engines.
 */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import type { Context } from '../../src/domain/context.ts'
import { messageOf } from '../../src/formats/compliance/events.ts'
import { append } from '../../src/log/append.ts'
import type { UserAction } from '../../src/log/event.ts'
import { PARTITIONS } from '../../src/log/partition.ts'
import { ENGINES, freshConfig } from '../support/engines.ts'
import { eventsAfter } from '../support/events.ts'
import { slowOnPostgres, slowTest } from '../support/part.ts'
import { seeded } from '../support/seeded.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { Consumer, createAccount, type Message, pathOf } from '../support/streams/compliance-stream.ts'
import { createOneUser, createUsers } from '../support/users.ts'

const SETTINGS = { limits: 'off' }
const ALL_PARTITIONS = Array.from({ length: PARTITIONS }, (_, index) => index + 1)

const TOGGLES: readonly (readonly [UserAction, UserAction])[] = [
  ['suspend', 'unsuspend'],
  ['protect', 'unprotect'],
  ['deactivate', 'reactivate'],
]

/**
 * Changes the states of all users. Changes of different users are concurrent, and the changes of one user are
 * sequential.
 */
async function change(context: Context, userIds: readonly bigint[], rounds: number): Promise<void> {
  await Promise.all(
    userIds.map(async (userId) => {
      for (let round = 0; round < rounds; round += 1) {
        for (const pair of TOGGLES)
          await changeUserState(context, { userId, action: pair[round % 2] ?? 'suspend' })
      }
    }),
  )
}

/** Fills the log with events that no stream sends, so that history has complete segments. */
async function fill({ store, clock }: Context): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await store.write(async (tx) => {
      for (let count = 0; count < 100; count += 1) {
        append(tx, clock.now(), { kind: 'import.applied', of: 'users', lines: 1, imported: 1 })
      }
    })
  }
}

/** Expected messages of a partition after `position`, in order. */
async function expectedOf({ server }: TestServer, partition: number, position: bigint): Promise<Message[]> {
  const events = await eventsAfter(server.runtime, position)
  return events.flatMap((event) => {
    const message = event.partition === partition ? messageOf(event) : undefined
    return message === undefined ? [] : [JSON.parse(message) as Message]
  })
}

/**
 * A consumer that is killed repeatedly. After a kill, it has only the messages up to the last position that
 * it received.
 */
class Resuming {
  readonly #urls: readonly string[]
  readonly #partition: number
  readonly #random: () => number
  readonly kept: Message[] = []
  position: string
  kills = 0

  constructor(urls: readonly string[], partition: number, position: string, random: () => number) {
    this.#urls = urls
    this.#partition = partition
    this.#random = random
    this.position = position
  }

  /**
   * Reads, and is killed ten times at random positions. The last connection reads until the consumer has all
   * messages.
   * @param until resolves with the number of all messages when all events are written
   */
  async run(until: Promise<number>): Promise<void> {
    const due = until.then((count) => ({ count }))
    for (;;) {
      const isLast = this.kills >= 10
      const consumer = await this.#connect()
      const reads = Math.floor(this.#random() * 8)
      if (isLast) {
        const { count } = await due
        await consumer.until(() => this.kept.length + this.#complete(consumer).length >= count)
      } else await Promise.race([consumer.some(reads), due])
      this.#keep(consumer)
      consumer.close()
      this.kills += 1
      if (isLast) return
    }
  }

  #connect(): Promise<Consumer> {
    const url = this.#urls[this.kills % this.#urls.length] ?? ''
    return Consumer.open(url, pathOf(this.#partition, `&positions=true&resume_after=${this.position}`))
  }

  /** The messages that have a later message with a position. A client can resume after these messages. */
  #complete({ messages }: Consumer): readonly Message[] {
    const last = messages.findLastIndex((message) => 'position' in message)
    return messages.slice(0, last + 1).filter((message) => !('position' in message))
  }

  #keep(consumer: Consumer): void {
    this.kept.push(...this.#complete(consumer))
    const last = consumer.messages.findLast((message) => 'position' in message)
    if (last !== undefined) this.position = String(last['position'])
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`promise 3: the compliance stream, over HTTP, ${engine}`, () => {
    test('all partitions together send every event once and in order, to readers with one connection and to readers that are killed ten times', async (t) => {
      const server = await startTestServer(t, { engine, settings: SETTINGS })
      const { context, url } = server
      await createAccount(context)
      const users = await createUsers(context, 32)
      await server.server.tail.catchUp()
      const start = server.server.tail.head
      const plain = await Promise.all(
        ALL_PARTITIONS.map((partition) => Consumer.open(url, pathOf(partition))),
      )
      t.after(() => {
        for (const consumer of plain) consumer.close()
      })
      const resuming = ALL_PARTITIONS.map(
        (partition) => new Resuming([url], partition, String(start), seeded(partition)),
      )
      const { promise, resolve } = Promise.withResolvers<void>()
      const expected = promise.then(() =>
        Promise.all(ALL_PARTITIONS.map((partition) => expectedOf(server, partition, start))),
      )
      const runs = resuming.map((reader, index) =>
        reader.run(expected.then((lists) => lists[index]?.length ?? 0)),
      )
      const ids = users.map(({ id }) => id)
      await Promise.all([change(context, ids, 4), fill(context)])
      resolve()
      const lists = await expected
      assert.equal(lists.flat().length, 32 * 12)
      await Promise.all(plain.map((consumer, index) => consumer.some(lists[index]?.length ?? 0)))
      await Promise.all(runs)
      const late = await Promise.all(
        ALL_PARTITIONS.map((partition) => Consumer.open(url, pathOf(partition, `&resume_after=${start}`))),
      )
      await Promise.all(late.map((consumer, index) => consumer.some(lists[index]?.length ?? 0)))
      for (const consumer of late) consumer.close()
      for (const [index, list] of lists.entries()) {
        assert.deepEqual(plain[index]?.messages, list, `partition ${index + 1}`)
        assert.deepEqual(resuming[index]?.kept, list, `partition ${index + 1}, resumed`)
        assert.deepEqual(late[index]?.messages, list, `partition ${index + 1}, read in one connection`)
        assert.equal(resuming[index]?.kills, 11)
      }
    })

    test('backfill_minutes sends recent messages', async (t) => {
      const { context, url } = await startTestServer(t, { engine, settings: SETTINGS })
      await createAccount(context)
      const { id } = await createOneUser(context)
      await changeUserState(context, { userId: id, action: 'protect' })
      const consumers = await Promise.all(
        ALL_PARTITIONS.map((partition) => Consumer.open(url, pathOf(partition, '&backfill_minutes=1'))),
      )
      await Promise.any(consumers.map((consumer) => consumer.some(1)))
      const messages = consumers.flatMap((consumer) => consumer.messages)
      assert.equal(messages.length, 1)
      assert.ok('user_protect' in (messages[0] ?? {}))
      for (const consumer of consumers) consumer.close()
    })
  })
}

slowTest(
  'two processes on PostgreSQL: each sends the events of the other, and a reader can resume on either',
  async (t) => {
    const config = await freshConfig(t, 'postgres', SETTINGS)
    const [one, other] = [await startTestServer(t, { config }), await startTestServer(t, { config })]
    await createAccount(one.context)
    const users = await createUsers(one.context, 8)
    await other.server.tail.catchUp()
    const start = other.server.tail.head
    const plain = await Promise.all(
      ALL_PARTITIONS.map((partition) => Consumer.open(other.url, pathOf(partition))),
    )
    const { promise, resolve } = Promise.withResolvers<void>()
    const expected = promise.then(() =>
      Promise.all(ALL_PARTITIONS.map((partition) => expectedOf(one, partition, start))),
    )
    const resuming = ALL_PARTITIONS.map(
      (partition) => new Resuming([one.url, other.url], partition, String(start), seeded(partition)),
    )
    const runs = resuming.map((reader, index) =>
      reader.run(expected.then((lists) => lists[index]?.length ?? 0)),
    )
    const halves = [users.slice(0, 4), users.slice(4)].map((half) => half.map(({ id }) => id))
    await Promise.all([change(one.context, halves[0] ?? [], 4), change(other.context, halves[1] ?? [], 4)])
    resolve()
    const lists = await expected
    await Promise.all([...runs, ...plain.map((consumer, index) => consumer.some(lists[index]?.length ?? 0))])
    for (const [index, list] of lists.entries()) {
      assert.deepEqual(plain[index]?.messages, list, `partition ${index + 1}`)
      assert.deepEqual(resuming[index]?.kept, list, `partition ${index + 1}, from both`)
    }
    for (const consumer of plain) consumer.close()
  },
)
