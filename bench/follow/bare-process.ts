/**
 * A Fastify route that inserts or deletes the rows of a follow with the bare driver and hand-written
 * statements. Waiting requests share a transaction. The route has no checks, reads or authentication.
 */
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import postgres from 'postgres'
import { systemClock } from '../../src/lib/time/clock.ts'
import { batcher } from '../lib/batcher.ts'
import { answerCalls } from '../lib/child.ts'

interface Change {
  readonly verb: 'create' | 'destroy'
  readonly follower: string
  readonly followee: string
  /** Position of the edge and of the event. */
  readonly position: number
}

type Commit = (changes: readonly Change[]) => Promise<unknown>

const app = Fastify({ logger: false })
let commit: Commit | undefined
let close = async () => undefined
let position = 0

export const methods = {
  openSqlite(file: string): void {
    const db = new DatabaseSync(file)
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000')
    commit = sqliteCommit(db)
  },

  async openPostgres(url: string): Promise<void> {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    commit = (changes) => postgresCommit(sql, changes)
    close = () => sql.end() as Promise<undefined>
  },

  async serve(body: string): Promise<string> {
    const gathered = batcher<Change>(async (changes) => commit?.(changes))
    for (const verb of ['create', 'destroy'] as const) {
      app.post(`/${verb}`, async (request, reply) => {
        const { follower, followee } = request.query as { follower: string; followee: string }
        position += 1
        await gathered({ verb, follower, followee, position })
        reply.header('content-type', 'application/json;charset=utf-8')
        return body
      })
    }
    return app.listen({ host: '127.0.0.1', port: 0 })
  },
}

function factsOf({ follower, followee }: Change): string {
  return `{"user_id":"${follower}","followee_id":"${followee}"}`
}

const KINDS = { create: 'user.followed', destroy: 'user.unfollowed' } as const

function sqliteCommit(db: DatabaseSync): Commit {
  const friend = db.prepare('insert into friends (follower_id, position, followee_id) values (?, ?, ?)')
  const follower = db.prepare('insert into followers (followee_id, position, follower_id) values (?, ?, ?)')
  const unfriend = db.prepare(
    'delete from friends where follower_id = ? and followee_id = ? returning position',
  )
  const unfollower = db.prepare('delete from followers where followee_id = ? and position = ?')
  const friends = db.prepare('update user_counts set friends_count = friends_count + ? where user_id = ?')
  const followers = db.prepare(
    'update user_counts set followers_count = followers_count + ? where user_id = ?',
  )
  const event = db.prepare('insert into events values (?, ?, ?, ?, null, 1, ?, 1)')
  const advance = db.prepare('update event_log set head = head + ?')
  const one = (change: Change) => {
    const [from, to] = [BigInt(change.follower), BigInt(change.followee)]
    if (change.verb === 'create') {
      friend.run(from, change.position, to)
      follower.run(to, change.position, from)
    } else {
      const removed = unfriend.get(from, to)
      unfollower.run(to, removed?.['position'] ?? null)
    }
    const by = change.verb === 'create' ? 1 : -1
    friends.run(by, from)
    followers.run(by, to)
    event.run(1_000_000_000 + change.position, systemClock.now(), KINDS[change.verb], from, factsOf(change))
  }
  return async (changes) => {
    db.exec('begin immediate')
    for (const change of changes) one(change)
    advance.run(changes.length)
    db.exec('commit')
  }
}

async function postgresCommit(sql: postgres.Sql, changes: readonly Change[]): Promise<void> {
  const created = changes.filter(({ verb }) => verb === 'create')
  const destroyed = changes.filter(({ verb }) => verb === 'destroy')
  const run = (text: string, ...values: (string | number)[]) => sql.unsafe(text, values, { prepare: true })
  const list = (of: readonly Change[], value: (change: Change) => string | number) =>
    `{${of.map(value).join(',')}}`
  const ends = (of: readonly Change[]) => [list(of, (one) => one.follower), list(of, (one) => one.followee)]
  const sent: Promise<unknown>[] = [sql.unsafe('begin')]
  if (created.length > 0) {
    const columns = [...ends(created), list(created, (one) => one.position)]
    sent.push(
      run(`insert into friends (follower_id, followee_id, position) ${ROWS}`, ...columns),
      run(`insert into followers (follower_id, followee_id, position) ${ROWS}`, ...columns),
      run(counting('friends_count', 'a', '+'), ...ends(created)),
      run(counting('followers_count', 'b', '+'), ...ends(created)),
    )
  }
  if (destroyed.length > 0) {
    const columns = ends(destroyed)
    sent.push(
      run(
        `with gone as (delete from friends using ${PAIRS} where follower_id = a and followee_id = b
          returning followee_id, position)
        delete from followers using gone
          where followers.followee_id = gone.followee_id and followers.position = gone.position`,
        ...columns,
      ),
      run(counting('friends_count', 'a', '-'), ...columns),
      run(counting('followers_count', 'b', '-'), ...columns),
    )
  }
  const facts = changes.map((change) => JSON.stringify(factsOf(change)))
  sent.push(
    run(
      `insert into events (position, at, kind, user_id, partition, facts, checksum)
        select position, $4::text::bigint, kind, a, 1, facts, 1 from
        unnest($1::text::bigint[], $2::text::text[], $3::text::bigint[], $5::text::text[]) as one (position, kind, a, facts)`,
      list(changes, (one) => 1_000_000_000 + one.position),
      list(changes, ({ verb }) => KINDS[verb]),
      list(changes, (one) => one.follower),
      systemClock.now(),
      `{${facts.join(',')}}`,
    ),
    run('update event_log set head = head + $1', changes.length),
    sql.unsafe('commit'),
  )
  await Promise.all(sent)
}

const ROWS = 'select * from unnest($1::text::bigint[], $2::text::bigint[], $3::text::bigint[])'
const PAIRS = '(select * from unnest($1::text::bigint[], $2::text::bigint[]) as pair (a, b)) as pair'

/** Every client has its own users, so a user occurs only once in a group. */
function counting(column: string, user: 'a' | 'b', sign: '+' | '-'): string {
  return `update user_counts set ${column} = ${column} ${sign} 1 from ${PAIRS} where user_id = pair.${user}`
}

answerCalls(methods, async () => {
  await app.close()
  await close()
})
