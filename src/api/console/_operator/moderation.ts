/** Shared parts of the endpoints that moderate users and posts (spec/console.md#moderation-at-the-desk). */
import { Type } from 'typebox'
import type { User } from '../../../domain/accounts/user.ts'
import type { AuditSubjectKind } from '../../../domain/audit/actions.ts'
import { type AuditRecord, listAudit } from '../../../domain/audit/list-audit.ts'
import { Refusal } from '../../../domain/context.ts'
import { ownChangesOf } from '../../../domain/moderation/own-changes.ts'
import type { Services } from '../../_services.ts'
import { ConsoleProblem } from '../_problems.ts'
import { auditBody } from './audit.ts'

/** The reason of an action. It is required, because other operators read it later. */
export const REASON = Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' })

export const COUNTRIES = Type.Optional(
  Type.Array(Type.String({ maxLength: 2 }), {
    maxItems: 300,
    description: 'For `withhold`: the complete new list of countries. `XX` stands for all countries.',
  }),
)

export const VERSION = Type.String({
  maxLength: 2_000,
  description:
    '`version` of the user or post that the operator saw. If the state has changed since, the action is refused.',
})

export interface Subject {
  readonly kind: AuditSubjectKind
  readonly id: bigint
}

/** Maximum number of entries in the history of a subject. */
const HISTORY = 50

/** The actions of operators on a user, post or app, the newest first. */
export async function historyOf({ store }: Pick<Services, 'store'>, { kind, id }: Subject) {
  const filter = { subjectKind: kind, subjectKey: String(id) }
  return (await listAudit(store, filter, { count: HISTORY })).items.map(auditBody)
}

/** The actions of operators on a user, and the changes of state by the user itself, the newest first. */
export async function userHistory(
  services: Pick<Services, 'store'>,
  { id, screenName }: Pick<User, 'id' | 'screenName'>,
) {
  const subject = { kind: 'user', key: String(id), name: screenName }
  const own = (await ownChangesOf(services.store, id)).map((change) => ({
    ...{ id: String(change.id), at: change.at, actor: THE_USER, action: `user.${change.action}`, subject },
    ...{ reason: '', can_undo: false, details: {} },
  }))
  const all = [...(await historyOf(services, { kind: 'user', id })), ...own]
  return all.sort((a, b) => b.at - a.at).slice(0, HISTORY)
}

/** The actor of changes by the user itself. */
const THE_USER = 'the user'

/**
 * Runs a command. If the command is refused because another operator acted first, the problem describes that operator’s
 * action.
 * @throws {ConsoleProblem} `moderated-meanwhile`
 */
export async function unlessMeanwhile<Result>(
  services: Pick<Services, 'store'>,
  subject: Subject,
  command: () => Promise<Result>,
): Promise<Result> {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof Refusal) || !MEANWHILE.has(error.reason)) throw error
    const filter = { subjectKind: subject.kind, subjectKey: String(subject.id) }
    const [last] = (await listAudit(services.store, filter, { count: 1 })).items
    if (last === undefined) throw error
    if (error.reason === 'post-not-found' && last.action !== 'post.delete') throw error
    throw new ConsoleProblem('moderated-meanwhile', { message: sentenceOf(last) })
  }
}

/**
 * Refusals that an earlier action of another operator can cause. `post-not-found` counts only if the audit log has
 * the deletion.
 */
const MEANWHILE = new Set(['moderated-meanwhile', 'post-not-found'])

function sentenceOf({ actor, action, at, reason }: AuditRecord): string {
  const why = reason === '' ? '' : `, with the reason “${reason}”`
  const time = new Date(at).toISOString()
  return `Your action changed nothing. The last action was ${action} by ${actor} at ${time}${why}. Reload the page.`
}
