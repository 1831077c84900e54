/**
 * Sessions of users on Aviary's own pages. The browser stores the session id and the database stores only its hash, so
 * that read access to the database is not enough to sign in.
 */
import { query } from '../../db/query.ts'
import { hashSecret } from '../../lib/vault.ts'
import type { Context } from '../context.ts'
import { findUser, isHidden, type User } from './user.ts'

/** Lifetime of a session in milliseconds: 14 days. Use of the session does not extend it. */
export const SESSION_MS = 14 * 24 * 3_600_000

/** Opening a further session ends the oldest session of the user. */
const MAX_SESSIONS_PER_USER = 20
/** Number of expired sessions that opening a session removes. */
const MAX_EXPIRED_REMOVED = 50
const ID_BYTES = 32

/** 32 random bytes in base64url. */
const ID = /^[A-Za-z0-9_-]{43}$/

/** An unpredictable id, for a session or for a browser without a session. */
export function makeSessionId({ random }: Pick<Context, 'random'>): string {
  return random(ID_BYTES).toString('base64url')
}

/** True if a text has the form of an id. */
export function isSessionId(text: string): boolean {
  return ID.test(text)
}

/**
 * Opens a session with a new id, which prevents session fixation.
 * @param before the previous session id of the browser; the previous session ends
 * @returns the new id
 */
export async function openSession(context: Context, userId: bigint, before: string): Promise<string> {
  const id = makeSessionId(context)
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    // No event: only Aviary's own pages use sessions.
    await tx.run(deleteExpired, { now })
    await tx.run(deleteSession, { hash: hashSecret(before) })
    await tx.run(deleteOldest, { userId })
    await tx.run(insertSession, { hash: hashSecret(id), userId, expiresAt: now + SESSION_MS })
  })
  return id
}

/** The user of a live session; undefined also while the user is suspended or deactivated. */
export async function findSessionUser({ store, clock }: Context, id: string): Promise<User | undefined> {
  if (!isSessionId(id)) return undefined
  const session = await store.first(liveSession, { hash: hashSecret(id), now: clock.now() })
  if (session === undefined) return undefined
  const user = await findUser(store, { id: session.user_id })
  return user === undefined || isHidden(user) ? undefined : user
}

/** Ends a session; does nothing for an unknown id. */
export async function endSession({ store }: Context, id: string): Promise<void> {
  // No event: only Aviary's own pages use sessions.
  await store.write((tx) => tx.run(deleteSession, { hash: hashSecret(id) }))
}

const insertSession = query<{ hash: string; userId: bigint; expiresAt: number }>()((k, p) =>
  k.insertInto('sessions').values({ id_hash: p('hash'), user_id: p('userId'), expires_at: p('expiresAt') }),
)

const liveSession = query<{ hash: string; now: number }>()((k, p) =>
  k
    .selectFrom('sessions')
    .select('user_id')
    .where('id_hash', '=', p('hash'))
    .where('expires_at', '>', p('now')),
)

const deleteSession = query<{ hash: string }>()((k, p) =>
  k.deleteFrom('sessions').where('id_hash', '=', p('hash')),
)

// Uses the index sessions_user. Deletes enough sessions for a new session to stay within the limit. Sessions of the
// same time are ordered by hash.
const deleteOldest = query<{ userId: bigint }>()((k, p) =>
  k
    .deleteFrom('sessions')
    .where('user_id', '=', p('userId'))
    .where('id_hash', 'not in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id_hash')
        .where('user_id', '=', p('userId'))
        .orderBy('expires_at', 'desc')
        .orderBy('id_hash')
        .limit(MAX_SESSIONS_PER_USER - 1),
    ),
)

// Uses the index sessions_expiry.
const deleteExpired = query<{ now: number }>()((k, p) =>
  k
    .deleteFrom('sessions')
    .where('id_hash', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id_hash')
        .where('expires_at', '<=', p('now'))
        .orderBy('expires_at')
        .limit(MAX_EXPIRED_REMOVED),
    ),
)
