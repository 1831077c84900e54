import { query } from '../../../db/query.ts'
import type { Outcome, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { findUsers, lockUsers } from '../../accounts/find-users.ts'
import { requireUserStep, type TakenUserStep } from '../../accounts/user-states.ts'
import { type AuditStamp, auditStamp, recordAudit } from '../../audit/record-audit.ts'
import { type Context, Refusal } from '../../context.ts'
import { outcomeOf } from '../../outcome.ts'

export interface ScrubGeoInput {
  readonly userId: bigint
  /** Id of the newest post whose location is deleted. */
  readonly upToId: bigint
  /** Reason, for the event and the audit log. */
  readonly reason?: string | undefined
  /** Name of the operator, stored in the event. */
  readonly actor?: string | undefined
}

/**
 * Deletes the locations of a user's posts up to and including an id (spec/compliance-stream.md#events). Appends an
 * event even if no post has a location, because copies on other services may have a location. Concurrent requests share
 * their statements.
 * @returns the number of deleted locations
 * @throws {Refusal} `user-not-found`
 */
export async function scrubGeo(context: Context, input: ScrubGeoInput): Promise<number> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  return context.store.writeBatched(scrubGeos, { ...input, now: context.clock.now(), stamp })
}

/** A deletion of locations inside a transaction of the caller. */
export interface GeoScrubRequest extends ScrubGeoInput {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Undefined when no operator acts. */
  readonly stamp?: AuditStamp | undefined
}

/** As {@link scrubGeo}, for many users inside a transaction. */
export async function scrubGeos(
  tx: Tx,
  inputs: readonly GeoScrubRequest[],
): Promise<readonly Outcome<number>[]> {
  const ids = [...new Set(inputs.map(({ userId }) => userId))]
  const [, users] = await Promise.all([lockUsers(tx, ids), findUsers(tx, ids)])
  return Promise.all(
    inputs.map(async (request) => {
      const { userId, now } = request
      const taken = outcomeOf(() => {
        const user = users.get(userId)
        if (user === undefined) throw new Refusal('user-not-found', `there is no user with the id ${userId}`)
        return requireUserStep(user, 'scrub_geo', now)
      })
      return 'refusal' in taken ? taken : { value: await scrub(tx, request, taken.value) }
    }),
  )
}

async function scrub(
  tx: Tx,
  { userId, upToId, reason, actor, now, stamp }: GeoScrubRequest,
  { event: kind }: TakenUserStep<'scrub_geo'>,
): Promise<number> {
  append(tx, now, {
    kind,
    user_id: userId,
    up_to_post_id: upToId,
    reason: reason ?? '',
    ...(actor === undefined ? {} : { actor }),
  })
  const details = { up_to_id: String(upToId) }
  await recordAudit(tx, stamp, {
    action: 'user.scrub_geo',
    subject: { kind: 'user', key: userId },
    reason,
    details,
  })
  const [scrubbed] = await Promise.all([
    tx.run(deleteGeos, { user: userId, upTo: upToId }),
    tx.run(noteScrub, { user: userId, upTo: upToId, now }),
  ])
  return scrubbed
}

// Uses the primary key.
const deleteGeos = query<{ user: bigint; upTo: bigint }>()((k, p) =>
  k.deleteFrom('post_geos').where('user_id', '=', p('user')).where('post_id', '<=', p('upTo')),
)

// The id stays if an earlier deletion noted a greater id.
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
