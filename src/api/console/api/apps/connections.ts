/** /console/api/apps/:app_id/connections: stream connections of the caller’s app (docs/console.md#usage). */
import { Type } from 'typebox'
import { isoTime } from '../../../../lib/time/iso-time.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'
import { OF_APP } from '../../_traffic/params.ts'

const CONNECTION = Type.Object(
  {
    id: Type.String(),
    stream: Type.String({ description: 'Kind of stream, such as `2 filter`.' }),
    started_at: Type.String({ format: 'date-time' }),
    ended_at: Type.Optional(Type.String({ format: 'date-time' })),
    reason: Type.Optional(Type.String({ description: 'The reason of the end, such as `client` or `slow`.' })),
    delivered: Type.Integer({ description: 'Messages that were sent.' }),
    dropped: Type.Integer({ description: 'Posts dropped by the limit per second.' }),
    lag_ms: Type.Optional(
      Type.Integer({ description: 'Milliseconds from the event of the last message to its write.' }),
    ),
  },
  { title: 'ConsoleConnection' },
)

export const listConnections = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/connections'],
  summary: 'Stream connections of an app, newest first: open connections, and the last ended connections.',
  params: OF_APP,
  answers: [
    { schema: Type.Object({ connections: Type.Array(CONNECTION) }, { title: 'ConsoleConnections' }) },
  ],
  errors: ['app-not-found'],
  async handle({ services, caller, params }) {
    const { id: appId } = await ownApp(services, caller, params.app_id ?? '')
    const connections = services.traffic.connections.of(appId).map((each) => ({
      id: String(each.id),
      stream: each.part,
      started_at: isoTime(each.startedAt),
      ...(each.endedAt === undefined ? {} : { ended_at: isoTime(each.endedAt) }),
      ...(each.reason === undefined ? {} : { reason: each.reason }),
      delivered: each.delivered,
      dropped: each.dropped,
      ...(each.lagMs === undefined ? {} : { lag_ms: Math.round(each.lagMs) }),
    }))
    return jsonAnswer({ connections })
  },
})
