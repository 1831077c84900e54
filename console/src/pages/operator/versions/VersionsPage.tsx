import { Badge, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { VERSIONS } from '../../../text/data.ts'

type Lifetime = components['schemas']['ConsoleVersions']['lifetimes'][number]

const COLORS = { future: 'gray', served: 'green', deprecated: 'blue', ended: 'red' } as const

function methodsOf({ methods }: Lifetime): string {
  return methods.length === 0 ? VERSIONS.allMethods : methods.join(', ')
}

const COLUMNS: readonly Column<Lifetime>[] = [
  {
    id: 'paths',
    header: VERSIONS.path,
    cell: (lifetime) => (
      <div>
        {lifetime.paths.map((path) => (
          <Text
            key={path}
            size="sm"
            ff="monospace"
            style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
          >
            {path}
          </Text>
        ))}
        <Text size="xs" c="dimmed">
          {methodsOf(lifetime)}
        </Text>
      </div>
    ),
    width: 'minmax(14rem, 3fr)',
  },
  {
    id: 'state',
    header: VERSIONS.state,
    cell: ({ state }) => (
      <Badge color={COLORS[state]} variant="light">
        {VERSIONS.states[state]}
      </Badge>
    ),
    sortBy: ({ state }) => state,
    width: 'minmax(7rem, 1fr)',
  },
  {
    id: 'since',
    header: VERSIONS.since,
    cell: ({ since }) => since ?? '',
    sortBy: ({ since }) => since ?? '',
  },
  {
    id: 'deprecated',
    header: VERSIONS.deprecated,
    cell: ({ deprecated }) => deprecated ?? '',
    sortBy: ({ deprecated }) => deprecated ?? '',
  },
  {
    id: 'until',
    header: VERSIONS.until,
    cell: ({ until }) => until ?? '',
    sortBy: ({ until }) => until ?? '',
  },
  {
    id: 'successor',
    header: VERSIONS.successor,
    cell: ({ successor }) => (
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
        {successor ?? ''}
      </Text>
    ),
    width: 'minmax(10rem, 2fr)',
  },
]

interface Retention {
  readonly name: keyof typeof VERSIONS.effects
  readonly value: string
}

/** Height of the section of retention, so that the section below it does not move when it is loaded. */
const RETENTION_ROOM = { base: '36.4rem', sm: '15.5rem' }

const RETENTION_COLUMNS: readonly Column<Retention>[] = [
  {
    id: 'name',
    header: VERSIONS.setting,
    cell: ({ name }) => (
      <Text size="sm" ff="monospace">
        {name}
      </Text>
    ),
    width: 'minmax(10rem, 1fr)',
  },
  { id: 'value', header: VERSIONS.value, cell: ({ value }) => value, width: 'minmax(5rem, 0.5fr)' },
  {
    id: 'effect',
    header: VERSIONS.effect,
    cell: ({ name }) => (
      <Text size="sm" style={{ whiteSpace: 'normal' }}>
        {VERSIONS.effects[name]}
      </Text>
    ),
    width: 'minmax(16rem, 3fr)',
  },
]

export function VersionsPage() {
  const server = useQuery({
    queryKey: ['operator', 'server'],
    queryFn: () => dataOf(api.GET('/console/api/operator/server')),
  })
  const versions = useQuery({
    queryKey: ['operator', 'versions'],
    queryFn: () => dataOf(api.GET('/console/api/operator/versions')),
  })
  return (
    <Stack gap="lg">
      <PageHeader title={VERSIONS.title} description={VERSIONS.help} />
      <Loaded query={server} room={RETENTION_ROOM}>
        {({ settings }) => (
          <Section title={VERSIONS.retention} description={VERSIONS.retentionHelp} isFlush>
            <DataTable
              label={VERSIONS.retention}
              rows={(Object.keys(VERSIONS.effects) as Retention['name'][]).map((name) => ({
                name,
                value: settings.find((setting) => setting.name === name)?.value ?? '',
              }))}
              columns={RETENTION_COLUMNS}
              rowId={({ name }) => name}
              empty={null}
            />
          </Section>
        )}
      </Loaded>
      <Loaded query={versions}>
        {({ day, lifetimes }) => (
          <Section
            title={VERSIONS.paths}
            description={day === null ? VERSIONS.everyDay : VERSIONS.day(day)}
            isFlush
          >
            <DataTable
              label={VERSIONS.paths}
              rows={lifetimes}
              columns={COLUMNS}
              rowId={({ methods, paths }) => `${methods.join()} ${paths.join()}`}
              maxHeight="70vh"
              rowHeight={56}
              empty={null}
            />
          </Section>
        )}
      </Loaded>
      <SameCommand command={VERSIONS.command} />
    </Stack>
  )
}
