/** POST /console/api/operator/backups/cancel: cancels the running backup or verification. */
import { Type } from 'typebox'
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { BACKUPS, DATA_SUBJECT } from '../../../_transfers/backups.ts'

const BODY = consoleBody(Type.Object({ kind: Type.Enum(['backup', 'verification']) }))

export const cancelDeskTask = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/backups/cancel'],
  summary: 'Cancels the running backup or verification; a partial file is removed.',
  params: {},
  body: BODY.spec,
  answers: [{ schema: BACKUPS }],
  errors: ['field-invalid', 'task-ended'],
  async handle({ services, json }) {
    const { kind } = BODY.read(json)
    const { backups } = services.transfers
    await backups.cancel(kind)
    await noteAction(services, { action: 'backup.cancel', subject: DATA_SUBJECT, details: { kind } })
    return jsonAnswer(await backups.state())
  },
})
