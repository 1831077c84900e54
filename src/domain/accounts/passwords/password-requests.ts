/**
 * The queue of e-mails with password links (spec/pages.md#forgotten-passwords). A request stores the typed name and
 * does not look up the account. So the page does the same work for every name, and its response does not reveal which
 * accounts exist. The queue has no tokens, because the link is made when the e-mail is sent.
 */
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { type Context, Refusal } from '../../context.ts'
import { isPlainText } from '../../plain-text.ts'
import { canonicalLogin, MAX_LOGIN_LENGTH } from '../sign-in.ts'
import { findUser, isHidden, type User } from '../user.ts'

/** Maximum number of waiting requests, so that a flood of requests does not fill the database. */
const MAX_WAITING = 1_000

/** Time for which a taken request is not taken again, in milliseconds. An attempt takes less time. */
export const TAKEN_MS = 600_000

/** Delays before the further attempts, in milliseconds. After the last attempt the request is removed. */
export const RETRY_MS = [60_000, 5 * 60_000, 15 * 60_000, 30 * 60_000] as const

export interface PasswordRequest {
  readonly id: bigint
  /** Normalized screen name or e-mail address; empty for a text that cannot be either. */
  readonly login: string
  /** Number of attempts to send the e-mail, including the current attempt. */
  readonly attempts: number
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

/**
 * Queues an e-mail to the account with that name or address, if it exists. @throws {Refusal}
 * `password-requests-too-many`
 */
export async function requestPasswordMail(context: Context, typed: string): Promise<void> {
  const { store, clock, ids } = context
  const login = canonicalLogin(typed)
  const isLogin = login.length <= MAX_LOGIN_LENGTH && isPlainText(login)
  const row = { id: await ids.make(), login: isLogin ? login : '', now: clock.now() }
  await store.write(async (tx) => {
    // No event: a request is not a part of the network.
    const waiting = await tx.first(countWaiting, {})
    if (Number(waiting?.waiting ?? 0) >= MAX_WAITING)
      throw new Refusal('password-requests-too-many', `${MAX_WAITING} mails wait already`)
    await tx.run(insertRequest, row)
  })
}

/**
 * Takes the next request that is due. If two nodes call this function at the same time, only one of them gets the
 * request. Undefined when no request is due.
 */
export async function takePasswordRequest({
  store,
  clock,
}: Pick<Context, 'store' | 'clock'>): Promise<PasswordRequest | undefined> {
  const now = clock.now()
  for (;;) {
    const row = await store.first(nextDue, { now })
    if (row === undefined) return undefined
    const { id, login, due_at: dueAt, created_at: createdAt } = row
    // No event: a request is not a part of the network.
    const taken = await store.write((tx) => tx.run(takeRequest, { id, dueAt, until: now + TAKEN_MS }))
    if (taken > 0) return { id, login, attempts: row.attempts + 1, createdAt }
  }
}

/** Removes a request. */
export async function endPasswordRequest({ store }: Pick<Context, 'store'>, id: bigint): Promise<void> {
  // No event: a request is not a part of the network.
  await store.write((tx) => tx.run(deleteRequest, { id }))
}

/**
 * Schedules the next attempt of a failed request. @returns false after the last attempt; the request is then removed
 */
export async function retryPasswordRequest(
  context: Pick<Context, 'store' | 'clock'>,
  { id, attempts }: PasswordRequest,
): Promise<boolean> {
  const delay = RETRY_MS[attempts - 1]
  if (delay === undefined) {
    await endPasswordRequest(context, id)
    return false
  }
  const dueAt = context.clock.now() + delay
  // No event: a request is not a part of the network.
  await context.store.write((tx) => tx.run(postponeRequest, { id, dueAt }))
  return true
}

/**
 * The account with a normalized screen name or address, and its e-mail address; undefined for an unknown name, for an
 * account without an address, and for hidden users.
 */
export async function findMailAccount(
  reader: Reader,
  login: string,
): Promise<{ readonly user: User; readonly email: string } | undefined> {
  if (login === '') return undefined
  const row = await reader.first(accountByLogin, { key: login })
  const user = row === undefined ? undefined : await findUser(reader, { id: row.user_id })
  return row === undefined || user === undefined || isHidden(user) ? undefined : { user, email: row.email }
}

// The table has at most MAX_WAITING rows.
const countWaiting = query()((k) =>
  k.selectFrom('password_requests').select((eb) => eb.fn.countAll<bigint>().as('waiting')),
)

const insertRequest = query<{ id: bigint; login: string; now: number }>()((k, p) =>
  k.insertInto('password_requests').values({
    id: p('id'),
    login: p('login'),
    created_at: p('now'),
    due_at: p('now'),
    attempts: 0,
  }),
)

// Uses the index password_requests_due.
const nextDue = query<{ now: number }>()((k, p) =>
  k
    .selectFrom('password_requests')
    .select(['id', 'login', 'due_at', 'attempts', 'created_at'])
    .where('due_at', '<=', p('now'))
    .orderBy('due_at')
    .orderBy('id')
    .limit(1),
)

// Uses the primary key.
const takeRequest = query<{ id: bigint; dueAt: number; until: number }>()((k, p) =>
  k
    .updateTable('password_requests')
    .set((eb) => ({ due_at: p('until'), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', p('id'))
    .where('due_at', '=', p('dueAt')),
)

const postponeRequest = query<{ id: bigint; dueAt: number }>()((k, p) =>
  k
    .updateTable('password_requests')
    .set({ due_at: p('dueAt') })
    .where('id', '=', p('id')),
)

const deleteRequest = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('password_requests').where('id', '=', p('id')),
)

// Uses the unique indexes sign_ins_email and users_screen_name. An address contains an @, and a screen name does not.
const accountByLogin = query<{ key: string }>()((k, p) =>
  k
    .selectFrom('sign_ins')
    .select(['user_id', 'email'])
    .where((eb) =>
      eb.or([
        eb('email_key', '=', p('key')),
        eb('user_id', '=', eb.selectFrom('users').select('id').where('screen_name_key', '=', p('key'))),
      ]),
    ),
)
