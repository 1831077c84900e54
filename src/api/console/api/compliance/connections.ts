/**
 * /console/api/compliance/connections: connections of the account to the compliance stream on the server process
 * that responds.
 */
import { Type } from 'typebox'
import { optionalText } from '../../../../http/params.ts'
import type { EndedConnection, OpenConnection } from '../../../../streams/compliance/connections.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { ConsoleProblem } from '../../_problems.ts'

const FACTS = {
  id: Type.Integer(),
  publisher: Type.String(),
  label: Type.String(),
  partition: Type.Integer({ minimum: 1, maximum: 8 }),
  email: Type.String(),
  address: Type.String(),
  opened_at: Type.Integer({ description: 'Milliseconds since the Unix epoch.' }),
  delivered: Type.Integer({ description: 'Number of sent messages, including history.' }),
  median_delay_ms: delay('Half of the messages were written within this time of their event.'),
  slow_delay_ms: delay('95 % of the messages were written within this time of their event.'),
}

function delay(description: string) {
  return Type.Union([Type.Number(), Type.Null()], {
    description: `${description} Null before the first message; 60000 for more than 30 seconds.`,
  })
}

const CONNECTIONS = Type.Object({
  node: Type.String({ description: 'Host and process of the server that sends this response.' }),
  open: Type.Array(
    Type.Object({
      ...FACTS,
      lag_ms: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Age of the oldest message that waits for the client; null while history is sent.',
      }),
    }),
  ),
  past: Type.Array(
    Type.Object({
      ...FACTS,
      ended_at: Type.Integer({ description: 'Milliseconds since the Unix epoch.' }),
      reason: Type.String({
        description: 'Such as `client`, `slow`, `stalled`, `restart`, `removed`, `dropped`.',
      }),
    }),
    { description: 'The last 100, the latest first.' },
  ),
})

export const listConnections = consoleEndpoint({
  paths: ['/console/api/compliance/connections'],
  summary: 'Open and past connections of the account to the compliance stream.',
  params: {},
  answers: [{ schema: CONNECTIONS }],
  async handle({ services, caller }) {
    const { connections } = services.compliance
    return jsonAnswer({
      node: services.nodeName,
      open: connections.open(caller.accountName).map((each) => ({
        ...factsOf(each),
        lag_ms: each.lagMs ?? null,
      })),
      past: connections.past(caller.accountName).map((each) => ({
        ...factsOf(each),
        ended_at: each.endedAt,
        reason: each.reason,
      })),
    })
  },
})

export const dropConnection = consoleEndpoint({
  method: 'DELETE',
  paths: ['/console/api/compliance/connections/:connection_id'],
  summary: 'Closes a connection of the account. The client may connect again.',
  params: { connection_id: optionalText('Id of the connection, on the node that listed it.') },
  answers: [DONE],
  errors: ['connection-not-found'],
  async handle({ services, caller, params }) {
    const { connection_id: text = '' } = params
    const isDropped =
      /^\d{1,15}$/.test(text) && services.compliance.connections.drop(caller.accountName, Number(text))
    if (!isDropped) throw new ConsoleProblem('connection-not-found')
    return doneAnswer()
  },
})

/** JSON has no Infinity. This number stands for delays above the last bound of the histogram. */
const BEYOND_MS = 60_000

function factsOf(each: OpenConnection | EndedConnection) {
  const { id, publisher, label, partition, email, address, openedAt, delivered } = each
  return {
    ...{ id, publisher, label, partition, email, address },
    opened_at: openedAt,
    delivered,
    median_delay_ms: finite(each.medianDelayMs),
    slow_delay_ms: finite(each.slowDelayMs),
  }
}

function finite(milliseconds: number | undefined): number | null {
  return milliseconds === undefined ? null : Math.min(milliseconds, BEYOND_MS)
}
