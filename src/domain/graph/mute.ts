import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import { requireUser } from '../accounts/user.ts'
import { type Context, Refusal } from '../context.ts'

export interface MuteInput {
  readonly userId: bigint
  readonly mutedId: bigint
}

/**
 * Mutes a user for another user. The muted user is not notified.
 * @returns false if the mute existed already
 * @throws {Refusal} `user-not-found`, `mutes-oneself`
 */
export async function mute(context: Context, { userId, mutedId }: MuteInput): Promise<boolean> {
  if (userId === mutedId) throw new Refusal('mutes-oneself', 'a user cannot mute itself')
  const now = context.clock.now()
  // Awaits only an id that is not ready, because commands must run in the order of their calls.
  const made = context.ids.make()
  const position = typeof made === 'bigint' ? made : await made
  return context.store.write(async (tx) => {
    await requireUser(tx, { id: mutedId })
    const added = await tx.run(insertMute, { user: userId, muted: mutedId, position })
    if (added > 0) append(tx, now, { kind: 'user.muted', user_id: userId, muted_id: mutedId })
    return added > 0
  })
}

/**
 * Removes a mute.
 * @throws {Refusal} `not-muting`
 */
export async function unmute(context: Context, { userId, mutedId }: MuteInput): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    const removed = await tx.run(deleteMute, { user: userId, muted: mutedId })
    if (removed === 0) throw new Refusal('not-muting', `${userId} is not muting ${mutedId}`)
    append(tx, now, { kind: 'user.unmuted', user_id: userId, muted_id: mutedId })
  })
}

const insertMute = query<{ user: bigint; muted: bigint; position: bigint }>()((k, p) =>
  k
    .insertInto('mutes')
    .values({ user_id: p('user'), position: p('position'), muted_id: p('muted') })
    .onConflict((conflict) => conflict.columns(['user_id', 'muted_id']).doNothing()),
)

// Uses the unique index mutes_pair.
const deleteMute = query<{ user: bigint; muted: bigint }>()((k, p) =>
  k.deleteFrom('mutes').where('user_id', '=', p('user')).where('muted_id', '=', p('muted')),
)
