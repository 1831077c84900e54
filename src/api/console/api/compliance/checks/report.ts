/** GET /console/api/compliance/checks/:check_id/report: the report of a check, as a file. */
import { createReadStream } from 'node:fs'
import type { StreamBody } from '../../../../../http/stream-response.ts'
import { consoleEndpoint } from '../../../_family.ts'
import { ConsoleProblem } from '../../../_problems.ts'
import { CHECK_ID } from '../checks.ts'

export const showCheckReport = consoleEndpoint({
  paths: ['/console/api/compliance/checks/:check_id/report'],
  summary: 'The report of a complete check, as a file: each id with its outcome, and the counts.',
  params: CHECK_ID,
  answers: [{ description: 'A JSON object, streamed.' }],
  errors: ['check-not-found'],
  async handle({ services, caller, params }) {
    const path = services.checks.reportOf(caller.accountName, params.check_id ?? '')
    if (path === undefined) throw new ConsoleProblem('check-not-found')
    const headers = { 'content-disposition': 'attachment; filename="compliance-report.json"' }
    return { status: 200, body: undefined, stream: fileBody(path), headers }
  },
})

/** Streams a file of this server. The response ends early if the file is removed. */
function fileBody(path: string): StreamBody {
  return async (sink) => {
    for await (const chunk of createReadStream(path)) if ((await sink.write([chunk])) !== 'room') return
    await sink.end([])
  }
}
