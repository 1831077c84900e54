/** /console/api/operator/reports: reports by members (spec/console.md#reports). */
import { Type } from 'typebox'
import { listReports, REPORT_STATES } from '../../../../domain/reports/list-reports.ts'
import { REPORT_REASONS, requireReport } from '../../../../domain/reports/report.ts'
import { BadParameter, count, optionalId, optionalText } from '../../../../http/params.ts'
import { idIn } from '../../../1.1/_id.ts'
import { jsonAnswer } from '../../_family.ts'
import { AUDIT_ENTRY } from '../../_operator/audit.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { historyOf } from '../../_operator/moderation.ts'
import { DESK_REPORT, deskReports } from '../../_operator/reports.ts'
import { ConsoleProblem } from '../../_problems.ts'

const PATH = '/console/api/operator/reports'
const KINDS = ['user', 'post'] as const

export const listDeskReports = operatorEndpoint({
  paths: [PATH],
  summary: 'Reports that members made, the newest first.',
  params: {
    state: optionalText('`open`, `closed` or `all`; default `open`.'),
    kind: optionalText('Only reports of a `user`, or only of a `post`.'),
    reason: optionalText('Only reports with this reason.'),
    user: optionalId('Only reports of this user and of its posts.'),
    post: optionalId('Only reports of the post with this first version.'),
    after: optionalId('Id of the last report of the previous page. The requested page has older entries.'),
    count: count({ default: 50, max: 200 }),
  },
  answers: [
    {
      schema: Type.Object({
        reports: Type.Array(DESK_REPORT),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `after` of the next page.' }),
        reasons: Type.Array(Type.String(), { description: 'All reasons, for filters.' }),
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, params }) {
    const { user: userId, post: postId, after, count } = params
    const filter = {
      state: oneOf('state', params.state, REPORT_STATES) ?? 'open',
      kind: oneOf('kind', params.kind, KINDS),
      reason: oneOf('reason', params.reason, REPORT_REASONS),
    }
    const { items, next } = await listReports(services.store, { ...filter, userId, postId }, { after, count })
    return jsonAnswer({ reports: await deskReports(services, items), next, reasons: REPORT_REASONS })
  },
})

/** @throws {BadParameter} */
function oneOf<Word extends string>(
  name: string,
  text: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (text === undefined) return undefined
  const word = words.find((each) => each === text)
  if (word === undefined) throw new BadParameter(name, text)
  return word
}

export const showDeskReport = operatorEndpoint({
  paths: [`${PATH}/:report_id`],
  summary: 'A report, and the actions of operators on it.',
  params: { report_id: optionalText('The id of a report.') },
  answers: [
    {
      schema: Type.Object({
        report: DESK_REPORT,
        history: Type.Array(AUDIT_ENTRY, { description: 'The newest 50 entries of the audit log.' }),
      }),
    },
  ],
  errors: ['report-not-found'],
  async handle({ services, params }) {
    const id = idIn(params.report_id ?? '')
    if (id === undefined) throw new ConsoleProblem('report-not-found')
    const found = await requireReport(services.store, id)
    const [[report], history] = await Promise.all([
      deskReports(services, [found]),
      historyOf(services, { kind: 'report', id }),
    ])
    return jsonAnswer({ report, history })
  },
})
