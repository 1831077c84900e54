import { List, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Section } from '../../components/Section.tsx'
import { APPS } from '../../text/apps.ts'
import { AppList } from '../apps/AppList.tsx'

export function OverviewPage() {
  const { q = '' } = useSearch({ from: '/shell/' })
  const navigate = useNavigate()
  const search = (text: string) =>
    void navigate({ to: '/', search: text === '' ? {} : { q: text }, replace: true })
  return (
    <>
      <PageHeader title={APPS.overviewTitle} description={APPS.overviewDescription} />
      <Stack gap={0}>
        <Section title={APPS.steps}>
          <List type="ordered" spacing="xs">
            <List.Item>{APPS.stepApp}</List.Item>
            <List.Item>{APPS.stepCall}</List.Item>
            <List.Item>{APPS.stepRules}</List.Item>
          </List>
        </Section>
        <AppList search={q} onSearch={search} />
      </Stack>
    </>
  )
}
