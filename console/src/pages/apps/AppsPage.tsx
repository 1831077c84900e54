import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../components/PageHeader.tsx'
import { APPS } from '../../text/apps.ts'
import { AppList } from './AppList.tsx'
import { Projects } from './Projects.tsx'

export function AppsPage() {
  const { q = '' } = useSearch({ from: '/shell/apps' })
  const navigate = useNavigate()
  const search = (text: string) =>
    void navigate({ to: '/apps', search: text === '' ? {} : { q: text }, replace: true })
  return (
    <>
      <PageHeader title={APPS.title} />
      <Stack gap={0}>
        <AppList search={q} onSearch={search} />
        <Projects />
      </Stack>
    </>
  )
}
