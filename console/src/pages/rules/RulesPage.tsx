import { Button, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { RULES } from '../../text/rules.ts'
import { PostCard } from './PostCard.tsx'

type Rule = components['schemas']['ConsoleRule']

/** Milliseconds without a key after which a rule is checked. */
const CHECK_MS = 250

export function RulesPage() {
  const { appId } = useParams({ from: '/shell/apps/$appId/rules' })
  const path = { app_id: appId }
  const rules = useQuery({
    queryKey: ['app', appId, 'rules'],
    queryFn: () => dataOf(api.GET('/console/api/apps/{app_id}/rules', { params: { path } })),
  })
  return (
    <Stack>
      <NewRule appId={appId} />
      <Section title={RULES.title}>
        <Loaded query={rules}>
          {(data) => (
            <Stack gap="sm">
              <Text size="sm" c="dimmed">
                {RULES.limits(data.rules.length, data.max_rules)}
              </Text>
              <RuleTable appId={appId} rules={data.rules} />
            </Stack>
          )}
        </Loaded>
      </Section>
    </Stack>
  )
}

function NewRule({ appId }: { readonly appId: string }) {
  const client = useQueryClient()
  const [value, setValue] = useState('')
  const [tag, setTag] = useState('')
  const [settled] = useDebouncedValue(value, CHECK_MS)
  const params = { path: { app_id: appId } }
  const check = useQuery({
    queryKey: ['app', appId, 'rules', 'check', settled],
    enabled: settled.trim() !== '',
    queryFn: () =>
      dataOf(api.POST('/console/api/apps/{app_id}/rules/check', { params, body: { value: settled } })),
  })
  const add = useMutation({
    mutationFn: () => dataOf(api.POST('/console/api/apps/{app_id}/rules', { params, body: { value, tag } })),
    meta: { isShownInForm: true },
    onSuccess: () => {
      setValue('')
      setTag('')
      void client.invalidateQueries({ queryKey: ['app', appId, 'rules'] })
    },
  })
  const backtest = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/console/api/apps/{app_id}/rules/backtest', { params, body: { value } })),
    meta: { isShownInForm: true },
  })
  const problems = value.trim() === '' ? [] : (check.data?.problems ?? [])
  const error = add.error ?? backtest.error
  return (
    <Section title={RULES.newTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <Stack gap="sm">
          <Textarea
            label={RULES.rule}
            description={
              check.data === undefined
                ? RULES.ruleAdvice
                : RULES.length(check.data.length, check.data.max_length)
            }
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            error={problems[0]?.message}
            autosize
            minRows={2}
            spellCheck={false}
            required
          />
          {problems.length > 0 && (
            <List size="sm" aria-live="polite">
              {problems.map(({ message, start, end, expected }) => (
                <List.Item key={message}>
                  <code>{value.slice(start, end)}</code> {message}.{' '}
                  {expected.length > 0 && RULES.expected(expected)}
                </List.Item>
              ))}
            </List>
          )}
          <TextInput
            label={RULES.tag}
            description={RULES.tagAdvice}
            value={tag}
            maxLength={128}
            onChange={(event) => setTag(event.currentTarget.value)}
          />
          <Group>
            <Button
              type="submit"
              loading={add.isPending}
              disabled={value.trim() === '' || problems.length > 0}
            >
              {RULES.save}
            </Button>
            <Button
              variant="default"
              loading={backtest.isPending}
              disabled={value.trim() === '' || problems.length > 0}
              onClick={() => backtest.mutate()}
            >
              {RULES.backtest}
            </Button>
          </Group>
          {error !== null && <ErrorState error={error} />}
          {backtest.data !== undefined && (
            <Stack gap="xs">
              <Text size="sm" role="status">
                {RULES.found(backtest.data.figures.matched)} {!backtest.data.meta.is_complete && RULES.partly}
              </Text>
              {backtest.data.newest.samples.map((post) => (
                <PostCard key={post.id} post={post} />
              ))}
            </Stack>
          )}
        </Stack>
      </form>
    </Section>
  )
}

function RuleTable({ appId, rules }: { readonly appId: string; readonly rules: readonly Rule[] }) {
  const client = useQueryClient()
  const [doomed, setDoomed] = useState<Rule>()
  const columns = useMemo<readonly Column<Rule>[]>(
    () => [
      {
        id: 'value',
        header: RULES.rule,
        width: 'minmax(12rem, 3fr)',
        cell: ({ value }) => <code>{value}</code>,
      },
      { id: 'tag', header: RULES.tag, cell: ({ tag }) => tag },
      {
        id: 'matched',
        header: RULES.matched,
        align: 'end',
        sortBy: ({ matched }) => matched,
        cell: ({ matched }) => matched,
      },
      {
        id: 'last',
        header: RULES.lastMatch,
        cell: ({ last_matched_at }) => <Time value={last_matched_at} />,
      },
      {
        id: 'remove',
        header: RULES.remove,
        cell: (rule) => (
          <Button size="compact-xs" variant="default" onClick={() => setDoomed(rule)}>
            {RULES.remove}
          </Button>
        ),
      },
    ],
    [],
  )
  const remove = async () => {
    if (doomed === undefined) return
    const path = { app_id: appId, rule_id: doomed.id }
    await api.DELETE('/console/api/apps/{app_id}/rules/{rule_id}', { params: { path } })
    await client.invalidateQueries({ queryKey: ['app', appId, 'rules'] })
  }
  return (
    <>
      <DataTable
        label={RULES.title}
        rows={rules}
        columns={columns}
        rowId={({ id }) => id}
        empty={<EmptyState title={RULES.none}>{RULES.noneAdvice}</EmptyState>}
      />
      <ConfirmByName
        opened={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={RULES.removeTitle}
        action={RULES.remove}
        onConfirm={remove}
      >
        {RULES.removeAdvice}
      </ConfirmByName>
    </>
  )
}
