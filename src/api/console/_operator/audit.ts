/** Entries of the audit log, as the desk shows them. */
import { Type } from 'typebox'
import type { AuditRecord } from '../../../domain/audit/list-audit.ts'
import { isUndoable } from '../../../domain/moderation/undo.ts'

export const AUDIT_ENTRY = Type.Object(
  {
    id: Type.String(),
    at: Type.Integer({ description: 'Unix milliseconds.' }),
    actor: Type.String({
      description:
        'E-mail address of a console user, `command line` or `admin token`; `the user` in the history of a user.',
    }),
    action: Type.String({ description: 'Such as `user.suspend`.' }),
    subject: Type.Object({
      kind: Type.String(),
      key: Type.String({ description: 'Id, e-mail address or name of an account.' }),
      name: Type.String({ description: 'Name of the subject at that time; may be empty.' }),
    }),
    reason: Type.String(),
    can_undo: Type.Boolean({
      description: 'True if the action can be undone, provided that nothing has changed since.',
    }),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'Facts of the action.' }),
  },
  { title: 'ConsoleAuditEntry' },
)

/** Renders an object of the schema {@link AUDIT_ENTRY}. */
export function auditBody(record: AuditRecord) {
  const { id, at, actor, action, subjectKind, subjectKey, subjectName, reason, details } = record
  const subject = { kind: subjectKind, key: subjectKey, name: subjectName }
  return { id, at, actor, action, subject, reason, can_undo: isUndoable(action), details }
}
