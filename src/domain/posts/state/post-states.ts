/**
 * State machine of posts (spec/compliance-stream.md#states). All commands that change the state of a post use this
 * table. The compiler checks that the table is complete.
 */
import type { PostAction } from '../../../log/event.ts'
import { Refusal, type RefusalReason } from '../../context.ts'
import type { Post } from '../post.ts'

/** State of an existing post. The post is dropped (hidden by the operator) or not, and withheld or not. */
export type PostStateName = 'live' | 'live, withheld' | 'dropped' | 'dropped, withheld'

/** The states with `deleted`, which is final. */
export type PostState = PostStateName | 'deleted'

export type PostStep = PostAction | 'delete' | 'edit'

/** The kind of event of each step. */
type EventOf = Readonly<Record<PostAction, 'post.state_changed'>> & {
  readonly edit: 'post.edited'
  readonly delete: 'post.deleted'
}

export interface Refused {
  readonly refusal: RefusalReason
  readonly why: string
}

/** The result of an allowed step. */
export interface Taken<Step extends PostStep> {
  readonly to: PostState
  readonly event: EventOf[Step]
  /** Refusal when the list of countries does not change; omitted for steps without this refusal. */
  readonly sameList?: Refused
}

type Steps = { readonly [Step in PostStep]: Taken<Step> | Refused }

const GONE = { refusal: 'post-not-found', why: 'there is no such post, or it is deleted' } as const
const SHOWN = { refusal: 'state-already-so', why: 'the post is shown' } as const
const DROPPED = { refusal: 'state-already-so', why: 'the post is dropped already' } as const
const NOT_WITHHELD = { refusal: 'state-already-so', why: 'the post is withheld nowhere' } as const
const SAME_LIST = { refusal: 'state-already-so', why: 'the post is withheld there already' } as const
const UNEDITABLE = { refusal: 'edit-not-allowed', why: 'the post is dropped' } as const

const CHANGED = 'post.state_changed'
const DELETED = { to: 'deleted', event: 'post.deleted' } as const

export const POST_STATES = {
  live: {
    drop: { to: 'dropped', event: CHANGED },
    undrop: SHOWN,
    withhold: { to: 'live, withheld', event: CHANGED },
    unwithhold: NOT_WITHHELD,
    edit: { to: 'live', event: 'post.edited' },
    delete: DELETED,
  },
  'live, withheld': {
    drop: { to: 'dropped, withheld', event: CHANGED },
    undrop: SHOWN,
    withhold: { to: 'live, withheld', event: CHANGED, sameList: SAME_LIST },
    unwithhold: { to: 'live', event: CHANGED },
    edit: { to: 'live, withheld', event: 'post.edited' },
    delete: DELETED,
  },
  dropped: {
    drop: DROPPED,
    undrop: { to: 'live', event: CHANGED },
    withhold: { to: 'dropped, withheld', event: CHANGED },
    unwithhold: NOT_WITHHELD,
    edit: UNEDITABLE,
    delete: DELETED,
  },
  'dropped, withheld': {
    drop: DROPPED,
    undrop: { to: 'live, withheld', event: CHANGED },
    withhold: { to: 'dropped, withheld', event: CHANGED, sameList: SAME_LIST },
    unwithhold: { to: 'dropped', event: CHANGED },
    edit: UNEDITABLE,
    delete: DELETED,
  },
  deleted: { drop: GONE, undrop: GONE, withhold: GONE, unwithhold: GONE, edit: GONE, delete: GONE },
} as const satisfies Readonly<Record<PostStateName, Steps>> & {
  readonly deleted: Readonly<Record<PostStep, Refused>>
}

/** The fields of a post that determine its state. */
export type Stateful = Pick<Post, 'droppedAt' | 'withheldInCountries'>

/** State of an existing post. */
export function stateOf({ droppedAt, withheldInCountries }: Stateful): PostStateName {
  const visibility = droppedAt === null ? 'live' : 'dropped'
  return withheldInCountries.length === 0 ? visibility : `${visibility}, withheld`
}

/** The post, if it exists. @throws {Refusal} with the reason in the table, if the post is missing */
export function requireExisting<Found extends Stateful>(post: Found | undefined, step: PostStep): Found {
  if (post === undefined) throw refusalOf(step, POST_STATES.deleted[step])
  return post
}

/**
 * Requires that a step is allowed, and returns its result.
 * @param countries the complete new list, for `withhold`
 * @throws {Refusal} with the reason in the table
 */
export function requireStep<Step extends PostStep>(
  post: Stateful | undefined,
  step: Step,
  countries: readonly string[] = [],
): Taken<Step> {
  const standing = requireExisting(post, step)
  const steps: Steps = POST_STATES[stateOf(standing)]
  const outcome: Taken<Step> | Refused = steps[step]
  if ('refusal' in outcome) throw refusalOf(step, outcome)
  const { sameList } = outcome
  if (sameList !== undefined && standing.withheldInCountries.join() === countries.join()) {
    throw refusalOf(step, sameList)
  }
  return outcome
}

function refusalOf(step: PostStep, { refusal, why }: Refused): Refusal {
  return new Refusal(refusal, `${step}: ${why}`)
}

/** The two facts in a state: if the post is dropped, and if the post is withheld. */
export function meaningOf(state: PostState): { readonly isDropped: boolean; readonly isWithheld: boolean } {
  return MEANINGS[state]
}

const MEANINGS = {
  live: { isDropped: false, isWithheld: false },
  'live, withheld': { isDropped: false, isWithheld: true },
  dropped: { isDropped: true, isWithheld: false },
  'dropped, withheld': { isDropped: true, isWithheld: true },
  deleted: { isDropped: false, isWithheld: false },
} as const satisfies Readonly<Record<PostState, object>>
