/** The state of a server, as the desk shows it (spec/console.md#server-page). Times are in Unix milliseconds. */
import { type Static, Type } from 'typebox'

const TIME = Type.Integer({ description: 'Unix milliseconds.' })

const LOAD = Type.Object({
  position: Type.String({ description: 'The last event in its memory.' }),
  behind: Type.Integer({ description: 'Events of the log after that one, also those since `last_seen`.' }),
  requests: Type.Integer({ description: 'Requests in work.' }),
  connections: Type.Integer({ description: 'Connections to its public listeners.' }),
  streams: Type.Integer({ description: 'Open streams.' }),
  processor: Type.Number({ description: 'Share of one processor since the renewal before, from 0.' }),
  memory_bytes: Type.Integer({ description: 'Resident memory.' }),
})

const NODE = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'Host and process id.' }),
  is_self: Type.Boolean({ description: 'True for the node that answers.' }),
  since: TIME,
  last_seen: TIME,
  address: Type.String({
    description: 'URL of its public listener on its machine; empty when it is not known.',
  }),
  version: Type.Union([Type.String(), Type.Null()], {
    description: 'The version of its program; null for a version that did not store it.',
  }),
  roles: Type.Array(
    Type.Union([
      Type.Literal('api'),
      Type.Literal('streams'),
      Type.Literal('webhooks'),
      Type.Literal('jobs'),
    ]),
  ),
  load: Type.Union([LOAD, Type.Null()], { description: 'Load at `last_seen`; null when it is unknown.' }),
})

const READER = Type.Object({
  name: Type.String(),
  position: Type.String({ description: 'The last position that it has processed and saved.' }),
  behind: Type.Integer({ description: 'Events after that position, also of kinds that it ignores.' }),
  failed_items: Type.Integer({ description: 'Items that it skipped because of their own data.' }),
})

const SETTING = Type.Object({
  name: Type.String(),
  value: Type.Union([Type.String(), Type.Null()], {
    description: 'Value as a text; null when it is not set. Secrets are masked.',
  }),
  source: Type.Union([Type.String(), Type.Null()], {
    description: 'The flag, variable or file that sets it; null when the program does not know.',
  }),
})

export const SERVER_STATE = Type.Object(
  {
    version: Type.String(),
    started_at: TIME,
    now: TIME,
    is_ready: Type.Boolean(),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why the server is not ready.' }),
    clock: Type.Union([Type.String(), Type.Null()], {
      description: 'Problems of the clock, now or in the last hour.',
    }),
    has_test_controls: Type.Boolean(),
    requests: Type.Object(
      {
        answered: Type.Integer(),
        refused: Type.Integer({ description: 'Answers with a status from 400 to 499.' }),
        failed: Type.Integer({ description: 'Answers with a status of 500 or more.' }),
      },
      { description: 'Requests of this node since its start.' },
    ),
    storage: Type.Object({
      engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
      database_bytes: Type.Integer(),
      free_bytes: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Free on the disk of the data directory; null when the system does not say.',
      }),
    }),
    log: Type.Object({
      head: Type.String({ description: 'The last position of the event log.' }),
      trimmed: Type.String({ description: 'Events up to this position have been removed.' }),
      readers: Type.Array(READER),
    }),
    webhooks: Type.Object({
      waiting: Type.Integer({ description: 'Deliveries that are queued.' }),
      oldest: Type.Union([TIME, Type.Null()], { description: 'When the oldest of them was queued.' }),
    }),
    streams: Type.Array(Type.Object({ name: Type.String(), connections: Type.Integer() }), {
      description: 'Open connections of this node.',
    }),
    nodes: Type.Array(NODE),
    settings: Type.Array(SETTING),
  },
  { title: 'ConsoleServerState' },
)

export type ServerState = Static<typeof SERVER_STATE>
