/** Settings of a follow, which the follower chooses: reposts and notifications. */
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import type { EdgeEnds } from './pair-state.ts'
import { relationOf } from './relations.ts'

export interface SettingsChange {
  /** A field that is undefined stays unchanged. */
  readonly wantsRetweets?: boolean | undefined
  readonly wantsNotifications?: boolean | undefined
}

export interface FollowSettingsInput extends SettingsChange, EdgeEnds {}

/** The settings of a follow. */
export interface Settings extends EdgeEnds {
  readonly wantsRetweets: boolean
  readonly wantsNotifications: boolean
}

/**
 * Changes the settings of a follow.
 * @throws {Refusal} `not-following`
 */
export async function updateFollowSettings(context: Context, input: FollowSettingsInput): Promise<void> {
  await context.store.write(async (tx) => {
    const [, relation] = await Promise.all([
      // The lock makes a concurrent unfollow wait. Without the lock, these settings could remain without an edge
      // (follow).
      lockUsers(tx, [input.follower, input.followee]),
      relationOf(tx, input.follower, input.followee),
    ])
    if (!relation.following) {
      throw new Refusal('not-following', `${input.follower} does not follow ${input.followee}`)
    }
    // No event: these settings affect only the follower.
    await putSettings(tx, [
      {
        ...input,
        wantsRetweets: input.wantsRetweets ?? relation.wantsRetweets,
        wantsNotifications: input.wantsNotifications ?? relation.wantsNotifications,
      },
    ])
  })
}

/** Inserts or replaces settings. If the list has several settings for one edge, the last settings are stored. */
export async function putSettings(tx: Tx, settings: readonly Settings[]): Promise<void> {
  const last = new Map(settings.map((one) => [`${one.follower} ${one.followee}`, one]))
  await upsertSettings(
    tx,
    Array.from(last.values(), ({ follower, followee, wantsRetweets, wantsNotifications }) => [
      follower,
      followee,
      wantsRetweets ? 1 : 0,
      wantsNotifications ? 1 : 0,
    ]),
  )
}

/** Removes the settings of edges. The caller removes the edges. */
export async function removeSettings(tx: Tx, edges: readonly EdgeEnds[]): Promise<void> {
  await deleteSettings(
    tx,
    edges.map(({ follower, followee }) => [follower, followee]),
  )
}

/** Maximum number of ids that friendships/no_retweets/ids returns. */
const MAX_NO_RETWEETS_IDS = 5_000

/**
 * Ids of the users whom a user follows without reposts, in ascending order. Hidden users are excluded; at most 5,000
 * ids.
 */
export async function noRetweetsIds(reader: Reader, userId: bigint): Promise<readonly bigint[]> {
  const rows = await reader.rows(withoutRetweets, { user: userId })
  return rows.map((row) => row.followee_id)
}

const upsertSettings = bulk(
  {
    follower_id: 'integer',
    followee_id: 'integer',
    wants_retweets: 'integer',
    wants_notifications: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('follow_settings')
      .columns(['follower_id', 'followee_id', 'wants_retweets', 'wants_notifications'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.columns(['follower_id', 'followee_id']).doUpdateSet((eb) => ({
          wants_retweets: eb.ref('excluded.wants_retweets'),
          wants_notifications: eb.ref('excluded.wants_notifications'),
        })),
      ),
)

const deleteSettings = bulk({ follower_id: 'integer', followee_id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('follow_settings').where(listed),
)

// Uses the primary keys of follow_settings and hidden_users.
const withoutRetweets = query<{ user: bigint }>()((k, p) =>
  k
    .selectFrom('follow_settings')
    .select('followee_id')
    .where('follower_id', '=', p('user'))
    .where('wants_retweets', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('hidden_users')
            .select('user_id')
            .whereRef('hidden_users.user_id', '=', 'follow_settings.followee_id'),
        ),
      ),
    )
    .orderBy('followee_id')
    .limit(MAX_NO_RETWEETS_IDS),
)
