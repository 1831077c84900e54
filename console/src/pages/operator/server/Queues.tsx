import { Badge, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { SERVER } from '../../../text/server.ts'
import { Facts, numberText } from './Facts.tsx'
import type { ServerState } from './server-state.ts'

type Reader = ServerState['log']['readers'][number]
type Stream = ServerState['streams'][number]
type Node = ServerState['nodes'][number]

const READERS: readonly Column<Reader>[] = [
  { id: 'name', header: SERVER.reader, cell: ({ name }) => name, width: 'minmax(9rem, 1.5fr)' },
  { id: 'position', header: SERVER.position, cell: ({ position }) => position, width: 'minmax(8rem, 1fr)' },
  {
    id: 'behind',
    header: SERVER.behind,
    cell: ({ behind }) => numberText(behind),
    width: 'minmax(8rem, 1fr)',
  },
  {
    id: 'failed',
    header: SERVER.failedItems,
    cell: ({ failed_items: items }) => numberText(items),
    width: 'minmax(7rem, 1fr)',
  },
]

const STREAMS: readonly Column<Stream>[] = [
  { id: 'name', header: SERVER.stream, cell: ({ name }) => name, width: 'minmax(9rem, 2fr)' },
  {
    id: 'connections',
    header: SERVER.connections,
    cell: ({ connections }) => numberText(connections),
    width: 'minmax(8rem, 1fr)',
  },
]

/** Number of roles that a node can have. */
const ROLES = 4

const NODES: readonly Column<Node>[] = [
  {
    id: 'name',
    header: SERVER.node,
    cell: ({ name, is_self: isSelf }) => (
      <Group gap="xs">
        {name}
        {isSelf && (
          <Badge size="sm" variant="light">
            {SERVER.thisNode}
          </Badge>
        )}
      </Group>
    ),
    width: 'minmax(12rem, 1.5fr)',
  },
  { id: 'address', header: SERVER.address, cell: ({ address }) => address, width: 'minmax(12rem, 1.5fr)' },
  { id: 'roles', header: SERVER.roles, cell: ({ roles }) => rolesText(roles), width: 'minmax(6rem, 1fr)' },
  {
    id: 'version',
    header: SERVER.version,
    cell: ({ version }) => version ?? SERVER.unknown,
    width: 'minmax(5rem, 0.6fr)',
  },
  {
    id: 'behind',
    header: SERVER.eventsBehind,
    cell: ({ load }) => (load === null ? SERVER.unknown : numberText(load.behind)),
    width: 'minmax(7.5rem, 0.7fr)',
    align: 'end',
  },
  {
    id: 'load',
    header: SERVER.load,
    cell: ({ load }) => (load === null ? SERVER.unknown : SERVER.loadOf(load)),
    width: 'minmax(14rem, 1.8fr)',
  },
  {
    id: 'since',
    header: SERVER.since,
    cell: ({ since }) => <Time value={since} />,
    width: 'minmax(8rem, 1fr)',
  },
  {
    id: 'seen',
    header: SERVER.seen,
    cell: ({ last_seen: seen }) => <Time value={seen} />,
    width: 'minmax(8rem, 1fr)',
  },
]

/** The roles of a node. A node with all roles, such as the only node of a server, gets one text for them. */
function rolesText(roles: Node['roles']): string {
  return roles.length === ROLES ? SERVER.allRoles : roles.join(', ')
}

/** Shows the readers of the log, webhook deliveries, streams and nodes. */
export function Queues({ state }: { readonly state: ServerState }) {
  const { log, webhooks, streams, nodes } = state
  return (
    <>
      <Section
        title={SERVER.log}
        description={SERVER.logHelp(log.head, log.trimmed)}
        actions={
          <Button size="xs" variant="default" component={Link} to="/operator/failed-items">
            {SERVER.failedItems}
          </Button>
        }
        isFlush
      >
        <DataTable
          label={SERVER.log}
          rows={log.readers}
          columns={READERS}
          rowId={({ name }) => name}
          empty={<EmptyState title={SERVER.noReaders}>{SERVER.noReadersAdvice}</EmptyState>}
        />
      </Section>
      <SameCommand command="aviary failed list" />
      <Section title={SERVER.webhooks}>
        <Facts
          facts={[
            [SERVER.waiting, numberText(webhooks.waiting)],
            [
              SERVER.oldest,
              webhooks.oldest === null ? SERVER.none : <Time key="oldest" value={webhooks.oldest} />,
            ],
          ]}
        />
      </Section>
      <Section title={SERVER.streams} isFlush>
        <DataTable
          label={SERVER.streams}
          rows={streams}
          columns={STREAMS}
          rowId={({ name }) => name}
          empty={<EmptyState title={SERVER.noStreams}>{SERVER.noStreamsAdvice}</EmptyState>}
        />
      </Section>
      <Section title={SERVER.nodes} isFlush>
        <DataTable
          label={SERVER.nodes}
          rows={nodes}
          columns={NODES}
          rowId={({ id }) => id}
          minWidth="84rem"
          empty={<EmptyState title={SERVER.noNodes}>{SERVER.noNodesAdvice}</EmptyState>}
        />
      </Section>
      <SameCommand command="aviary nodes" />
    </>
  )
}
