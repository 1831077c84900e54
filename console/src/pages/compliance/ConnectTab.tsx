import { Button, Stack, Tabs } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { Section } from '../../components/Section.tsx'
import { COMPLIANCE } from '../../text/compliance.ts'
import { TestEvent } from './TestEvent.tsx'
import { useComplianceSearch } from './use-compliance-search.ts'

export type Stream = components['schemas']['ConsoleStream']

const TEXTS = COMPLIANCE.connect

interface Props {
  readonly stream: Stream
  readonly canChange: boolean
}

/** Shows the URL and a curl command for each partition, and sends a test event. */
export function ConnectTab({ stream, canChange }: Props) {
  const { search, change } = useComplianceSearch()
  const [isRemoving, setRemoving] = useState(false)
  const queryClient = useQueryClient()
  const { publisher, label } = stream
  const selected = String(search.partition ?? 1)
  const remove = async () => {
    const path = { publisher, label }
    await api.DELETE('/console/api/compliance/streams/{publisher}/{label}', { params: { path } })
    await queryClient.invalidateQueries({ queryKey: ['compliance'] })
  }
  const removeButton = canChange && (
    <Button variant="default" size="xs" onClick={() => setRemoving(true)}>
      {COMPLIANCE.removeStream}
    </Button>
  )
  return (
    <Stack gap={0}>
      <Section title={`${publisher}/${label}`} description={TEXTS.description} actions={removeButton}>
        <Tabs
          value={selected}
          onChange={(value) => change({ partition: Number(value) })}
          variant="outline"
          keepMounted={false}
        >
          <Tabs.List aria-label={TEXTS.title}>
            {stream.partitions.map(({ partition }) => (
              <Tabs.Tab key={partition} value={String(partition)}>
                {TEXTS.partition(partition)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {stream.partitions.map(({ partition, url, curl }) => (
            <Tabs.Panel key={partition} value={String(partition)} pt="md">
              <Stack>
                <CodeBlock label={TEXTS.url(partition)} code={url} isWrapped />
                <CodeBlock label={TEXTS.curl(partition)} code={curl} isWrapped />
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
      </Section>
      <TestEvent />
      <ConfirmByName
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        title={COMPLIANCE.removeStreamTitle}
        name={label}
        action={COMPLIANCE.removeStream}
        onConfirm={remove}
      >
        {COMPLIANCE.removeStreamText}
      </ConfirmByName>
    </Stack>
  )
}
