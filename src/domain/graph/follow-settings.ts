/** What a follower wants of whom it follows: retweets, notifications. */
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { type Context, Refusal } from '../context.ts'
import { type Relation, relationOf } from './relations.ts'

export interface Wishes {
  /** Left as they are when undefined. */
  readonly wantsRetweets?: boolean | undefined
  readonly wantsNotifications?: boolean | undefined
}

export interface FollowSettingsInput extends Wishes {
  readonly follower: bigint
  readonly followee: bigint
}

/**
 * Changes what a follower wants.
 * @throws {Refusal} `not-following`
 */
export async function updateFollowSettings(context: Context, input: FollowSettingsInput): Promise<void> {
  await context.store.write(async (tx) => {
    const relation = await relationOf(tx, input.follower, input.followee)
    if (!relation.following) {
      throw new Refusal('not-following', `${input.follower} does not follow ${input.followee}`)
    }
    // No event: what a follower wants to see of somebody is nobody else's concern.
    await changeSettings(tx, input, relation, input)
  })
}

/** Stores what changes of the wishes of `relation`. */
export async function changeSettings(
  tx: Tx,
  { follower, followee }: Pick<FollowSettingsInput, 'follower' | 'followee'>,
  relation: Relation,
  { wantsRetweets, wantsNotifications }: Wishes,
): Promise<void> {
  const retweets = wantsRetweets ?? (relation.following ? relation.wantsRetweets : true)
  const notifications = wantsNotifications ?? relation.wantsNotifications
  const isSame = relation.following
    ? retweets === relation.wantsRetweets && notifications === relation.wantsNotifications
    : retweets && !notifications
  if (isSame) return
  await tx.run(upsertSettings, {
    follower,
    followee,
    retweets: retweets ? 1 : 0,
    notifications: notifications ? 1 : 0,
  })
}

/** Forgets the wishes when the edge goes. */
export async function forgetSettings(tx: Tx, follower: bigint, followee: bigint): Promise<void> {
  await tx.run(deleteSettings, { follower, followee })
}

/** Most ids that friendships/no_retweets/ids gives. */
const NO_RETWEETS_MOST = 5_000

/** Whom a user follows without wanting their retweets, by id; at most 5,000. */
export async function noRetweetsIds(reader: Reader, userId: bigint): Promise<readonly bigint[]> {
  const rows = await reader.rows(withoutRetweets, { user: userId })
  return rows.map((row) => row.followee_id)
}

const upsertSettings = query<{
  follower: bigint
  followee: bigint
  retweets: number
  notifications: number
}>()((k, p) =>
  k
    .insertInto('follow_settings')
    .values({
      follower_id: p('follower'),
      followee_id: p('followee'),
      wants_retweets: p('retweets'),
      wants_notifications: p('notifications'),
    })
    .onConflict((conflict) =>
      conflict.columns(['follower_id', 'followee_id']).doUpdateSet((eb) => ({
        wants_retweets: eb.ref('excluded.wants_retweets'),
        wants_notifications: eb.ref('excluded.wants_notifications'),
      })),
    ),
)

const deleteSettings = query<{ follower: bigint; followee: bigint }>()((k, p) =>
  k
    .deleteFrom('follow_settings')
    .where('follower_id', '=', p('follower'))
    .where('followee_id', '=', p('followee')),
)

const withoutRetweets = query<{ user: bigint }>()((k, p) =>
  k
    .selectFrom('follow_settings')
    .select('followee_id')
    .where('follower_id', '=', p('user'))
    .where('wants_retweets', '=', 0)
    .orderBy('followee_id')
    .limit(NO_RETWEETS_MOST),
)
