/** Requests to follow protected users. `follow` creates a request, and these commands accept or deny it. */
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { lockAndFindUsers, lockUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import { addEdge } from './edge.ts'
import type { EdgeEnds } from './pair-state.ts'

export interface AnswerInput {
  /** The protected user, who accepts or denies the request. */
  readonly target: bigint
  readonly requester: bigint
}

/**
 * Accepts a follow request, which becomes a follow.
 * @throws {Refusal} `user-not-found`, `follow-request-not-found`
 */
export async function acceptFollowRequest(
  context: Context,
  { target, requester }: AnswerInput,
): Promise<void> {
  const now = context.clock.now()
  // Awaits only an id that is not ready, because commands must run in the order of their calls.
  const made = context.ids.make()
  const position = typeof made === 'bigint' ? made : await made
  await context.store.write(async (tx) => {
    await Promise.all([lockAndFindUsers(tx, requester, target), requireRemoved(tx, requester, target)])
    const isNew = await addEdge(tx, { follower: requester, followee: target, position })
    if (isNew) append(tx, now, { kind: 'user.followed', user_id: requester, followee_id: target })
  })
}

/**
 * Denies a follow request; the requester is not notified.
 * @throws {Refusal} `follow-request-not-found`
 */
export async function denyFollowRequest(context: Context, { target, requester }: AnswerInput): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await Promise.all([lockUsers(tx, [requester, target]), requireRemoved(tx, requester, target)])
    const ends = { user_id: requester, followee_id: target }
    append(tx, now, { kind: 'user.follow_request_ended', ...ends, how: 'denied' })
  })
}

async function requireRemoved(tx: Tx, requester: bigint, target: bigint): Promise<void> {
  if (await removeRequest(tx, requester, target)) return
  throw new Refusal('follow-request-not-found', `${requester} has not asked to follow ${target}`)
}

export interface FollowRequest {
  readonly requester: bigint
  readonly target: bigint
  /** A snowflake id, which has the time and the order of the request. */
  readonly position: bigint
}

/** Stores requests. Existing requests do not change. */
export async function addRequests(tx: Tx, requests: readonly FollowRequest[]): Promise<void> {
  await insertRequests(
    tx,
    requests.map(({ target, position, requester }) => [target, position, requester]),
  )
}

/** Removes requests. @param ends the two users of each request */
export async function removeRequests(tx: Tx, ends: readonly EdgeEnds[]): Promise<void> {
  await deleteRequests(
    tx,
    ends.map(({ follower, followee }) => [follower, followee]),
  )
}

/** Removes a request. @returns true if the request existed */
export async function removeRequest(tx: Tx, requester: bigint, target: bigint): Promise<boolean> {
  return (await tx.run(deleteRequest, { requester, target })) === 1
}

const insertRequests = bulk(
  { target_id: 'integer', position: 'integer', requester_id: 'integer' },
  (k, rows) =>
    k.insertInto('follow_requests').columns(['target_id', 'position', 'requester_id']).expression(rows),
)

const deleteRequests = bulk({ requester_id: 'integer', target_id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('follow_requests').where(listed),
)

// Uses the unique index follow_requests_pair.
const deleteRequest = query<{ requester: bigint; target: bigint }>()((k, p) =>
  k
    .deleteFrom('follow_requests')
    .where('requester_id', '=', p('requester'))
    .where('target_id', '=', p('target')),
)
