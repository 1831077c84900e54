/**
 * PUT /console/api/operator/reports/:report_id/state: closes a report, or opens it again, with a note
 * (spec/console.md#reports).
 */
import { Type } from 'typebox'
import { closeReport, reopenReport } from '../../../../../domain/reports/close-report.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { DONE, doneAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { REASON } from '../../../_operator/moderation.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(Type.Object({ state: Type.Enum(['open', 'closed']), note: REASON }))

export const changeDeskReport = operatorEndpoint({
  method: 'PUT',
  paths: ['/console/api/operator/reports/:report_id/state'],
  summary: 'Closes a report, or opens it again, with a note.',
  params: { report_id: optionalText('The id of a report.') },
  body: BODY.spec,
  answers: [DONE],
  errors: ['field-invalid', 'report-not-found', 'state-already-so'],
  async handle({ services, params, json }) {
    const { state, note } = BODY.read(json)
    const reportId = idIn(params.report_id ?? '')
    if (reportId === undefined) throw new ConsoleProblem('report-not-found')
    await (state === 'closed' ? closeReport : reopenReport)(services, { reportId, note })
    return doneAnswer()
  },
})
