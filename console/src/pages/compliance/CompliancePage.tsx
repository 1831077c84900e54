import { Button, Group, Select, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Section } from '../../components/Section.tsx'
import { COMPLIANCE } from '../../text/compliance.ts'
import { AddStream } from './AddStream.tsx'
import { CheckTab } from './CheckTab.tsx'
import classes from './CompliancePage.module.css'
import { ConnectionsTab } from './ConnectionsTab.tsx'
import { ConnectTab, type Stream } from './ConnectTab.tsx'
import { LiveTab } from './LiveTab.tsx'
import { COMPLIANCE_TABS, type ComplianceTab } from './search.ts'
import { useComplianceSearch } from './use-compliance-search.ts'
import { VolumeTab } from './VolumeTab.tsx'

/** Shows the compliance stream of the account: lines to connect, connections, messages, and checks of lists. */
export function CompliancePage() {
  const [isAdding, setAdding] = useState(false)
  const streams = useQuery({
    queryKey: ['compliance', 'streams'],
    queryFn: () => dataOf(api.GET('/console/api/compliance/streams')),
  })
  const canChange = streams.data?.can_change === true
  const add = canChange && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {COMPLIANCE.addStream}
    </Button>
  )
  return (
    <>
      <PageHeader title={COMPLIANCE.title} description={COMPLIANCE.description} actions={add} />
      <AddStream opened={isAdding} onClose={() => setAdding(false)} />
      <Loaded query={streams}>
        {(data) => <ComplianceTabs streams={data.streams} canChange={data.can_change} />}
      </Loaded>
    </>
  )
}

/** Scrolls to the active tab, which may be outside a small screen. */
function scrollToActive(list: HTMLDivElement | null): void {
  list?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

interface Props {
  readonly streams: readonly Stream[]
  readonly canChange: boolean
}

function ComplianceTabs({ streams, canChange }: Props) {
  const { search, change } = useComplianceSearch()
  const tab = search.tab ?? 'connect'
  const names = streams.map(nameOf)
  const stream = streams.find((each) => nameOf(each) === search.stream) ?? streams[0]
  const withStream = (content: (found: Stream) => React.ReactNode) =>
    stream === undefined ? <NoStream canChange={canChange} /> : content(stream)
  return (
    <>
      {stream !== undefined && streams.length > 1 && (
        <Group mb="md">
          <Select
            label={COMPLIANCE.stream}
            data={names}
            value={nameOf(stream)}
            onChange={(value) => value !== null && change({ stream: value })}
            allowDeselect={false}
          />
        </Group>
      )}
      <Tabs value={tab} onChange={(value) => change({ tab: value as ComplianceTab })} keepMounted={false}>
        <Tabs.List ref={scrollToActive} mb="md" className={classes['tabs'] ?? ''}>
          {COMPLIANCE_TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {COMPLIANCE.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="connect">
          {withStream((found) => (
            <ConnectTab stream={found} canChange={canChange} />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="connections">
          <ConnectionsTab />
        </Tabs.Panel>
        <Tabs.Panel value="volume">
          {withStream(() => (
            <VolumeTab />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="live">
          {withStream(() => (
            <LiveTab />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="check">
          <CheckTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function NoStream({ canChange }: Pick<Props, 'canChange'>) {
  return (
    <Section title={COMPLIANCE.stream}>
      <EmptyState title={COMPLIANCE.noStream}>
        {canChange ? COMPLIANCE.noStreamAdmin : COMPLIANCE.noStreamUser}
      </EmptyState>
    </Section>
  )
}

function nameOf({ publisher, label }: Stream): string {
  return `${publisher}/${label}`
}
