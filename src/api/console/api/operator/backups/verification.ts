/** POST /console/api/operator/backups/verification: verifies the data, like "aviary verify". */
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { BACKUPS, DATA_SUBJECT } from '../../../_transfers/backups.ts'

export const verifyData = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/backups/verification'],
  summary: 'Begins to check the data for corruption. Changes nothing.',
  params: {},
  answers: [{ status: 202, description: 'Begun.', schema: BACKUPS }],
  errors: ['task-running'],
  async handle({ services, caller }) {
    const { backups } = services.transfers
    await backups.verify(caller.email)
    await noteAction(services, { action: 'backup.verify', subject: DATA_SUBJECT })
    return jsonAnswer(await backups.state(), { status: 202 })
  },
})
