/** /console/api/operator/backups: lists, makes and removes backups (spec/console.md#backups-at-the-desk). */
import { noteAction } from '../../../../domain/audit/note-action.ts'
import { optionalText } from '../../../../http/params.ts'
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { BACKUPS, DATA_SUBJECT } from '../../_transfers/backups.ts'

const PATH = '/console/api/operator/backups'

export const listBackups = operatorEndpoint({
  paths: [PATH],
  summary: 'Backups on this node, and the last backup and verification of the desk.',
  params: {},
  answers: [{ schema: BACKUPS }],
  async handle({ services: { transfers } }) {
    return jsonAnswer(await transfers.backups.state())
  },
})

export const makeDeskBackup = operatorEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Begins a backup into the directory "backups" of the data directory.',
  params: {},
  answers: [{ status: 202, description: 'Begun.', schema: BACKUPS }],
  errors: ['task-running'],
  async handle({ services, caller }) {
    const { backups } = services.transfers
    await backups.backUp(caller.email)
    await noteAction(services, { action: 'backup.make', subject: DATA_SUBJECT })
    return jsonAnswer(await backups.state(), { status: 202 })
  },
})

export const removeBackup = operatorEndpoint({
  method: 'DELETE',
  paths: [`${PATH}/:name`],
  summary: 'Removes a backup.',
  params: { name: optionalText('Name of the file.') },
  answers: [{ schema: BACKUPS }],
  errors: ['backup-not-found'],
  async handle({ services, params: { name = '' } }) {
    const { backups } = services.transfers
    await backups.remove(name)
    await noteAction(services, { action: 'backup.remove', subject: { kind: 'backup', key: name, name } })
    return jsonAnswer(await backups.state())
  },
})
