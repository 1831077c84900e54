/** Checks a rule while it is being typed. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import type { RuleSet } from './queries.ts'

export type RuleProblem = components['schemas']['ConsoleRuleCheck']['problems'][number]

export interface RuleCheck {
  readonly state: 'empty' | 'checking' | 'valid' | 'invalid' | 'unchecked'
  /** Problems of the present text; empty while it is being checked. */
  readonly problems: readonly RuleProblem[]
}

/** A rule is checked after this time without a key press, in milliseconds. */
const CHECK_MS = 250
const KEPT_MS = 30_000
const NONE: readonly RuleProblem[] = []

/** The result of the check. Results are stored by text, so that a late response about an older text is not shown. */
export function useRuleCheck({ appId, product }: RuleSet, value: string): RuleCheck {
  const [settled] = useDebouncedValue(value, CHECK_MS)
  const isEmpty = value.trim() === ''
  const { data, isError } = useQuery({
    queryKey: ['app', appId, 'rule-check', product, settled],
    enabled: settled.trim() !== '',
    gcTime: KEPT_MS,
    queryFn: ({ signal }) =>
      dataOf(
        api.POST('/console/api/apps/{app_id}/rules/check', {
          params: { path: { app_id: appId } },
          body: { value: settled, product },
          signal,
        }),
      ),
  })
  if (isEmpty) return { state: 'empty', problems: NONE }
  if (settled !== value) return { state: 'checking', problems: NONE }
  if (isError) return { state: 'unchecked', problems: NONE }
  if (data === undefined) return { state: 'checking', problems: NONE }
  return { state: data.problems.length === 0 ? 'valid' : 'invalid', problems: data.problems }
}
