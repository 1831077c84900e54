/**
 * DELETE /console/api/operator/accounts/:account_name/streams/:publisher/:label: removes a compliance stream
 * of an account.
 */
import { removeStream } from '../../../../../domain/console/stream.ts'
import { optionalText } from '../../../../../http/params.ts'
import { DONE, doneAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { ConsoleProblem } from '../../../_problems.ts'

export const deleteDeskStream = operatorEndpoint({
  method: 'DELETE',
  paths: ['/console/api/operator/accounts/:account_name/streams/:publisher/:label'],
  summary: 'Removes a compliance stream of an account; all connections of the account are closed.',
  params: {
    account_name: optionalText('Name of the account.'),
    publisher: optionalText('Publisher of the stream.'),
    label: optionalText('Label of the stream.'),
  },
  answers: [DONE],
  errors: ['stream-not-found'],
  async handle({ services, params }) {
    const { account_name: accountName = '', publisher = '', label = '' } = params
    if (!(await removeStream(services, { accountName, publisher, label })))
      throw new ConsoleProblem('stream-not-found', { message: 'The account has no such stream.' })
    return doneAnswer()
  },
})
