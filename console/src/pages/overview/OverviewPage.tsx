import { List, Stack } from '@mantine/core'
import { useState } from 'react'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Section } from '../../components/Section.tsx'
import { APPS } from '../../text/apps.ts'
import { AppList } from '../apps/AppList.tsx'

export function OverviewPage() {
  const [search, setSearch] = useState('')
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
        <AppList search={search} onSearch={setSearch} />
      </Stack>
    </>
  )
}
