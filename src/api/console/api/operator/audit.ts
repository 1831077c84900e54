/** GET /console/api/operator/audit: the actions of operators (spec/console.md#audit-log). */
import { Type } from 'typebox'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../../../domain/audit/actions.ts'
import { listAudit } from '../../../../domain/audit/list-audit.ts'
import { isPlainText } from '../../../../domain/plain-text.ts'
import { count, optionalId, optionalText } from '../../../../http/params.ts'
import { jsonAnswer } from '../../_family.ts'
import { AUDIT_ENTRY, auditBody } from '../../_operator/audit.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'

export const listAuditLog = operatorEndpoint({
  paths: ['/console/api/operator/audit'],
  summary: 'The audit log, the newest entry first.',
  params: {
    actor: optionalText('Only entries of this actor.'),
    action: optionalText('Only entries of this action.'),
    subject_kind: optionalText('Only entries about subjects of this kind.'),
    subject: optionalText('Only entries about the subject with this id, e-mail address or name.'),
    after: optionalId('Id of the last entry of the previous page. The requested page has older entries.'),
    count: count({ default: 100, max: 1_000 }),
  },
  answers: [
    {
      schema: Type.Object({
        entries: Type.Array(AUDIT_ENTRY),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `after` of the next page.' }),
        actions: Type.Array(Type.String(), { description: 'All actions, for filters.' }),
        subject_kinds: Type.Array(Type.String(), { description: 'All kinds, for filters.' }),
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, params }) {
    const { actor, action, subject_kind: subjectKind, subject: subjectKey, after, count } = params
    const filter = { actor, action, subjectKind, subjectKey }
    // No entry contains the characters that PostgreSQL rejects, such as NUL.
    const isPossible = Object.values(filter).every((text) => text === undefined || isPlainText(text))
    const page = isPossible
      ? await listAudit(services.store, filter, { after, count })
      : { items: [], next: null }
    return jsonAnswer({
      entries: page.items.map(auditBody),
      next: page.next,
      actions: AUDIT_ACTIONS,
      subject_kinds: AUDIT_SUBJECTS,
    })
  },
})
