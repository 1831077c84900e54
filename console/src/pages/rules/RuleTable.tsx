import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Time } from '../../components/Time.tsx'
import { RULES } from '../../text/rules.ts'
import { productSearch } from './products.ts'
import { type Rule, type RuleSet, rulesKey } from './queries.ts'
import { useRulesSearch } from './use-rules-search.ts'

/** Below this width, each rule is a card, so that its buttons are visible. */
const NARROW = '(max-width: 48em)'

interface Props {
  readonly of: RuleSet
  readonly rules: readonly Rule[]
}

/** Lists the rules of an app with their counters. */
export function RuleTable({ of, rules }: Props) {
  const client = useQueryClient()
  const { appId, product } = of
  const { search, change } = useRulesSearch()
  const [removed, setRemoved] = useState<Rule>()
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const columns = useMemo(() => {
    const actions = actionsOf({ appId, product }, setRemoved)
    return isNarrow ? [cardOf(actions)] : [...COLUMNS, actions]
  }, [appId, product, isNarrow])
  const remove = async () => {
    if (removed === undefined) return
    const path = { app_id: appId, rule_id: removed.id }
    await api.DELETE('/console/api/apps/{app_id}/rules/{rule_id}', { params: { path, query: { product } } })
    await client.invalidateQueries({ queryKey: rulesKey(of) })
    if (removed.id === search.edit) change({ edit: undefined })
  }
  return (
    <>
      <DataTable
        label={RULES.title}
        rows={rules}
        columns={columns}
        rowId={({ id }) => id}
        selectedId={search.edit}
        minWidth={isNarrow ? '0' : '48rem'}
        empty={<EmptyState title={RULES.none}>{RULES.noneAdvice}</EmptyState>}
      />
      <ConfirmByName
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={RULES.removeTitle}
        action={RULES.remove}
        onConfirm={remove}
      >
        <Code block mb="sm">
          {removed?.value}
        </Code>
        {RULES.removeAdvice}
      </ConfirmByName>
    </>
  )
}

const COLUMNS: readonly Column<Rule>[] = [
  {
    id: 'value',
    header: RULES.rule,
    width: 'minmax(14rem, 3fr)',
    cell: ({ value }) => <code title={value}>{value}</code>,
  },
  { id: 'tag', header: RULES.tag, cell: ({ tag }) => <span title={tag}>{tag}</span> },
  {
    id: 'matched',
    header: RULES.matched,
    width: '7rem',
    align: 'end',
    sortBy: ({ matched }) => matched,
    cell: ({ matched }) => matched.toLocaleString('en'),
  },
  {
    id: 'last',
    header: RULES.lastMatch,
    width: '8rem',
    sortBy: ({ last_matched_at = '' }) => last_matched_at,
    cell: ({ last_matched_at }) => <Time value={last_matched_at} />,
  },
]

/** A column that shows a whole rule as a card. */
function cardOf(actions: Column<Rule>): Column<Rule> {
  return {
    id: 'rule',
    header: RULES.rule,
    width: '1fr',
    cell: (rule) => (
      <Stack gap={4} py={4} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        <code>{rule.value}</code>
        <Text size="xs" c="dimmed" component="div">
          {rule.tag !== '' && `${rule.tag} · `}
          {RULES.counted(rule.matched)}
          {rule.last_matched_at !== undefined && (
            <>
              {' '}
              · {RULES.last} <Time value={rule.last_matched_at} />
            </>
          )}
        </Text>
        {actions.cell(rule)}
      </Stack>
    ),
  }
}

function actionsOf({ appId, product }: RuleSet, onRemove: (rule: Rule) => void): Column<Rule> {
  const params = { appId } as const
  const search = productSearch(product)
  return {
    id: 'actions',
    header: RULES.actions,
    width: '13rem',
    cell: (rule) => (
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={RULES.of(RULES.edit, rule.value)}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/apps/$appId/rules"
              params={params}
              search={{ ...search, edit: rule.id }}
              resetScroll={false}
            />
          )}
        >
          {RULES.edit}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={RULES.of(RULES.live, rule.value)}
          renderRoot={(props) => (
            <Link {...props} to="/apps/$appId/live" params={params} search={{ ...search, rule: rule.id }} />
          )}
        >
          {RULES.live}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={RULES.of(RULES.remove, rule.value)}
          onClick={() => onRemove(rule)}
        >
          {RULES.remove}
        </Button>
      </Group>
    ),
  }
}
