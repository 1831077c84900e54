import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import type { LiveEvent } from '../../live/event-lines.ts'
import { LiveStatus } from '../../live/LiveStatus.tsx'
import { useEvents } from '../../live/use-events.ts'
import { LIVE } from '../../text/rules.ts'
import { ProductChoice } from '../rules/ProductChoice.tsx'
import { productOf, productSearch } from '../rules/products.ts'
import { type Rule, type RuleSet, useRules } from '../rules/queries.ts'
import { LivePosts } from './LivePosts.tsx'
import { type LiveRows, MAX_ROWS, NO_ROWS, positionIn, shownIds, withEvents, withHeld } from './live-rows.ts'

/**
 * Maximum number of posts in an update. There are ten updates per second, and the server sends at most 50 posts per
 * second.
 */
const MAX_POSTS_PER_UPDATE = 10

/** Shows new posts that match the rules of the app, or one rule. */
export function LivePage() {
  usePageTitle(LIVE.title)
  const { appId } = useParams({ from: '/shell/apps/$appId/live' })
  const { rule, ...search } = useSearch({ from: '/shell/apps/$appId/live' })
  const navigate = useNavigate({ from: '/apps/$appId/live' })
  const of = { appId, product: productOf(search) }
  const rules = useRules(of)
  return (
    <>
      <ProductChoice
        product={of.product}
        onChange={(next) => void navigate({ search: productSearch(next), replace: true })}
      />
      <Loaded query={rules} lines={6}>
        {(data) => <Stream key={`${appId} ${of.product} ${rule}`} of={of} ruleId={rule} rules={data.rules} />}
      </Loaded>
    </>
  )
}

interface StreamProps {
  readonly of: RuleSet
  readonly ruleId: string | undefined
  readonly rules: readonly Rule[]
}

function Stream({ of, ruleId, rules }: StreamProps) {
  const [rows, setRows] = useState<LiveRows>(NO_ROWS)
  const [isPaused, setPaused] = useState(false)
  const position = useRef<string>(undefined)
  const isGone = ruleId !== undefined && !rules.some(({ id }) => id === ruleId)
  const live = useEvents({
    path: pathOf(of, ruleId),
    isEnabled: !isGone,
    maxWaiting: MAX_POSTS_PER_UPDATE,
    isDroppable,
    onEvents: (events) => {
      position.current = positionIn(events) ?? position.current
      setRows((last) => withEvents(last, events, isPaused))
    },
    resumeQuery: () => ({
      ...(position.current === undefined ? {} : { after: position.current }),
      shown: shownIds(rows),
    }),
  })
  const toggle = () => {
    if (isPaused) setRows(withHeld)
    setPaused(!isPaused)
  }
  const actions = (
    <>
      <LiveStatus live={isPaused && live.state === 'open' ? { ...live, state: 'paused' } : live} />
      <Button
        size="xs"
        variant="default"
        leftSection={isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
        onClick={toggle}
      >
        {isPaused ? resumeText(rows.heldCount) : LIVE.pause}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={rows.shown.length === 0}
        onClick={() => setRows((last) => ({ ...last, shown: [] }))}
      >
        {LIVE.clear}
      </Button>
    </>
  )
  return (
    <Section title={LIVE.title} description={LIVE.description} actions={actions}>
      <Stack gap="sm">
        {rules.length > 0 && <RuleFilter of={of} ruleId={ruleId} rules={rules} />}
        {rows.heldCount > 0 && (
          <Text size="sm" c="dimmed">
            {LIVE.held(rows.heldCount)} {rows.heldCount > MAX_ROWS && LIVE.heldNewest(MAX_ROWS)}
          </Text>
        )}
        {rows.shown.length === 0 ? (
          <Nothing of={of} hasRules={rules.length > 0} isGone={isGone} isPaused={isPaused} />
        ) : (
          <LivePosts {...of} rows={rows.shown} />
        )}
      </Stack>
    </Section>
  )
}

function pathOf({ appId, product }: RuleSet, ruleId: string | undefined): string {
  const query = new URLSearchParams({ product, ...(ruleId === undefined ? {} : { rule: ruleId }) })
  return `/console/api/apps/${appId}/live?${query}`
}

function isDroppable({ type }: LiveEvent): boolean {
  return type === 'post'
}

function resumeText(held: number): string {
  return held === 0 ? LIVE.resume : LIVE.resumeHeld(held)
}

function RuleFilter({ of, ruleId, rules }: StreamProps) {
  const navigate = useNavigate({ from: '/apps/$appId/live' })
  const data = rules.map(({ id, value, tag }) => ({
    value: id,
    label: tag === '' ? value : `${tag}: ${value}`,
  }))
  return (
    <Select
      label={LIVE.rule}
      placeholder={LIVE.allRules}
      data={data}
      value={rules.some(({ id }) => id === ruleId) ? (ruleId ?? null) : null}
      onChange={(value) =>
        void navigate({
          search: { ...productSearch(of.product), ...(value === null ? {} : { rule: value }) },
          replace: true,
        })
      }
      clearable
      searchable
      maw="32rem"
    />
  )
}

interface NothingProps {
  readonly of: RuleSet
  readonly hasRules: boolean
  readonly isGone: boolean
  readonly isPaused: boolean
}

/** Explains why no post is shown, and gives advice. */
function Nothing({ of: { appId, product }, hasRules, isGone, isPaused }: NothingProps) {
  const params = { appId } as never
  const search = productSearch(product) as never
  if (!hasRules) {
    const add = (
      <Anchor component={Link} to="/apps/$appId/rules" params={params} search={search}>
        {LIVE.addRule}
      </Anchor>
    )
    return (
      <EmptyState title={LIVE.noRules} action={add}>
        {LIVE.noRulesAdvice}
      </EmptyState>
    )
  }
  if (isGone) {
    const all = (
      <Group>
        <Anchor component={Link} to="/apps/$appId/live" params={params} search={search}>
          {LIVE.showAll}
        </Anchor>
      </Group>
    )
    return (
      <EmptyState title={LIVE.ruleGone} action={all}>
        {LIVE.ruleGoneAdvice}
      </EmptyState>
    )
  }
  return isPaused ? (
    <EmptyState title={LIVE.nonePaused}>{LIVE.nonePausedAdvice}</EmptyState>
  ) : (
    <EmptyState title={LIVE.none}>{LIVE.noneAdvice}</EmptyState>
  )
}
