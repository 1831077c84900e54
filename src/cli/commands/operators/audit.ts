/**
 * `aviary audit …`: lists the actions of operators in the console, on the command line and at the admin
 * listener.
 */
import { Command } from 'commander'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../../domain/audit/actions.ts'
import { type AuditRecord, listAudit } from '../../../domain/audit/list-audit.ts'
import type { Streams } from '../../output.ts'
import { type PagingOptions, pageAsked, showPage, withPaging } from '../../paging.ts'
import { existingDataAction, idArgument, standardCommand, UsageError } from '../../run.ts'

interface FilterOptions extends PagingOptions {
  readonly actor?: string
  readonly action?: string
  readonly subject?: string
}

export function auditCommand(streams: Streams, exit: (code: number) => void): Command {
  return new Command('audit')
    .description('Read the audit log: what operators did.')
    .addCommand(listCommand(streams, exit))
}

function listCommand(streams: Streams, exit: (code: number) => void): Command {
  return withPaging(standardCommand('list', 'List actions of operators, the newest first.'), 'ID')
    .option('--actor <NAME>', 'Only of this actor: an e-mail address, "command line" or "admin token"')
    .option('--action <NAME>', 'Only this action, such as user.suspend')
    .option('--subject <KIND[:ID]>', 'Only about this kind of subject, or this one, such as post:20')
    .action(
      existingDataAction<FilterOptions, []>(streams, exit, async ({ store }, { output }, options) => {
        const asked = pageAsked(options, (text) => idArgument(text, '--after'))
        const { actor, action, subject } = options
        if (action !== undefined && !(AUDIT_ACTIONS as readonly string[]).includes(action)) {
          throw new UsageError(`--action takes one of ${AUDIT_ACTIONS.join(', ')}`)
        }
        const page = await listAudit(store, { actor, action, ...subjectOf(subject) }, asked)
        showPage(output, 'entries', page, { object: shown, line, nothing: 'No entries.' })
      }),
    )
}

/** @throws {UsageError} */
function subjectOf(text: string | undefined): { subjectKind?: string; subjectKey?: string } {
  if (text === undefined) return {}
  const [subjectKind = '', ...rest] = text.split(':')
  if (!(AUDIT_SUBJECTS as readonly string[]).includes(subjectKind)) {
    throw new UsageError(`--subject begins with one of ${AUDIT_SUBJECTS.join(', ')}`)
  }
  return { subjectKind, ...(rest.length === 0 ? {} : { subjectKey: rest.join(':') }) }
}

function shown(record: AuditRecord): Record<string, unknown> {
  const { id, at, actor, action, subjectKind, subjectKey, subjectName, reason, details } = record
  return {
    id,
    at: new Date(at).toISOString(),
    actor,
    action,
    subject: { kind: subjectKind, key: subjectKey, name: subjectName },
    reason,
    details,
  }
}

function line({ at, actor, action, subjectKind, subjectKey, subjectName, reason }: AuditRecord): string {
  const name = subjectName === '' ? '' : ` (${subjectName})`
  const why = reason === '' ? '' : `: ${reason}`
  return `${new Date(at).toISOString()} ${actor} ${action} ${subjectKind} ${subjectKey}${name}${why}`
}
