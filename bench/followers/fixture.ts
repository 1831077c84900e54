/** An account with many followers, an app that may read them, and where its pages begin. */
import { DatabaseSync } from 'node:sqlite'
import { databaseAddress } from '../../src/db/open.ts'
import { connect } from '../../src/db/postgres/session.ts'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { openRuntime } from '../../src/runtime.ts'
import type { Installation } from '../lib/installations.ts'

export const PAGE = 5_000

export interface Fixture {
  readonly star: bigint
  readonly bearerToken: string
  readonly followers: number
  /** Cursors of full pages: the newest one, one in the middle, the oldest one. */
  readonly cursors: readonly [bigint, bigint, bigint]
}

/**
 * Fills a place with what pages of followers are read from. Rows of other accounts lie between those of the star, as
 * they come in a network that grows; the ids have 19 digits, the most there are.
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
      from ${numbers} as numbers, (select 0 as other union all select 1) as others`,
    ...settle(place, 'followers'),
  ])
  // A page begins below its cursor, so that is the row just newer than it.
  const below = (newer: number) => (newer === 0 ? -1n : positionOf(followers - newer + 1))
  const oldest = followers - PAGE
  return { star, bearerToken, followers, cursors: [-1n, below(Math.floor(oldest / 2)), below(oldest)] }
}

/** Suspends `hidden` of the followers, evenly spread, and nobody else. */
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

/** The follower number `i`, as SQL: in no order. */
const FOLLOWER = '1200000000000000000 + (i * 7919 % 1000003) * 400000000003'
/** Where it stands: the higher the number, the newer. */
const POSITION = '1400000000000000000 + i * 1000003'

function positionOf(i: number): bigint {
  return 1_400_000_000_000_000_000n + BigInt(i) * 1_000_003n
}

/** The numbers `i` from 1, as SQL. */
function numbersTo({ engine }: Installation, last: number): string {
  return engine === 'sqlite'
    ? `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${last}) select i from n)`
    : `(select generate_series(1::bigint, ${last}) as i)`
}

/** What happens by itself in a while, at a moment of its own choosing. */
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
