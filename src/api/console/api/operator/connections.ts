/**
 * /console/api/operator/connections: connections to the compliance stream
 * (spec/console.md#stream-accounts-at-the-desk).
 */
import { Type } from 'typebox'
import { noteAction } from '../../../../domain/audit/note-action.ts'
import { streamSubject } from '../../../../domain/console/stream.ts'
import { optionalText } from '../../../../http/params.ts'
import { DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { ConsoleProblem } from '../../_problems.ts'

const PATH = '/console/api/operator/connections'

export const listDeskConnections = operatorEndpoint({
  paths: [PATH],
  summary: 'Open connections of all accounts to the compliance stream, on the node that sends this response.',
  params: {},
  answers: [
    {
      schema: Type.Object({
        node: Type.String({ description: 'Host and process of the server that sends this response.' }),
        connections: Type.Array(
          Type.Object(
            {
              id: Type.String({ description: 'Id of the connection on this node.' }),
              account_name: Type.String(),
              publisher: Type.String(),
              label: Type.String(),
              partition: Type.Integer({ minimum: 1, maximum: 8 }),
              email: Type.String(),
              address: Type.String(),
              opened_at: Type.Integer({ description: 'Unix milliseconds.' }),
              delivered: Type.Integer({ description: 'Number of sent messages, including history.' }),
              lag_ms: Type.Union([Type.Integer(), Type.Null()], {
                description: 'Age of the oldest message that waits; null while history is sent.',
              }),
            },
            { title: 'ConsoleDeskConnection' },
          ),
        ),
      }),
    },
  ],
  async handle({ services }) {
    return jsonAnswer({
      node: services.nodeName,
      connections: services.compliance.connections.openOfAll().map((each) => {
        const { id, account, publisher, label, partition, email, address, openedAt, delivered, lagMs } = each
        return {
          ...{ id: String(id), account_name: account, publisher, label, partition, email, address },
          ...{ opened_at: openedAt, delivered, lag_ms: lagMs ?? null },
        }
      }),
    })
  },
})

export const dropDeskConnection = operatorEndpoint({
  method: 'DELETE',
  paths: [`${PATH}/:connection_id`],
  summary: 'Closes a connection to the compliance stream. The client may connect again.',
  params: { connection_id: optionalText('Id of the connection, on the node that listed it.') },
  answers: [DONE],
  errors: ['connection-not-found'],
  async handle({ services, params }) {
    const { connection_id: text = '' } = params
    const { connections } = services.compliance
    const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
    const client = connections.clientOf(id)
    if (client === undefined || !connections.drop(client.account, id))
      throw new ConsoleProblem('connection-not-found')
    const { account: accountName, publisher, label, email, address } = client
    await noteAction(services, {
      action: 'stream.drop_connection',
      subject: streamSubject({ accountName, publisher, label }),
      details: { email, address },
    })
    return doneAnswer()
  },
})
