/** POST /console/api/operator/imports/:import_id/cancel: cancels an import. The stored batches stay. */
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { optionalText } from '../../../../../http/params.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { IMPORT, importSubject } from '../../../_transfers/imports.ts'

export const cancelImport = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/imports/:import_id/cancel'],
  summary: 'Cancels a queued or running import. The stored data stays, and the import can be resumed.',
  params: { import_id: optionalText('The import.') },
  answers: [{ schema: IMPORT }],
  errors: ['import-not-found', 'import-ended'],
  async handle({ services, params: { import_id = '' } }) {
    const cancelled = await services.transfers.imports.cancel(import_id)
    await noteAction(services, { action: 'import.cancel', subject: importSubject(cancelled) })
    return jsonAnswer(cancelled)
  },
})
