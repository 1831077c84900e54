/**
 * POST users/report_spam: reports a user for spam to the operators
 * (spec/v1-streams-and-lists.md#other-calls).
 */
import { reportSpam } from '../../../domain/graph/report-spam.ts'
import { boolean } from '../../../http/params.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { requireTarget, targetUserAnswer, targetUserParams, UNFOLLOWED } from '../_target-user.ts'

export const usersReportSpam = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/users/report_spam.json'],
  summary: 'Reports a user for spam to the operators. Also blocks the user, unless `perform_block` is false.',
  auth: ['user'],
  writes: true,
  window: { user: 15, app: 0 },
  params: {
    ...targetUserParams,
    perform_block: boolean({ default: true, description: 'Block the user too.' }),
  },
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound', 'reportsOneself', 'reportsTooMany'],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer }) {
    const me = caller.user.id
    const target = await requireTarget(params, { userId: me }, services)
    await reportSpam(services, { userId: me, reportedId: target.user.id, blocks: params.perform_block })
    const changes = params.perform_block ? { ...UNFOLLOWED, blocking: true } : {}
    return targetUserAnswer(services, target, changes, params, outer)
  },
})
