/** Undoes an action that the audit log has (spec/console.md#moderation-at-the-desk). */
import type { PostAction, UserAction } from '../../log/event.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { requireUser } from '../accounts/user.ts'
import { type AuditRecord, listAudit } from '../audit/list-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { requirePost } from '../posts/read/find-posts.ts'
import { changePostState } from '../posts/state/change-post-state.ts'
import { postVersion, userVersion } from './versions.ts'

/**
 * The action that undoes each action. For `withhold` and `unwithhold`, the undoing action also depends on the earlier
 * list of countries.
 */
const USER_INVERSES: Readonly<Partial<Record<string, UserAction>>> = {
  'user.protect': 'unprotect',
  'user.unprotect': 'protect',
  'user.suspend': 'unsuspend',
  'user.unsuspend': 'suspend',
  'user.deactivate': 'reactivate',
  'user.reactivate': 'deactivate',
  'user.withhold': 'unwithhold',
  'user.unwithhold': 'withhold',
}
const POST_INVERSES: Readonly<Partial<Record<string, PostAction>>> = {
  'post.drop': 'undrop',
  'post.undrop': 'drop',
  'post.withhold': 'unwithhold',
  'post.unwithhold': 'withhold',
}

/** True for an action that can be undone if nothing else has changed the state. */
export function isUndoable(action: string): boolean {
  return USER_INVERSES[action] !== undefined || POST_INVERSES[action] !== undefined
}

/**
 * Undoes an action. The audit log gets a new entry about the undoing action.
 * @returns undefined for an action that cannot be undone, such as a deletion
 * @throws {Refusal} `moderated-meanwhile` if an operator has acted on the same state since then; and the reasons of the
 * undoing action, such as `user-gone` for a user who was deactivated 30 days ago
 */
export async function undoAction(
  context: Context,
  record: AuditRecord,
  note: { readonly reason: string; readonly actor: string },
): Promise<'done' | undefined> {
  const { action, subjectKey, id } = record
  const onUser = USER_INVERSES[action]
  const onPost = POST_INVERSES[action]
  if (onUser === undefined && onPost === undefined) return undefined
  const undoing = withDetail(context, 'undoes', String(id))
  const subject = BigInt(subjectKey)
  if (onUser !== undefined) {
    const user = await requireUser(context.store, { id: subject })
    await requireNewest(context, record)
    const version = userVersion(user)
    await changeUserState(undoing, { userId: subject, version, ...note, ...stepOf(onUser, record) })
  } else if (onPost !== undefined) {
    const post = await requirePost(context.store, subject)
    await requireNewest(context, record)
    const version = postVersion(post)
    await changePostState(undoing, { postId: subject, version, ...note, ...stepOf(onPost, record) })
  }
  return 'done'
}

function withDetail(context: Context, name: string, value: string): Context {
  const { operator } = context
  if (operator === undefined) return context
  return { ...context, operator: { ...operator, details: { ...operator.details, [name]: value } } }
}

/** The action that undoes an entry. For countries, this action restores the earlier list. */
function stepOf<Action extends UserAction | PostAction>(
  action: Action,
  { details }: AuditRecord,
): { readonly action: Action | 'withhold'; readonly countries: readonly string[] } {
  const before = details['countries_before']
  const countries = Array.isArray(before) ? before.filter((each) => typeof each === 'string') : []
  if (action === 'unwithhold' && countries.length > 0) return { action: 'withhold', countries }
  return { action, countries }
}

/** Maximum number of entries about a subject that are searched for later actions on the same part of the state. */
const MAX_LATER = 100

/** Patterns of actions, one for each part of the state. Actions on different parts are independent. */
const PARTS = [/protect$/, /suspend$/, /activate$/, /withhold$/, /drop$/]

/** Requires that no later entry is about the same part of the state. @throws {Refusal} `moderated-meanwhile` */
async function requireNewest({ store }: Pick<Context, 'store'>, record: AuditRecord): Promise<void> {
  const { id, action, subjectKind, subjectKey } = record
  const part = PARTS.find((each) => each.test(action))
  const { items } = await listAudit(store, { subjectKind, subjectKey }, { count: MAX_LATER })
  const later = items.find((each) => each.id > id && part?.test(each.action) === true)
  if (later !== undefined) throw new Refusal('moderated-meanwhile', 'an operator has acted since')
}
