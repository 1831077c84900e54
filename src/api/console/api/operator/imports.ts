/**
 * /console/api/operator/imports: starts, lists and removes imports of uploaded files
 * (spec/console.md#imports-at-the-desk).
 */
import { noteAction } from '../../../../domain/audit/note-action.ts'
import { optionalText } from '../../../../http/params.ts'
import { consoleBody } from '../../_body.ts'
import { DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { IMPORT, IMPORT_LIST, importSubject, NEW_IMPORT } from '../../_transfers/imports.ts'

const IMPORTS = '/console/api/operator/imports'

const BODY = consoleBody(NEW_IMPORT)

export const listImports = operatorEndpoint({
  paths: [IMPORTS],
  summary: 'The last imports of the desk, the newest first.',
  params: {},
  answers: [{ schema: IMPORT_LIST }],
  async handle({ services }) {
    return jsonAnswer({ imports: await services.transfers.imports.list() })
  },
})

export const startDeskImport = operatorEndpoint({
  method: 'POST',
  paths: [IMPORTS],
  summary: 'Imports uploaded files, as "aviary import" does. Imports run one after another.',
  params: {},
  body: BODY.spec,
  answers: [{ status: 201, description: 'Queued.', schema: IMPORT }],
  errors: ['field-invalid', 'upload-not-found', 'upload-incomplete', 'upload-in-use'],
  async handle({ services, caller, json }) {
    const input = BODY.read(json)
    const started = await services.transfers.imports.start(input, caller.email)
    const { kind, dry_run, is_protected, followee_first, options = {} } = input
    // The ids of posts to a Circle are private, so the audit log does not have them.
    const shown = Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'circle_ids'))
    const details = { kind, dry_run, is_protected, followee_first, ...shown }
    await noteAction(services, { action: 'import.start', subject: importSubject(started), details })
    return jsonAnswer(started, { status: 201 })
  },
})

export const removeImport = operatorEndpoint({
  method: 'DELETE',
  paths: [`${IMPORTS}/:import_id`],
  summary: 'Removes an ended import from the list, with its reports. The imported data stays.',
  params: { import_id: optionalText('The import.') },
  answers: [DONE],
  errors: ['import-not-found', 'import-running'],
  async handle({ services, params: { import_id = '' } }) {
    const removed = await services.transfers.imports.remove(import_id)
    await noteAction(services, { action: 'import.remove', subject: importSubject(removed) })
    return doneAnswer()
  },
})
