/**
 * What may be done to a post in which state, and what it comes to: the whole machine (spec/compliance-stream.md
 * section 3). The compiler holds it complete.
 */
import type { EventKind, PostAction } from '../../events/event.ts'
import { Refusal, type RefusalReason } from '../context.ts'

/** `deleted` is for ever. In which countries a live or dropped post is withheld is beside this. */
export type PostState = 'live' | 'dropped' | 'deleted'

export type PostStep = PostAction | 'delete' | 'edit'

type Outcome =
  | { readonly to: PostState; readonly event: EventKind }
  | { readonly refusal: RefusalReason; readonly why: string }

const GONE = { refusal: 'post-not-found', why: 'the post is deleted' } as const

export const POST_STATES: Readonly<Record<PostState, Readonly<Record<PostStep, Outcome>>>> = {
  live: {
    drop: { to: 'dropped', event: 'post.state_changed' },
    undrop: { refusal: 'state-already-so', why: 'the post is shown' },
    withhold: { to: 'live', event: 'post.state_changed' },
    unwithhold: { to: 'live', event: 'post.state_changed' },
    edit: { to: 'live', event: 'post.edited' },
    delete: { to: 'deleted', event: 'post.deleted' },
  },
  dropped: {
    drop: { refusal: 'state-already-so', why: 'the post is dropped already' },
    undrop: { to: 'live', event: 'post.state_changed' },
    withhold: { to: 'dropped', event: 'post.state_changed' },
    unwithhold: { to: 'dropped', event: 'post.state_changed' },
    edit: { refusal: 'edit-not-allowed', why: 'the post is dropped' },
    delete: { to: 'deleted', event: 'post.deleted' },
  },
  deleted: { drop: GONE, undrop: GONE, withhold: GONE, unwithhold: GONE, edit: GONE, delete: GONE },
}

/** Of a post that was read, or was not there. */
export function stateOf(post: { readonly droppedAt: number | null } | undefined): PostState {
  if (post === undefined) return 'deleted'
  return post.droppedAt === null ? 'live' : 'dropped'
}

/** The state after a step. @throws {Refusal} that the table names */
export function demandStep(
  post: { readonly droppedAt: number | null } | undefined,
  step: PostStep,
): PostState {
  const outcome = POST_STATES[stateOf(post)][step]
  if ('refusal' in outcome) throw new Refusal(outcome.refusal, `${step}: ${outcome.why}`)
  return outcome.to
}
