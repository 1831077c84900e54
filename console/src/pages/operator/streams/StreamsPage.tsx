import { Stack } from '@mantine/core'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { STREAM_ACCOUNTS } from '../../../text/stream-accounts.ts'
import { Accounts } from './Accounts.tsx'
import { Connections } from './Connections.tsx'

/** Shows the accounts of the compliance stream, and their open connections. */
export function StreamsPage() {
  return (
    <Stack gap="lg">
      <PageHeader title={STREAM_ACCOUNTS.title} description={STREAM_ACCOUNTS.help} />
      <Accounts />
      <Connections />
    </Stack>
  )
}
