import { query } from '../../db/query.ts'
import { append } from '../../events/append.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { demandUser } from '../accounts/user.ts'
import type { Context } from '../context.ts'

export interface ScrubGeoInput {
  readonly userId: bigint
  /** The newest post that is scrubbed. */
  readonly upToId: bigint
  /** Why, for the record. */
  readonly reason?: string | undefined
  /** Who does it, for the record. */
  readonly actor?: string | undefined
}

/**
 * Forgets where a user's posts were written, up to and with one id (spec/compliance-stream.md section 3); how many
 * posts had it. It is told whether or not any had: others may know what is gone here.
 * @throws {Refusal} `user-not-found`
 */
export async function scrubGeo(
  context: Context,
  { userId, upToId, reason, actor }: ScrubGeoInput,
): Promise<number> {
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockUsers(tx, [userId])
    await demandUser(tx, { id: userId })
    const scrubbed = await tx.run(deleteGeos, { user: userId, upTo: upToId })
    await tx.run(noteScrub, { user: userId, upTo: upToId, now })
    append(tx, now, {
      kind: 'user.geo_scrubbed',
      user_id: userId,
      up_to_post_id: upToId,
      reason: reason ?? '',
      ...(actor === undefined ? {} : { actor }),
    })
    return scrubbed
  })
}

// Uses the primary key.
const deleteGeos = query<{ user: bigint; upTo: bigint }>()((k, p) =>
  k.deleteFrom('post_geos').where('user_id', '=', p('user')).where('post_id', '<=', p('upTo')),
)

// A scrub never reaches less far than an earlier one.
const noteScrub = query<{ user: bigint; upTo: bigint; now: number }>()((k, p) =>
  k
    .insertInto('geo_scrubs')
    .values({ user_id: p('user'), up_to_post_id: p('upTo'), scrubbed_at: p('now') })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((eb) => ({
          up_to_post_id: eb.ref('excluded.up_to_post_id'),
          scrubbed_at: eb.ref('excluded.scrubbed_at'),
        }))
        .whereRef('excluded.up_to_post_id', '>', 'geo_scrubs.up_to_post_id'),
    ),
)
