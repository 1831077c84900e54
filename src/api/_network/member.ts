/** The member of a request: a signed-in user who reads or uses a page of the network (spec/pages.md#members). */
import type { User } from '../../domain/accounts/user.ts'
import { Refusal, type RefusalReason } from '../../domain/context.ts'
import { type ViewerMarks, viewerMarks } from '../../domain/posts/read/viewer-marks.ts'
import type { PageErrorName } from '../_pages/_errors.ts'
import { PageError } from '../_pages/_errors.ts'
import { FORM_TOKEN_FIELD, requireOwnForm } from '../_pages/form-token.ts'
import { type Visit, type Visitor, visitorOf } from '../_pages/visitor.ts'
import type { Services } from '../_services.ts'

/** Maximum actions of a member on pages in 15 minutes. */
const MAX_ACTIONS = { limit: 300, seconds: 900 } as const

/** A member, with the data for the buttons of a page. */
export interface Member {
  readonly services: Services
  readonly visitor: Visitor
  readonly user: User
  /** URL to which the buttons of the page return. */
  readonly back: string
  /**
   * For each post of the page, the marks of the member: if the member likes the post or has reposted it. The key is
   * the id of the first version of the post.
   */
  readonly marks: ReadonlyMap<bigint, ViewerMarks>
}

type MemberCall = Visit & { readonly services: Services }

/** The member of a call; undefined for a reader without a session. */
export async function memberOf(call: MemberCall, back: string): Promise<Member | undefined> {
  const { services } = call
  const visitor = await visitorOf(services, call)
  const { user } = visitor
  return user === undefined ? undefined : { services, visitor, user, back, marks: new Map() }
}

/**
 * The member, with the member's likes and reposts of some posts.
 * @param initialIds the ids of first versions, at most a few hundred
 */
export async function withMarks<M extends Member | undefined>(
  member: M,
  initialIds: readonly bigint[],
): Promise<M> {
  if (member === undefined) return member
  const marks = await viewerMarks(member.services.store, member.user.id, initialIds)
  return { ...member, marks }
}

/**
 * The member who sends a form. Checks the form token.
 * @param act the action of the form, with its target
 * @throws {PageError} `expiredForm` for a token of another form and for a request without a session;
 * `tooManyRequests`
 */
export async function actingMember(
  call: MemberCall,
  act: string,
  token: string | undefined,
): Promise<Member> {
  const member = await memberOf(call, '/home')
  if (member === undefined) throw new PageError('expiredForm')
  requireOwnForm(call.services, call, member.visitor, act, token)
  const decision = await call.services.windows.take(`member ${member.user.id}`, MAX_ACTIONS)
  if (!decision.allowed) throw new PageError('tooManyRequests')
  return member
}

/** The name of the field with the CSRF token. */
export { FORM_TOKEN_FIELD }

/** Refusals with these reasons mean that the requested state already exists. */
const DONE: ReadonlySet<RefusalReason> = new Set([
  'liked-already',
  'reposted-already',
  'follow-requested-already',
  'not-muting',
  'not-following',
  'follow-request-not-found',
])

const REFUSED: Partial<Record<RefusalReason, PageErrorName>> = {
  'user-not-found': 'unknownAccount',
  'post-not-found': 'unknownPost',
  'post-not-visible': 'unknownPost',
  'posts-too-many': 'tooManyRequests',
  'follows-too-many': 'followsTooMany',
  'blocked-by-target': 'blockedByTarget',
  'blocks-target': 'blocksTarget',
}

/**
 * Runs an action of a member. A repeated action counts as a success.
 * @throws {PageError} when the command refuses the action
 */
export async function act(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (!DONE.has(error.reason)) throw new PageError(REFUSED[error.reason] ?? 'notAllowed')
  }
}

/** A path of this server to which a form returns; `/home` for any other text. */
export function safeBack(text: string | undefined): string {
  return text !== undefined && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,600}$/.test(text) ? text : '/home'
}
