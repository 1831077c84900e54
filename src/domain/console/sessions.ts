/**
 * Sessions of the console (spec/console.md#console-sessions). The browser stores the session id and the database stores
 * only its hash, so that read access to the database is not enough to sign in.
 */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { hashSecret } from '../../lib/vault.ts'
import type { Context } from '../context.ts'
import { isPlainText } from '../plain-text.ts'
import { type ConsoleUser, consoleUserOf } from './console-account.ts'

const HOUR_MS = 3_600_000

/** Time without a request after which a session ends, in milliseconds. */
export const CONSOLE_IDLE_MS = 24 * HOUR_MS
/** Maximum lifetime of a session in milliseconds. */
export const CONSOLE_SESSION_MS = 14 * 24 * HOUR_MS
/** Maximum number of sessions of a console user; a further session ends the oldest session. */
export const MAX_CONSOLE_SESSIONS = 20
/** Minimum time between two updates of the time of the last use, in milliseconds. */
const SEEN_STEP_MS = 5 * 60_000
/** Number of expired sessions that opening a session removes. */
const MAX_EXPIRED_REMOVED = 50
const MAX_BROWSER_LENGTH = 200
const ID_BYTES = 32
/** 32 random bytes in base64url. */
const ID = /^[A-Za-z0-9_-]{43}$/

export interface ConsoleSession {
  /** Hash of the session id. The hash identifies the session on this server, but cannot be used to sign in. */
  readonly hash: string
  readonly user: ConsoleUser
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Time of the last use; the real time may be up to five minutes later. */
  readonly seenAt: number
  readonly expiresAt: number
}

export interface NewConsoleSession {
  readonly consoleUserId: bigint
  /** Header `user-agent` of the browser, for the list of sessions. */
  readonly browser: string
  /** Address of the client, for the list of sessions. */
  readonly address: string
  /** Id of the previous session of the browser. The new session ends the previous session. */
  readonly before: string | undefined
  /** Called after the commit with the hash of each session that ended because of the limit. */
  readonly onEnded?: (hash: string) => void
}

/**
 * Opens a session with a new id, which prevents session fixation.
 * @returns the id, for the cookie
 */
export async function openConsoleSession(
  context: Context,
  { consoleUserId, browser, address, before, onEnded }: NewConsoleSession,
): Promise<string> {
  const id = context.random(ID_BYTES).toString('base64url')
  const now = context.clock.now()
  const row = {
    hash: hashSecret(id),
    consoleUserId,
    now,
    expiresAt: now + CONSOLE_SESSION_MS,
    browser: shortened(browser),
    address: shortened(address),
  }
  const ended = await context.store.write(async (tx) => {
    // No event: only the console uses its sessions.
    await tx.run(deleteExpired, { now })
    if (before !== undefined) await tx.run(deleteSession, { hash: hashSecret(before) })
    const oldest = await tx.rows(beyondLimit, { consoleUserId })
    for (const { id_hash: hash } of oldest) await tx.run(deleteSession, { hash })
    await tx.run(insertSession, row)
    return oldest
  })
  for (const { id_hash: hash } of ended) onEnded?.(hash)
  return id
}

/** The live session with an id, and its user; undefined for any other text. Stores the time of use. */
export async function useConsoleSession(context: Context, id: string): Promise<ConsoleSession | undefined> {
  if (!ID.test(id)) return undefined
  const session = await findConsoleSession(context, hashSecret(id))
  const now = context.clock.now()
  if (session !== undefined && now - session.seenAt >= SEEN_STEP_MS) {
    // No event: only the console uses its sessions.
    await context.store.write((tx) => tx.run(noteUse, { hash: session.hash, now }))
  }
  return session
}

/**
 * The live session with that hash, and its user. Streams call this function to find out if their session has
 * ended. The call does not count as a use.
 */
export async function findConsoleSession(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  hash: string,
): Promise<ConsoleSession | undefined> {
  const now = clock.now()
  const row = await store.first(liveSession, { hash, now, idleSince: now - CONSOLE_IDLE_MS })
  if (row === undefined) return undefined
  return {
    hash,
    user: consoleUserOf(row),
    createdAt: row.session_created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
  }
}

/** Ends a session; does nothing for an unknown hash. */
export async function endConsoleSession({ store }: Context, hash: string): Promise<void> {
  // No event: only the console uses its sessions.
  await store.write((tx) => tx.run(deleteSession, { hash }))
}

/** Ends all sessions of a console user. @returns the hashes of the ended sessions */
export async function endAllConsoleSessions(
  { store }: Context,
  consoleUserId: bigint,
): Promise<readonly string[]> {
  return store.write(async (tx) => {
    // No event: only the console uses its sessions.
    const hashes = await sessionHashesOf(tx, consoleUserId)
    await tx.run(deleteSessionsOf, { consoleUserId })
    return hashes
  })
}

