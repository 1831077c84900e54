/** POST /console/api/operator/imports/:import_id/resume: continues an ended import. */
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { optionalText } from '../../../../../http/params.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { IMPORT, importSubject } from '../../../_transfers/imports.ts'

export const resumeImport = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/imports/:import_id/resume'],
  summary: 'Queues an ended import again. It continues after its last stored batch.',
  params: { import_id: optionalText('The import.') },
  answers: [{ schema: IMPORT }],
  errors: ['import-not-found', 'import-running', 'import-files-gone', 'upload-in-use'],
  async handle({ services, params: { import_id = '' } }) {
    const resumed = await services.transfers.imports.resume(import_id)
    await noteAction(services, { action: 'import.resume', subject: importSubject(resumed) })
    return jsonAnswer(resumed)
  },
})
