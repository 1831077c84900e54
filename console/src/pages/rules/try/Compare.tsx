import { Badge, Group, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { api, dataOf } from '../../../api/client.ts'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { TRY } from '../../../text/rules.ts'
import { type Comparison, type Matches, mergedComparison } from './merge.ts'
import { ExaminedRange, RunBar } from './RunBar.tsx'
import { Samples } from './Samples.tsx'
import type { ToolProps } from './tool-props.ts'
import { useRun } from './use-run.ts'

const TEXTS = TRY.compare

interface Props extends ToolProps {
  /** The saved text of the rule; undefined for a new rule. */
  readonly saved: string | undefined
}

/** Shows the posts that an edited rule gains, loses and keeps. */
export function Compare({ of, value, isValid, saved }: Props) {
  const run = useRun<Comparison>({
    merged: mergedComparison,
    call: (text, token) =>
      dataOf(
        api.POST('/console/api/apps/{app_id}/rules/compare', {
          params: { path: { app_id: of.appId } },
          body: {
            from: saved ?? '',
            to: text,
            product: of.product,
            ...(token === undefined ? {} : { next_token: token }),
          },
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
        obstacle={obstacleOf(saved, value, isValid)}
        isOutdated={result !== undefined && result.value !== value}
      />
      {run.error !== null && <ErrorState error={run.error} onRetry={() => run.start(value)} />}
      {result !== undefined && (
        <>
          <Result data={result.data} />
          <ExaminedRange meta={result.data.meta} onOlder={run.older} isRunning={run.isRunning} />
        </>
      )}
    </Stack>
  )
}

function obstacleOf(saved: string | undefined, value: string, isValid: boolean): string | undefined {
  if (saved === undefined) return TEXTS.needsEdit
  if (saved.trim() === value.trim()) return TEXTS.same
  return isValid ? undefined : TRY.needsRule
}

function Result({ data: { both, only_from, only_to, meta } }: { readonly data: Comparison }) {
  const isEqual = meta.is_complete && only_from.matched === 0 && only_to.matched === 0
  return (
    <Stack>
      <VisuallyHidden role="status">
        {TEXTS.result(only_from.matched, only_to.matched, both.matched)}
      </VisuallyHidden>
      {isEqual && <Text fw={600}>{TEXTS.equal}</Text>}
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        <Part title={TEXTS.onlyFrom} colour="red" matches={only_from} />
        <Part title={TEXTS.onlyTo} colour="green" matches={only_to} />
        <Part title={TEXTS.both} colour="gray" matches={both} />
      </SimpleGrid>
    </Stack>
  )
}

interface PartProps {
  readonly title: string
  readonly colour: string
  readonly matches: Matches
}

function Part({ title, colour, matches: { matched, samples } }: PartProps) {
  return (
    <Stack gap="xs" miw={0} component="section" aria-label={title}>
      <Group gap="xs">
        <Title order={3}>{title}</Title>
        <Badge color={colour}>{matched.toLocaleString('en')}</Badge>
      </Group>
      {matched === 0 ? (
        <Text size="sm" c="dimmed">
          {TEXTS.noPosts}
        </Text>
      ) : (
        <Samples posts={samples} />
      )}
    </Stack>
  )
}
