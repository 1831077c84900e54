/** Texts of the operator's page about the server. */

interface Load {
  readonly requests: number
  readonly streams: number
  /** Share of one processor that the node uses; 1 is the whole processor. */
  readonly processor: number
  readonly memory_bytes: number
}

const MIB = 2 ** 20

export const SERVER = {
  title: 'Server',
  help: 'Health, traffic, storage, queues and settings. The figures are updated every five seconds.',
  ready: 'Ready',
  notReady: 'Not ready',
  testControls: 'Test controls are on: never use this server in production.',
  clock: 'The clock of the machine',
  health: 'Health',
  version: 'Version',
  started: 'Started',
  engine: 'Database',
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  traffic: 'Traffic of this node',
  trafficHelp: 'Responses since the start of this node.',
  answered: 'Answered requests',
  rate: 'Requests a minute',
  rateHelp: 'Rates over the last minute of this page.',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
  measuring: 'measuring',
  storage: 'Storage',
  databaseSize: 'Database with indexes',
  free: 'Free on the disk of the data directory',
  unknown: 'not known',
  log: 'Event log',
  logHelp: (head: string, trimmed: string) =>
    `The log ends at position ${head}; events up to ${trimmed} have been removed.`,
  reader: 'Reader',
  position: 'Saved position',
  behind: 'Events behind',
  failedItems: 'Failed items',
  noReaders: 'No reader has saved a position yet',
  noReadersAdvice: 'Search and webhooks save their positions with the first events.',
  webhooks: 'Webhooks',
  waiting: 'Waiting deliveries',
  none: 'none',
  oldest: 'Oldest waiting delivery',
  streams: 'Open streams of this node',
  stream: 'Stream',
  connections: 'Connections',
  noStreams: 'No stream was opened since the start',
  noStreamsAdvice: 'Streams appear here with their first connection.',
  nodes: 'Nodes',
  node: 'Node',
  thisNode: 'this node',
  address: 'Address',
  since: 'Joined',
  seen: 'Last seen',
  roles: 'Roles',
  eventsBehind: 'Events behind',
  allRoles: 'all',
  load: 'Load',
  loadOf: ({ requests, streams, processor, memory_bytes }: Load) =>
    `${requests} requests, ${streams} streams, ${Math.round(processor * 100)} % of a processor, ${Math.round(memory_bytes / MIB)} MiB`,
  noNodes: 'No node is listed',
  noNodesAdvice: 'Load the page again in a few seconds. A node is in the list after its first heartbeat.',
  settings: 'Settings in force',
  settingsHelp: 'Secrets are masked. A change needs a restart.',
  setting: 'Setting',
  value: 'Value',
  source: 'Set by',
  notSet: 'not set',
  default: 'default',
  onlyChanged: 'Only settings that differ from the defaults',
  noSettings: 'All settings have their defaults',
  noSettingsAdvice: 'Switch the filter off to see all settings.',
} as const
