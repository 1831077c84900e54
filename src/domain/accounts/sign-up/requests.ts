/** Requests to sign up that wait for approval by the operator (spec/pages.md#sign-up). */
import { UniqueViolation } from '../../../db/errors.ts'
import { query } from '../../../db/query.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { type AuditEntry, auditStamp, recordAudit } from '../../audit/record-audit.ts'
import { type Context, Refusal } from '../../context.ts'
import { createUser } from '../create-user.ts'
import type { User } from '../user.ts'
import { queueSignUpMail, type SignUpMailKind } from './sign-up-mails.ts'

/** Maximum number of waiting requests, so that a flood of requests does not fill the database. */
const MAX_WAITING = 1_000

export interface SignUpRequest {
  readonly id: bigint
  readonly screenName: string
  readonly name: string
  readonly email: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

interface NewRequest extends Pick<SignUpRequest, 'screenName' | 'name' | 'email'> {
  readonly passwordHash: string
  /** True if an e-mail reports the decision. */
  readonly getsMail: boolean
}

/** @throws {Refusal} `screen-name-taken` for the name of another waiting request; `sign-ups-too-many` */
export async function storeSignUpRequest(context: Context, request: NewRequest): Promise<void> {
  const { store, clock, ids } = context
  const { screenName } = request
  const row = {
    ...{ ...request, id: await ids.make(), key: screenName.toLowerCase(), now: clock.now() },
    getsMail: request.getsMail ? 1 : 0,
  }
  try {
    await store.write(async (tx) => {
      // No event: a request to sign up is not a part of the network.
      const waiting = await tx.first(countWaiting, {})
      if (Number(waiting?.waiting ?? 0) >= MAX_WAITING)
        throw new Refusal('sign-ups-too-many', `${MAX_WAITING} sign-ups wait already`)
      await tx.run(insertRequest, row)
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refusal('screen-name-taken', `the screen name ${screenName} is taken; choose another`)
  }
}

/** The oldest waiting requests. @param after an id; only requests with greater ids are returned */
export async function listSignUpRequests(
  reader: Reader,
  { count, after }: { readonly count: number; readonly after?: bigint | undefined },
): Promise<readonly SignUpRequest[]> {
  const rows = await reader.rows(oldestRequests, { count, after: after ?? 0n })
  return rows.map((row) => ({
    id: row.id,
    screenName: row.screen_name,
    name: row.name,
    email: row.email,
    createdAt: row.created_at,
  }))
}

/**
 * Approves a waiting request, and creates its user. If two operators approve the request at the same time, one
 * succeeds.
 * @throws {Refusal} `sign-up-not-found`, `screen-name-taken`, `email-taken`
 */
export async function approveSignUp(context: Context, id: bigint): Promise<User> {
  const row = await context.store.first(requestById, { id })
  if (row === undefined) throw notFound(id)
  const { screen_name: screenName, name, email, password_hash: passwordHash } = row
  const stamp = await auditStamp(context)
  const { operator: _, ...unnamed } = context
  const mailId = await context.ids.make()
  // One audit entry is enough, because the entry of the approval names the user.
  return createUser(unnamed, { screenName, name, email, passwordHash }, async (tx, userId, now) => {
    if ((await tx.run(deleteRequest, { id })) === 0) throw notFound(id)
    await reportDecision(tx, row, { id: mailId, kind: 'approved', reason: '' }, now)
    const details = { user_id: userId }
    await recordAudit(tx, stamp, { ...entryOf('sign-up.approve', id, screenName), details })
  })
}

/**
 * Removes a waiting request.
 * @param reason reason of the operator, for the audit log and for the e-mail to the person
 * @throws {Refusal} `sign-up-not-found`
 */
export async function rejectSignUp(context: Context, id: bigint, reason = ''): Promise<void> {
  const stamp = await auditStamp(context)
  const mailId = await context.ids.make()
  // No event: a request to sign up is not a part of the network.
  await context.store.write(async (tx) => {
    const row = await tx.first(requestById, { id })
    if (row === undefined || (await tx.run(deleteRequest, { id })) === 0) throw notFound(id)
    await reportDecision(tx, row, { id: mailId, kind: 'rejected', reason }, context.clock.now())
    await recordAudit(tx, stamp, { ...entryOf('sign-up.reject', id, row.screen_name), reason })
  })
}

/** Queues the e-mail about a decision, if the server sent mail at the time of the sign-up. */
async function reportDecision(
  tx: Tx,
  row: { readonly email: string; readonly screen_name: string; readonly gets_mail: number },
  { id, kind, reason }: { readonly id: bigint; readonly kind: SignUpMailKind; readonly reason: string },
  now: number,
): Promise<void> {
  if (row.gets_mail === 0) return
  // A full queue drops the e-mail, because the decision must not fail.
  const mail = { id, kind, email: row.email, screenName: row.screen_name, details: reason }
  await queueSignUpMail(tx, mail, now)
}

/** The audit log does not get the e-mail address, because its entries are kept longer than a request. */
function entryOf(action: 'sign-up.approve' | 'sign-up.reject', id: bigint, screenName: string): AuditEntry {
  return { action, subject: { kind: 'sign-up', key: id, name: screenName } }
}

function notFound(id: bigint): Refusal {
  return new Refusal('sign-up-not-found', `no sign-up with the id ${id} waits`)
}

const countWaiting = query()((k) =>
  k.selectFrom('sign_up_requests').select((eb) => eb.fn.countAll<bigint>().as('waiting')),
)

const insertRequest = query<
  Omit<NewRequest, 'getsMail'> & { id: bigint; key: string; now: number; getsMail: number }
>()((k, p) =>
  k.insertInto('sign_up_requests').values({
    id: p('id'),
    screen_name: p('screenName'),
    screen_name_key: p('key'),
    name: p('name'),
    email: p('email'),
    password_hash: p('passwordHash'),
    created_at: p('now'),
    gets_mail: p('getsMail'),
  }),
)

const oldestRequests = query<{ count: number; after: bigint }>()((k, p) =>
  k
    .selectFrom('sign_up_requests')
    .select(['id', 'screen_name', 'name', 'email', 'created_at'])
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(p('count')),
)

const requestById = query<{ id: bigint }>()((k, p) =>
  k
    .selectFrom('sign_up_requests')
    .select(['screen_name', 'name', 'email', 'password_hash', 'gets_mail'])
    .where('id', '=', p('id')),
)

const deleteRequest = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('sign_up_requests').where('id', '=', p('id')),
)
