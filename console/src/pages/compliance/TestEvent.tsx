import { Alert, Anchor, Button, Group, Stack } from '@mantine/core'
import { IconCheck, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, dataOf } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Section } from '../../components/Section.tsx'
import { COMPLIANCE } from '../../text/compliance.ts'
import { PartitionSelect } from './PartitionSelect.tsx'
import { useComplianceSearch } from './use-compliance-search.ts'

const TEXTS = COMPLIANCE.test

/** Sends a test event in the chosen partition. */
export function TestEvent() {
  const { search, change } = useComplianceSearch()
  const queryClient = useQueryClient()
  const partition = search.partition ?? 1
  const send = useMutation({
    mutationFn: () => dataOf(api.POST('/console/api/compliance/test_events', { body: { partition } })),
    meta: { isShownInForm: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['compliance', 'volume'] }),
  })
  return (
    <Section title={TEXTS.title} description={TEXTS.description}>
      <Stack>
        <Group align="flex-end">
          <PartitionSelect value={partition} onChange={(value) => change({ partition: value ?? 1 })} />
          <Button leftSection={<IconSend size={16} />} loading={send.isPending} onClick={() => send.mutate()}>
            {TEXTS.send}
          </Button>
        </Group>
        {send.error !== null && <ErrorState error={send.error} />}
        {send.data !== undefined && (
          <Alert color="green" icon={<IconCheck size={18} />} role="status">
            {TEXTS.sent(send.data.partition, send.data.post_id)}{' '}
            <Anchor component={Link} to="/compliance" search={{ ...search, tab: 'live' } as never} inherit>
              {TEXTS.watch}
            </Anchor>
          </Alert>
        )}
      </Stack>
    </Section>
  )
}
