/**
 * Sessions of users on Aviary's own pages. The browser holds the id, the store only its hash: who reads the
 * database can sign in as nobody.
 */
import { query } from '../../db/query.ts'
import { hashSecret } from '../../lib/vault.ts'
import type { Context } from '../context.ts'
import { findUser, isHidden, type User } from './user.ts'

/** Milliseconds after which a session ends, however it was used: 14 days. */
export const SESSION_MS = 14 * 24 * 3_600_000

/** Sessions of one user; a further one ends the oldest. */
const MAX_SESSIONS_PER_USER = 20
/** Expired sessions that are removed for each one that is opened. */
const MAX_EXPIRED_REMOVED = 50
const ID_BYTES = 32

/** What an id looks like: 32 random bytes in base64url. */
const ID = /^[A-Za-z0-9_-]{43}$/

/** An unpredictable id, of a session or of a visitor who has none. */
export function makeSessionId({ random }: Pick<Context, 'random'>): string {
  return random(ID_BYTES).toString('base64url')
}

/** Whether a text could be an id at all. */
export function isSessionId(text: string): boolean {
  return ID.test(text)
}

/**
 * Opens a session under an id that nobody knew before.
 * @param before the id that the browser showed until now; its session ends
 */
export async function openSession(context: Context, userId: bigint, before: string): Promise<string> {
  const id = makeSessionId(context)
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    // No event: a session is between a browser and Aviary's pages; nothing that is live hears of it.
    await tx.run(deleteExpired, { now })
    await tx.run(deleteSession, { hash: hashSecret(before) })
    await tx.run(deleteOldest, { userId })
    await tx.run(insertSession, { hash: hashSecret(id), userId, expiresAt: now + SESSION_MS })
  })
  return id
}

/** The user whose live session it is; undefined also while the user is suspended or deactivated. */
export async function findSessionUser({ store, clock }: Context, id: string): Promise<User | undefined> {
  if (!isSessionId(id)) return undefined
  const session = await store.first(liveSession, { hash: hashSecret(id), now: clock.now() })
  if (session === undefined) return undefined
  const user = await findUser(store, { id: session.user_id })
  return user === undefined || isHidden(user) ? undefined : user
}

/** Ends a session, if there is one of that id. */
export async function endSession({ store }: Context, id: string): Promise<void> {
  // No event: as in openSession.
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

// Uses the index sessions_user. Leaves room for one more; on a tie of times the hash decides.
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
