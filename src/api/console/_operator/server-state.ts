/** The state of a server, as the desk shows it (spec/console.md#server-page). Times are in Unix milliseconds. */
import { type Static, Type } from 'typebox'

const TIME = Type.Integer({ description: 'Unix milliseconds.' })

const LOAD = Type.Object({
  position: Type.String({ description: 'Position of the last event in the memory of the node.' }),
  behind: Type.Integer({
    description: 'Number of later events in the log, including events since `last_seen`.',
  }),
  requests: Type.Integer({ description: 'Requests that the node is processing.' }),
  connections: Type.Integer({ description: 'Connections to the public listeners of the node.' }),
  streams: Type.Integer({ description: 'Open streams.' }),
  processor: Type.Number({
    description: 'Used share of one processor since the previous renewal; 0 or more.',
  }),
  memory_bytes: Type.Integer({ description: 'Resident memory.' }),
})

const NODE = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'Host and process id.' }),
  is_self: Type.Boolean({ description: 'True for the node that sends this response.' }),
  since: TIME,
  last_seen: TIME,
  address: Type.String({
    description: 'URL of the public listener on the machine of the node; empty if unknown.',
  }),
  version: Type.Union([Type.String(), Type.Null()], {
    description: 'The version of Aviary on the node; null for versions that did not store it.',
  }),
  roles: Type.Array(
    Type.Union([
      Type.Literal('api'),
      Type.Literal('streams'),
      Type.Literal('webhooks'),
      Type.Literal('jobs'),
    ]),
  ),
  load: Type.Union([LOAD, Type.Null()], { description: 'Load at `last_seen`; null if unknown.' }),
})

const READER = Type.Object({
  name: Type.String(),
  position: Type.String({ description: 'The last position that the reader has processed and saved.' }),
  behind: Type.Integer({
    description: 'Events after this position, including kinds that the reader ignores.',
  }),
  failed_items: Type.Integer({
    description: 'Items that the reader skipped because their processing failed.',
  }),
})

const SETTING = Type.Object({
  name: Type.String(),
  value: Type.Union([Type.String(), Type.Null()], {
    description: 'Value as a text; null if the setting has no value. Secrets are masked.',
  }),
  source: Type.Union([Type.String(), Type.Null()], {
    description: 'The flag, variable or file that sets the value; null if unknown.',
  }),
})

export const SERVER_STATE = Type.Object(
  {
    version: Type.String(),
    started_at: TIME,
    now: TIME,
    is_ready: Type.Boolean(),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'The reason why the server is not ready.',
    }),
    clock: Type.Union([Type.String(), Type.Null()], {
      description: 'Problems of the clock, now or in the last hour.',
    }),
    has_test_controls: Type.Boolean(),
    requests: Type.Object(
      {
        answered: Type.Integer(),
        refused: Type.Integer({ description: 'Responses with a status from 400 to 499.' }),
        failed: Type.Integer({ description: 'Responses with a status of 500 or more.' }),
      },
      { description: 'Requests of this node since its start.' },
    ),
    storage: Type.Object({
      engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
      database_bytes: Type.Integer(),
      free_bytes: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Free bytes on the disk of the data directory; null if unknown.',
      }),
    }),
    log: Type.Object({
      head: Type.String({ description: 'The last position of the event log.' }),
      trimmed: Type.String({ description: 'Events up to this position have been removed.' }),
      readers: Type.Array(READER),
    }),
    webhooks: Type.Object({
      waiting: Type.Integer({ description: 'Deliveries that are queued.' }),
      oldest: Type.Union([TIME, Type.Null()], {
        description: 'Time when the oldest of these deliveries was queued.',
      }),
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