/** The hashes of all sessions of a console user, including expired sessions. */
export async function sessionHashesOf(reader: Reader, consoleUserId: bigint): Promise<readonly string[]> {
  return (await reader.rows(hashesOf, { consoleUserId })).map(({ id_hash }) => id_hash)
}

/** A session, as the list of a user's sessions shows it. */
export interface ListedConsoleSession extends Omit<ConsoleSession, 'user'> {
  readonly browser: string
  readonly address: string
}

/** The live sessions of a console user, newest first. */
export async function listConsoleSessions(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  consoleUserId: bigint,
): Promise<readonly ListedConsoleSession[]> {
  const now = clock.now()
  const rows = await store.rows(sessionsOf, { consoleUserId, now, idleSince: now - CONSOLE_IDLE_MS })
  return rows.map((row) => ({
    hash: row.id_hash,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    browser: row.browser,
    address: row.address,
  }))
}

function shortened(text: string): string {
  const short = text.slice(0, MAX_BROWSER_LENGTH).toWellFormed()
  return isPlainText(short) ? short : ''
}

interface SessionRow {
  hash: string
  consoleUserId: bigint
  now: number
  expiresAt: number
  browser: string
  address: string
}

const insertSession = query<SessionRow>()((k, p) =>
  k.insertInto('console_sessions').values({
    id_hash: p('hash'),
    console_user_id: p('consoleUserId'),
    created_at: p('now'),
    seen_at: p('now'),
    expires_at: p('expiresAt'),
    browser: p('browser'),
    address: p('address'),
  }),
)

// Uses the primary keys.
const liveSession = query<{ hash: string; now: number; idleSince: number }>()((k, p) =>
  k
    .selectFrom('console_sessions as s')
    .innerJoin('console_users as u', 'u.id', 's.console_user_id')
    .select([
      'u.id',
      'u.account_name',
      'u.email',
      'u.role',
      'u.user_id',
      'u.is_operator',
      's.seen_at',
      's.expires_at',
    ])
    .select('s.created_at as session_created_at')
    .where('s.id_hash', '=', p('hash'))
    .where('s.expires_at', '>', p('now'))
    .where('s.seen_at', '>', p('idleSince')),
)

const noteUse = query<{ hash: string; now: number }>()((k, p) =>
  k
    .updateTable('console_sessions')
    .set({ seen_at: p('now') })
    .where('id_hash', '=', p('hash')),
)

const deleteSession = query<{ hash: string }>()((k, p) =>
  k.deleteFrom('console_sessions').where('id_hash', '=', p('hash')),
)

// Uses the index console_sessions_user.
const deleteSessionsOf = query<{ consoleUserId: bigint }>()((k, p) =>
  k.deleteFrom('console_sessions').where('console_user_id', '=', p('consoleUserId')),
)

// Uses the index console_sessions_user.
const hashesOf = query<{ consoleUserId: bigint }>()((k, p) =>
  k.selectFrom('console_sessions').select('id_hash').where('console_user_id', '=', p('consoleUserId')),
)

// Uses the index console_sessions_user.
const sessionsOf = query<{ consoleUserId: bigint; now: number; idleSince: number }>()((k, p) =>
  k
    .selectFrom('console_sessions')
    .select(['id_hash', 'created_at', 'seen_at', 'expires_at', 'browser', 'address'])
    .where('console_user_id', '=', p('consoleUserId'))
    .where('expires_at', '>', p('now'))
    .where('seen_at', '>', p('idleSince'))
    .orderBy('created_at', 'desc')
    .orderBy('id_hash'),
)

// Uses the index console_sessions_user. Selects the sessions that must end, so that one more session is within the limit.
// Sessions of the same time are ordered by hash.
const beyondLimit = query<{ consoleUserId: bigint }>()((k, p) =>
  k
    .selectFrom('console_sessions')
    .select('id_hash')
    .where('console_user_id', '=', p('consoleUserId'))
    .orderBy('created_at', 'desc')
    .orderBy('id_hash')
    .limit(MAX_CONSOLE_SESSIONS)
    .offset(MAX_CONSOLE_SESSIONS - 1),
)

// Uses the index console_sessions_expiry.
const deleteExpired = query<{ now: number }>()((k, p) =>
  k
    .deleteFrom('console_sessions')
    .where('id_hash', 'in', (eb) =>
      eb
        .selectFrom('console_sessions')
        .select('id_hash')
        .where('expires_at', '<=', p('now'))
        .orderBy('expires_at')
        .limit(MAX_EXPIRED_REMOVED),
    ),
)
