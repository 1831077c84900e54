/**
 * A Fastify route that stores the rows of a message with the bare driver and hand-written statements. Waiting
 * requests share a transaction. The route has no checks, reads or authentication.
 */
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import postgres from 'postgres'
import { systemClock } from '../../src/lib/time/clock.ts'
import { batcher } from '../lib/batcher.ts'
import { answerCalls } from '../lib/child.ts'

interface Message {
  /** Id of the message and of the event. */
  readonly id: number
  readonly sender: string
  readonly recipient: string
  readonly text: string
}

type Commit = (messages: readonly Message[]) => Promise<unknown>

const app = Fastify({ logger: false })
let commit: Commit | undefined
let close = async () => undefined
let last = 0

interface Body {
  readonly event: {
    readonly message_create: {
      readonly target: { readonly recipient_id: string }
      readonly message_data: { readonly text: string }
    }
  }
}

export const methods = {
  openSqlite(file: string): void {
    // BigInt values are needed, because the last row id is too large for a number.
    const db = new DatabaseSync(file, { readBigInts: true })
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000')
    commit = sqliteCommit(db)
  },

  async openPostgres(url: string): Promise<void> {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    commit = (messages) => postgresCommit(sql, messages)
    close = () => sql.end() as Promise<undefined>
  },

  async serve(body: string): Promise<string> {
    const gathered = batcher<Message>(async (messages) => commit?.(messages))
    app.post('/send', async (request, reply) => {
      const { message_create: create } = (request.body as Body).event
      const { sender } = request.query as { sender: string }
      last += 1
      const { recipient_id: recipient } = create.target
      await gathered({ id: last, sender, recipient, text: create.message_data.text })
      reply.header('content-type', 'application/json;charset=utf-8')
      return body
    })
    return app.listen({ host: '127.0.0.1', port: 0 })
  },
}

const BASE = 2_000_000_000_000_000_000n

function contentOf({ text }: Message): string {
  return JSON.stringify({ text })
}

function factsOf({ sender, recipient, id }: Message): string {
  return `{"user_id":"${sender}","recipient_id":"${recipient}","message_id":"${BASE + BigInt(id)}","app_id":"1"}`
}

function sqliteCommit(db: DatabaseSync): Commit {
  const message = db.prepare('insert into messages values (?, ?, ?, 1, ?, null, 1)')
  const copy = db.prepare('insert into message_copies values (?, ?)')
  const event = db.prepare("insert into events values (?, ?, 'message.created', ?, null, 1, ?, 1)")
  const advance = db.prepare('update event_log set head = head + ?')
  const one = (each: Message) => {
    const [from, to, id] = [BigInt(each.sender), BigInt(each.recipient), BASE + BigInt(each.id)]
    message.run(id, from, to, contentOf(each))
    copy.run(from, id)
    copy.run(to, id)
    event.run(1_000_000_000 + each.id, systemClock.now(), from, factsOf(each))
  }
  return async (messages) => {
    db.exec('begin immediate')
    for (const each of messages) one(each)
    advance.run(messages.length)
    db.exec('commit')
  }
}

async function postgresCommit(sql: postgres.Sql, messages: readonly Message[]): Promise<void> {
  const run = (text: string, ...values: (string | number)[]) => sql.unsafe(text, values, { prepare: true })
  const list = (value: (each: Message) => string | number | bigint) => `{${messages.map(value).join(',')}}`
  const quoted = (value: (each: Message) => string) => list((each) => JSON.stringify(value(each)))
  const ids = list(({ id }) => BASE + BigInt(id))
  const [senders, recipients] = [list(({ sender }) => sender), list(({ recipient }) => recipient)]
  const copies = 'insert into message_copies select * from unnest($1::text::bigint[], $2::text::bigint[])'
  await Promise.all([
    sql.unsafe('begin'),
    run(
      `insert into messages (id, sender_id, recipient_id, app_id, content, checksum)
        select id, a, b, 1, content, 1 from
        unnest($1::text::bigint[], $2::text::bigint[], $3::text::bigint[], $4::text::text[]) as one (id, a, b, content)`,
      ids,
      senders,
      recipients,
      quoted(contentOf),
    ),
    run(copies, senders, ids),
    run(copies, recipients, ids),
    run(
      `insert into events (position, at, kind, user_id, partition, facts, checksum)
        select position, $3::text::bigint, 'message.created', a, 1, facts, 1 from
        unnest($1::text::bigint[], $2::text::bigint[], $4::text::text[]) as one (position, a, facts)`,
      list(({ id }) => 1_000_000_000 + id),
      senders,
      systemClock.now(),
      quoted(factsOf),
    ),
    run('update event_log set head = head + $1', messages.length),
    sql.unsafe('commit'),
  ])
}

answerCalls(methods, async () => {
  await app.close()
  await close()
})
