/**
 * /console/api/apps/:app_id/signature/failures: refused signatures of the caller’s app
 * (docs/console.md#signature-debugger).
 */
import { Type } from 'typebox'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { ownApp } from '../../../_own-app.ts'
import { OF_APP } from '../../../_traffic/params.ts'
import { FAILURE, failureJson } from '../../../_traffic/signatures.ts'

export const listSignatureFailures = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/signature/failures'],
  summary: 'The last refused signatures of an app, the newest first, with the base string of the server.',
  params: OF_APP,
  answers: [
    { schema: Type.Object({ failures: Type.Array(FAILURE) }, { title: 'ConsoleSignatureFailures' }) },
  ],
  errors: ['app-not-found'],
  async handle({ services, caller, params }) {
    const app = await ownApp(services, caller, params.app_id ?? '')
    const failures = services.signatureFailures.detailsOf(app.consumerKey)
    return jsonAnswer({
      failures: await Promise.all(failures.map((failure) => failureJson(services, app, failure))),
    })
  },
})
