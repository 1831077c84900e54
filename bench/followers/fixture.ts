/** An account with many followers, an app that may read them, and where its pages begin. */
import { DatabaseSync } from 'node:sqlite'
import { databaseAddress } from '../../src/db/open.ts'
import { connect } from '../../src/db/postgres/session.ts'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { openRuntime } from '../../src/runtime.ts'
import type { Place } from '../lib/places.ts'

export const PAGE = 5_000

export interface Fixture {
  readonly star: bigint
  readonly bearerToken: string
  readonly followers: number
  /** Cursors of full pages: the first one, one in the middle, the last one. */
  readonly cursors: readonly [bigint, bigint, bigint]
}

/**
 * Fills a place. Rows of other accounts lie between those of the star, as they come in a network that grows; the
 * ids have 19 digits, the longest there are. Of each 100 followers `hidden` are suspended.
 */
export async function fill(place: Place, followers: number, hidden: number): Promise<Fixture> {
  const runtime = await openRuntime(place.config, { manner: 'command' })
  const star = await createUser(runtime.context, { screenName: 'star' })
  const { bearerToken } = await createApp(runtime.context, {
    name: 'bench',
    ownerId: star.id,
    permissions: 'read',
  })
  await runtime.close()
  const fixture = (positions: readonly bigint[]): Fixture => {
    const [middle = 0n, last = 0n] = positions
    return { star: star.id, bearerToken, followers, cursors: [-1n, middle, last] }
  }
  // The row just newer than a page is its cursor.
  const offsets = [Math.floor((followers - PAGE) / 2) - 1, followers - PAGE - 1]
  return place.engine === 'sqlite'
    ? fixture(fillSqlite(place, star.id, followers, hidden, offsets))
    : fixture(await fillPostgres(place, star.id, followers, hidden, offsets))
}

/** The id of the follower number `i` as SQL: 19 digits, in no order. */
const FOLLOWER = '1200000000000000000 + (i * 7919 % 1000003) * 400000000003'
const POSITION = '1400000000000000000 + i * 1000003'

function edges(star: bigint, numbers: string): string {
  return `insert into followers (followee_id, position, follower_id)
    select case when other = 0 then ${star} else 100 + i % 100003 end, ${POSITION} + other, ${FOLLOWER}
    from ${numbers}`
}

/** Statements that hide `hidden` of 100 followers; `numbers` counts from 1 to all of them. */
function hiding(numbers: string, hidden: number): readonly string[] {
  const chosen = `${numbers} where i % 100 < ${hidden}`
  return [
    `insert into users (id, screen_name, screen_name_key, name, created_at, suspended_at)
      select ${FOLLOWER}, 'user_' || i, 'user_' || i, 'x', 0, 0 from ${chosen}`,
    `insert into hidden_users (user_id) select ${FOLLOWER} from ${chosen}`,
  ]
}

function nth(star: bigint, offset: number): string {
  return `select position from followers where followee_id = ${star} order by position desc limit 1 offset ${offset}`
}

function fillSqlite(
  place: Place,
  star: bigint,
  followers: number,
  hidden: number,
  offsets: number[],
): bigint[] {
  const db = new DatabaseSync(databaseAddress(place.config).file)
  try {
    const count = `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${followers}) select i from n)`
    db.exec('begin')
    db.exec(edges(star, `${count}, (select 0 as other union all select 1)`))
    for (const statement of hiding(count, hidden)) db.exec(statement)
    db.exec('commit')
    db.exec('pragma wal_checkpoint(truncate)')
    return offsets.map((offset) => {
      if (offset < 0) return -1n
      const statement = db.prepare(nth(star, offset))
      statement.setReadBigInts(true)
      return statement.get()?.['position'] as bigint
    })
  } finally {
    db.close()
  }
}

async function fillPostgres(
  place: Place,
  star: bigint,
  followers: number,
  hidden: number,
  offsets: number[],
): Promise<bigint[]> {
  const sql = connect({ url: place.config.database, connections: 1, name: 'bench' })
  try {
    const count = `generate_series(1::bigint, ${followers}) as i`
    await sql.unsafe(edges(star, `${count}, generate_series(0, 1) as other`))
    for (const statement of hiding(count, hidden)) await sql.unsafe(statement)
    // As autovacuum would in a while, at a moment of its own choosing.
    await sql.unsafe('vacuum analyze followers')
    await sql.unsafe('checkpoint')
    return Promise.all(
      offsets.map(async (offset) => {
        if (offset < 0) return -1n
        const [row] = await sql.unsafe<{ position: bigint }[]>(nth(star, offset))
        return row?.position ?? -1n
      }),
    )
  } finally {
    await sql.end()
  }
}
