import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '../../components/use-page-title.ts'
import { USAGE } from '../../text/usage.ts'
import { Connections } from './Connections.tsx'
import { Figures } from './Figures.tsx'
import { Windows } from './Windows.tsx'

export function UsagePage() {
  usePageTitle(USAGE.title)
  const { appId } = useParams({ from: '/shell/apps/$appId/usage' })
  return (
    <Stack gap="lg">
      <Figures appId={appId} />
      <Windows appId={appId} />
      <Connections appId={appId} />
    </Stack>
  )
}
