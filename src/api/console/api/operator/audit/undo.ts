/**
 * POST /console/api/operator/audit/:entry_id/undo: undoes the action of an entry, with a reason
 * (spec/console.md#moderation-at-the-desk).
 */
import { Type } from 'typebox'
import { findAudit } from '../../../../../domain/audit/list-audit.ts'
import { undoAction } from '../../../../../domain/moderation/undo.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { DONE, doneAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { REASON, unlessMeanwhile } from '../../../_operator/moderation.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(Type.Object({ reason: REASON }))

export const undoAuditEntry = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/audit/:entry_id/undo'],
  summary: 'Undoes the action of an entry, with a reason. The undo gets a new entry.',
  params: { entry_id: optionalText('The id of an entry.') },
  body: BODY.spec,
  answers: [DONE],
  errors: [
    'field-invalid',
    'entry-not-found',
    'undo-impossible',
    'moderated-meanwhile',
    'state-already-so',
    'user-gone',
    'post-not-found',
  ],
  async handle({ services, caller, params, json }) {
    const reason = BODY.read(json).reason.trim()
    const id = idIn(params.entry_id ?? '')
    const record = id === undefined ? undefined : await findAudit(services.store, id)
    if (record === undefined) throw new ConsoleProblem('entry-not-found')
    const subject = {
      kind: record.subjectKind === 'post' ? 'post' : 'user',
      id: idIn(record.subjectKey) ?? 0n,
    } as const
    const done = await unlessMeanwhile(services, subject, () =>
      undoAction(services, record, { reason, actor: caller.email }),
    )
    if (done === undefined) throw new ConsoleProblem('undo-impossible')
    return doneAnswer()
  },
})
