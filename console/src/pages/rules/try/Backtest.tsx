import { Group, Stack, Text, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { TRY } from '../../../text/rules.ts'
import { type Backtest as BacktestData, mergedBacktest } from './merge.ts'
import { ExaminedRange, RunBar } from './RunBar.tsx'
import { Samples } from './Samples.tsx'
import type { ToolProps } from './tool-props.ts'
import { useRun } from './use-run.ts'

const TEXTS = TRY.backtest

const BacktestChart = lazy(() =>
  import('./BacktestChart.tsx').then((module) => ({ default: module.BacktestChart })),
)

/** Shows the matches of the last seven days: counts, a chart by hour, the newest posts. */
export function Backtest({ of, value, isValid }: ToolProps) {
  const run = useRun<BacktestData>({
    merged: mergedBacktest,
    call: (text, token) =>
      dataOf(
        api.POST('/console/api/apps/{app_id}/rules/backtest', {
          params: { path: { app_id: of.appId } },
          body: { value: text, product: of.product, ...(token === undefined ? {} : { next_token: token }) },
        }),
      ),
  })
  const { result } = run
  return (
    <Stack>
      <RunBar
        advice={TEXTS.advice}
        action={TEXTS.run}
        onRun={() => run.start(value)}
        isRunning={run.isRunning}
        obstacle={isValid ? undefined : TRY.needsRule}
        isOutdated={result !== undefined && result.value !== value}
      />
      {run.error !== null && <ErrorState error={run.error} onRetry={() => run.start(value)} />}
      {result !== undefined && (
        <Result value={result.value} data={result.data}>
          <ExaminedRange meta={result.data.meta} onOlder={run.older} isRunning={run.isRunning} />
        </Result>
      )}
    </Stack>
  )
}

interface ResultProps {
  readonly value: string
  readonly data: BacktestData
  readonly children: ReactNode
}

function Result({ value, data: { figures, newest, meta }, children }: ResultProps) {
  const { matched, hours, per_month, per_second } = figures
  if (matched === 0 && meta.is_complete) {
    return (
      <div role="status">
        <EmptyState title={TEXTS.none}>{TEXTS.noneAdvice}</EmptyState>
      </div>
    )
  }
  return (
    <Stack>
      <Text role="status" fw={600}>
        {meta.is_complete ? TEXTS.found(matched) : TEXTS.foundPartly(matched)}
      </Text>
      <Group component="dl" gap="xl" m={0} style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
        <Fact name={TEXTS.rule} value={<code>{value}</code>} />
        <Fact name={TEXTS.month} value={TEXTS.monthOf(Math.round(per_month.projected), per_month.cap)} />
        <Fact name={TEXTS.peak} value={TEXTS.peakOf(per_second.peak, per_second.cap)} />
        {per_second.dropped > 0 && (
          <Fact name={TEXTS.dropped} value={per_second.dropped.toLocaleString('en')} />
        )}
      </Group>
      <Suspense fallback={<Loading lines={5} />}>
        <BacktestChart hours={hours} matched={matched} />
      </Suspense>
      {children}
      {newest.samples.length > 0 && (
        <Stack gap="xs">
          <Title order={3}>{TRY.newest}</Title>
          <Samples posts={newest.samples} />
        </Stack>
      )}
    </Stack>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
    </div>
  )
}
