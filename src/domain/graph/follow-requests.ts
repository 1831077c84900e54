/** Requests to follow protected users: asked by `follow`, answered here. */
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../events/append.ts'
import { holdUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import { addEdges } from './edges.ts'

export interface AnswerInput {
  /** Who was asked. */
  readonly target: bigint
  readonly requester: bigint
}

/**
 * Lets a requester follow.
 * @throws {Refusal} `user-not-found`, `follow-request-not-found`
 */
export async function acceptFollowRequest(
  context: Context,
  { target, requester }: AnswerInput,
): Promise<void> {
  const now = context.clock.now()
  const position = context.ids.next()
  await context.store.write(async (tx) => {
    await holdUsers(tx, requester, target)
    await demandRemoved(tx, requester, target)
    await addEdges(tx, [{ follower: requester, followee: target, position }])
    append(tx, now, { kind: 'user.followed', user_id: requester, followee_id: target })
  })
}

/**
 * Refuses a requester, who is not told.
 * @throws {Refusal} `follow-request-not-found`
 */
export async function denyFollowRequest(context: Context, { target, requester }: AnswerInput): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await demandRemoved(tx, requester, target)
    const ends = { user_id: requester, followee_id: target }
    append(tx, now, { kind: 'user.follow_request_ended', ...ends, how: 'denied' })
  })
}

async function demandRemoved(tx: Tx, requester: bigint, target: bigint): Promise<void> {
  if (await removeRequest(tx, requester, target)) return
  throw new Refusal('follow-request-not-found', `${requester} has not asked to follow ${target}`)
}

export interface FollowRequest {
  readonly requester: bigint
  readonly target: bigint
  /** A snowflake: when, and in which order. */
  readonly position: bigint
}

/** Stores a request; whether it is new. */
export async function addRequest(tx: Tx, request: FollowRequest): Promise<boolean> {
  return (await tx.run(insertRequest, { ...request })) === 1
}

/** Removes a request; whether it was there. */
export async function removeRequest(tx: Tx, requester: bigint, target: bigint): Promise<boolean> {
  return (await tx.run(deleteRequest, { requester, target })) === 1
}

const insertRequest = query<{ requester: bigint; target: bigint; position: bigint }>()((k, p) =>
  k
    .insertInto('follow_requests')
    .values({ target_id: p('target'), position: p('position'), requester_id: p('requester') })
    .onConflict((conflict) => conflict.columns(['requester_id', 'target_id']).doNothing()),
)

// Uses the unique index follow_requests_pair.
const deleteRequest = query<{ requester: bigint; target: bigint }>()((k, p) =>
  k
    .deleteFrom('follow_requests')
    .where('requester_id', '=', p('requester'))
    .where('target_id', '=', p('target')),
)
