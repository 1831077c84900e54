/** What a follower wants of whom it follows: retweets, notifications. */
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import type { EdgeEnds } from './pair-state.ts'
import { relationOf } from './relations.ts'

export interface SettingsChange {
  /** Left as they are when undefined. */
  readonly wantsRetweets?: boolean | undefined
  readonly wantsNotifications?: boolean | undefined
}

export interface FollowSettingsInput extends SettingsChange, EdgeEnds {}

/** All that a follower wants of whom it follows. */
export interface Settings extends EdgeEnds {
  readonly wantsRetweets: boolean
  readonly wantsNotifications: boolean
}

/**
 * Changes what a follower wants.
 * @throws {Refusal} `not-following`
 */
export async function updateFollowSettings(context: Context, input: FollowSettingsInput): Promise<void> {
  await context.store.write(async (tx) => {
    const [, relation] = await Promise.all([
      // Whoever takes the edge away now takes what is wanted of it with it.
      lockUsers(tx, [input.follower, input.followee]),
      relationOf(tx, input.follower, input.followee),
    ])
    if (!relation.following) {
      throw new Refusal('not-following', `${input.follower} does not follow ${input.followee}`)
    }
    // No event: what a follower wants to see of somebody is nobody else's concern.
    await putSettings(tx, [
      {
        ...input,
        wantsRetweets: input.wantsRetweets ?? relation.wantsRetweets,
        wantsNotifications: input.wantsNotifications ?? relation.wantsNotifications,
      },
    ])
  })
}

/** Stores what followers want, each in place of what was there. Of two for the same edge the later counts. */
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

/** Forgets what was wanted of edges that go. */
export async function removeSettings(tx: Tx, edges: readonly EdgeEnds[]): Promise<void> {
  await deleteSettings(
    tx,
    edges.map(({ follower, followee }) => [follower, followee]),
  )
}

/** Most ids that friendships/no_retweets/ids gives. */
const MAX_NO_RETWEETS_IDS = 5_000

/** Whom a user follows without wanting their retweets, by id, without hidden users; at most 5,000. */
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

// Uses the primary key and that of hidden_users.
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
