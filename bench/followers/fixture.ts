/**
 * Fills a database with an account that has many followers and an app that may read them, and computes
 * cursors of its pages.
 */
import { DatabaseSync } from 'node:sqlite'
import { databaseAddress } from '../../src/db/open.ts'
import { connect } from '../../src/db/postgres/session.ts'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { openRuntime } from '../../src/runtime.ts'
import type { Installation } from '../lib/installations.ts'

export const PAGE = 5_000

/**
 * With more followers than this, rows are inserted in the order of their keys, in minutes instead of hours.
 */
const MAX_INTERLEAVED = 1_000_000

export interface Fixture {
  readonly star: bigint
  readonly bearerToken: string
  readonly followers: number
  /** Cursors of full pages: the newest, a middle and the oldest one. */
  readonly cursors: readonly [bigint, bigint, bigint]
}

/**
 * Fills a database for pages of followers. Between the followers of the account, follows of other accounts
 * are inserted, as in a growing network. The ids of followers have 19 digits, the maximum.
 */
export async function fill(place: Installation, followers: number): Promise<Fixture> {
  const runtime = await openRuntime(place.config, { manner: 'command' })
  const { id: star } = await createUser(runtime.context, { screenName: 'star' })
  const { bearerToken } = await createApp(runtime.context, {
    name: 'bench',
    ownerId: star,
    permissions: 'read',
  })
  await runtime.close()
  const numbers = numbersTo(place, followers)
  await execute(place, [
    `insert into followers (followee_id, position, follower_id)
      select case when other = 0 then ${star} else 100 + i % 100003 end, ${POSITION} + other, ${FOLLOWER}
      from ${numbers} as numbers, (select 0 as other union all select 1) as others
      ${followers > MAX_INTERLEAVED ? 'order by 1, 2' : ''}`,
    ...settle(place, 'followers'),
  ])
  // A page begins below its cursor. The cursor is the position of the next newer row.
  const below = (newer: number) => (newer === 0 ? -1n : positionOf(followers - newer + 1))
  const oldest = followers - PAGE
  return { star, bearerToken, followers, cursors: [-1n, below(Math.floor(oldest / 2)), below(oldest)] }
}

/** Suspends `hidden` followers, evenly spread. */
export async function hide(place: Installation, followers: number, hidden: number): Promise<void> {
  const chosen = `${numbersTo(place, followers)} as numbers where i % ${Math.floor(followers / hidden)} = 0`
  await execute(place, [
    'delete from hidden_users',
    `insert into users (id, screen_name, screen_name_key, name, created_at, suspended_at)
      select ${FOLLOWER}, 'user_' || i, 'user_' || i, 'x', 0, 0 from ${chosen} on conflict do nothing`,
    `insert into hidden_users (user_id) select ${FOLLOWER} from ${chosen}`,
    ...settle(place, 'hidden_users'),
  ])
}

/** The id of follower number `i` in SQL. The ids are in random order. */
const FOLLOWER = '1200000000000000000 + (i * 7919 % 1000003) * 400000000003'
/** Position of follower number `i`. A larger number is newer. */
const POSITION = '1400000000000000000 + i * 1000003'

function positionOf(i: number): bigint {
  return 1_400_000_000_000_000_000n + BigInt(i) * 1_000_003n
}

/** The numbers `i` from 1, in SQL. */
function numbersTo({ engine }: Installation, last: number): string {
  return engine === 'sqlite'
    ? `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${last}) select i from n)`
    : `(select generate_series(1::bigint, ${last}) as i)`
}

/** Runs maintenance that the database would otherwise run later by itself. */
function settle({ engine }: Installation, table: string): readonly string[] {
  return engine === 'sqlite' ? ['pragma wal_checkpoint(truncate)'] : [`vacuum analyze ${table}`, 'checkpoint']
}

async function execute({ engine, config }: Installation, statements: readonly string[]): Promise<void> {
  if (engine === 'sqlite') {
    const db = new DatabaseSync(databaseAddress(config).file)
    for (const statement of statements) db.exec(statement)
    db.close()
    return
  }
  const sql = connect({ url: config.database, connections: 1, name: 'bench' })
  for (const statement of statements) await sql.unsafe(statement)
  await sql.end()
}
