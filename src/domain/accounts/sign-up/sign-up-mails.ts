/**
 * The queue of e-mails to people who sign up (spec/pages.md#mails-about-sign-ups), and of notices to the
 * former address of a user (spec/pages.md#settings). The queue has no tokens, because the link is made when
 * the e-mail is sent.
 */
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import type { Context } from '../../context.ts'
import { RETRY_MS, TAKEN_MS } from '../passwords/password-requests.ts'

/** Maximum number of waiting e-mails, so that a flood of sign-ups does not fill the database. */
const MAX_WAITING = 1_000

/**
 * `confirm`: asks for a confirmation of the address. `address-changed`: tells the former address about the change. The
 * others report the decision of the operator.
 */
export type SignUpMailKind = 'confirm' | 'approved' | 'rejected' | 'address-changed'

export interface SignUpMail {
  readonly id: bigint
  readonly kind: SignUpMailKind
  readonly email: string
  readonly screenName: string
  /** For `confirm`: JSON of name and password hash. For `rejected`: the reason, which may be empty. */
  readonly details: string
  /** Number of attempts to send the e-mail, including the current attempt. */
  readonly attempts: number
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

type NewMail = Pick<SignUpMail, 'id' | 'kind' | 'email' | 'screenName' | 'details'>

/** Queues an e-mail inside a transaction. @returns false if too many e-mails wait; the e-mail is then dropped */
export async function queueSignUpMail(tx: Tx, mail: NewMail, now: number): Promise<boolean> {
  const waiting = await tx.first(countWaiting, {})
  if (Number(waiting?.waiting ?? 0) >= MAX_WAITING) return false
  await tx.run(insertMail, { ...mail, now })
  return true
}

/**
 * Takes the next e-mail that is due. If two nodes call this function at the same time, only one of them gets the
 * e-mail. Undefined when no e-mail is due.
 */
export async function takeSignUpMail({
  store,
  clock,
}: Pick<Context, 'store' | 'clock'>): Promise<SignUpMail | undefined> {
  const now = clock.now()
  for (;;) {
    const row = await store.first(nextDue, { now })
    if (row === undefined) return undefined
    const { id, email, details, screen_name: screenName, due_at: dueAt, created_at: createdAt } = row
    // No event: a mail is not a part of the network.
    const taken = await store.write((tx) => tx.run(takeMail, { id, dueAt, until: now + TAKEN_MS }))
    const kind = row.kind as SignUpMailKind
    if (taken > 0) return { id, kind, email, screenName, details, attempts: row.attempts + 1, createdAt }
  }
}

/** Removes an e-mail. */
export async function endSignUpMail({ store }: Pick<Context, 'store'>, id: bigint): Promise<void> {
  // No event: a mail is not a part of the network.
  await store.write((tx) => tx.run(deleteMail, { id }))
}

/** Schedules the next attempt of a failed e-mail. @returns false after the last attempt; the e-mail is then removed */
export async function retrySignUpMail(
  context: Pick<Context, 'store' | 'clock'>,
  { id, attempts }: Pick<SignUpMail, 'id' | 'attempts'>,
): Promise<boolean> {
  const delay = RETRY_MS[attempts - 1]
  if (delay === undefined) {
    await endSignUpMail(context, id)
    return false
  }
  const dueAt = context.clock.now() + delay
  // No event: a mail is not a part of the network.
  await context.store.write((tx) => tx.run(postponeMail, { id, dueAt }))
  return true
}

// The table has at most MAX_WAITING rows.
const countWaiting = query()((k) =>
  k.selectFrom('sign_up_mails').select((eb) => eb.fn.countAll<bigint>().as('waiting')),
)

const insertMail = query<NewMail & { now: number }>()((k, p) =>
  k.insertInto('sign_up_mails').values({
    id: p('id'),
    kind: p('kind'),
    email: p('email'),
    screen_name: p('screenName'),
    details: p('details'),
    created_at: p('now'),
    due_at: p('now'),
    attempts: 0,
  }),
)

// Uses the index sign_up_mails_due.
const nextDue = query<{ now: number }>()((k, p) =>
  k
    .selectFrom('sign_up_mails')
    .select(['id', 'kind', 'email', 'screen_name', 'details', 'due_at', 'attempts', 'created_at'])
    .where('due_at', '<=', p('now'))
    .orderBy('due_at')
    .orderBy('id')
    .limit(1),
)

// Uses the primary key.
const takeMail = query<{ id: bigint; dueAt: number; until: number }>()((k, p) =>
  k
    .updateTable('sign_up_mails')
    .set((eb) => ({ due_at: p('until'), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', p('id'))
    .where('due_at', '=', p('dueAt')),
)

const postponeMail = query<{ id: bigint; dueAt: number }>()((k, p) =>
  k
    .updateTable('sign_up_mails')
    .set({ due_at: p('dueAt') })
    .where('id', '=', p('id')),
)

const deleteMail = query<{ id: bigint }>()((k, p) => k.deleteFrom('sign_up_mails').where('id', '=', p('id')))
