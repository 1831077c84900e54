/** GET and POST /i/report: a member reports a post or a user (spec/pages.md#reports). */
import { optionalId, optionalText } from '../../http/params.ts'
import { actingMember, FORM_TOKEN_FIELD, safeBack } from '../_network/member.ts'
import { memberForm, memberPage } from '../_network/member-endpoint.ts'
import {
  reportAct,
  reportAnswer,
  reportedAnswer,
  reportedBy,
  sendReport,
  subjectOf,
} from '../_network/reports/report-form.ts'
import { REPORT_PATH } from '../_network/reports/report-link.ts'

const SUBJECT = {
  post: optionalId('The reported post.'),
  user: optionalId('The reported user, without `post`.'),
  back: optionalText('Path to return to.'),
}

export const reportPage = memberPage({
  paths: [REPORT_PATH],
  summary: 'The page on which a member reports a post or a user.',
  params: SUBJECT,
  back: ({ params }) => safeBack(params.back),
  async show({ services, outer, params }, member) {
    return reportAnswer({ services, outer, member }, await reportedBy(services, member, subjectOf(params)))
  },
})

export const reportForm = memberForm({
  paths: [REPORT_PATH],
  summary: 'Reports a post or a user to the operators of the server, for a member.',
  params: {
    ...SUBJECT,
    reason: optionalText('One of the reasons that the page offers.'),
    comment: optionalText('Up to 1,000 characters.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  async handle(call) {
    const { services, params, outer } = call
    const subject = subjectOf(params)
    const acting = await actingMember(call, reportAct(subject), params[FORM_TOKEN_FIELD])
    const member = { ...acting, back: safeBack(params.back) }
    const reported = await reportedBy(services, member, subject)
    const refused = await sendReport(services, member, subject, params)
    const page = { services, outer, member }
    if (refused === undefined) return reportedAnswer(page, reported)
    const { reason = '', comment = '' } = params
    return reportAnswer(page, reported, { reason, comment, refused })
  },
})
