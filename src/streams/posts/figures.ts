/**
 * Stores counts that streams keep in memory. A count that cannot be stored does not block other counts; it becomes a
 * failed item. If later counts for the same row fail, they are added to this item until the operator retries it.
 */
import { isItemFailure } from '../../db/errors.ts'
import type { Context } from '../../domain/context.ts'
import { addRuleCounts, addRuleCountsIn, type RuleCount } from '../../domain/rules/rule-counts.ts'
import { addUsage, addUsageIn, type UsageEntry, type UsageProduct } from '../../domain/usage/usage.ts'
import { must } from '../../lib/assert.ts'
import { isolateFailures } from '../../lib/isolate-failures.ts'
import type { Failures, Retry } from '../../log/failures.ts'

/** The names of the readers under which the table of failed items has counts that could not be stored. */
export const USAGE = 'usage'
export const RULE_COUNTS = 'rule-counts'

type Store = Context['store']

/**
 * Stores usage.
 * @param shares each share is removed from the set after it was stored or became a failed item; if the database fails,
 *   the other shares stay in the set
 */
export function storeUsage(
  store: Store,
  failures: Failures | undefined,
  shares: Set<UsageEntry>,
): Promise<void> {
  const stored = (some: readonly UsageEntry[]) => {
    for (const each of some) shares.delete(each)
  }
  return isolateFailures(
    [...shares],
    async (some) => {
      await addUsage(store, some)
      stored(some)
    },
    (error) => failures !== undefined && isItemFailure(error),
    async (share, error) => {
      const { account, day, posts } = share
      const { appId, projectId = 0n, product } = account
      await failures?.recordNow({
        reader: USAGE,
        item: `${product} of app ${appId} in project ${projectId} on day ${day}`,
        merge: (known) => JSON.stringify({ ...written(share), posts: posts + countIn(known, 'posts') }),
        error,
      })
      stored([share])
    },
  )
}

/** Like {@link storeUsage}, for matches of rules. */
export function storeRuleCounts(
  store: Store,
  failures: Failures | undefined,
  counts: Set<RuleCount>,
): Promise<void> {
  const stored = (some: readonly RuleCount[]) => {
    for (const each of some) counts.delete(each)
  }
  return isolateFailures(
    [...counts],
    async (some) => {
      await addRuleCounts(store, some)
      stored(some)
    },
    (error) => failures !== undefined && isItemFailure(error),
    async (count, error) => {
      const { ruleId, matched, lastMatchedAt } = count
      await failures?.recordNow({
        reader: RULE_COUNTS,
        item: `rule ${ruleId}`,
        merge: (known) =>
          JSON.stringify({
            rule: String(ruleId),
            matched: matched + countIn(known, 'matched'),
            lastMatchedAt,
          }),
        error,
      })
      stored([count])
    },
  )
}

/** A retry that adds the recorded count of posts. */
export const retryUsage: Retry = async ({ detail }) => ({ apply: (tx) => addUsageIn(tx, [shareIn(detail)]) })

/** A retry that adds the recorded count of matches. */
export const retryRuleCount: Retry = async ({ detail }) => {
  const { rule, matched, lastMatchedAt } = JSON.parse(detail) as WrittenCount
  return { apply: (tx) => addRuleCountsIn(tx, [{ ruleId: BigInt(rule), matched, lastMatchedAt }]) }
}

interface WrittenCount {
  readonly rule: string
  readonly matched: number
  readonly lastMatchedAt: number
}

interface WrittenShare {
  readonly app: string
  readonly project: string | null
  readonly product: UsageProduct
  readonly since: number
  readonly day: number
  readonly posts: number
}

function written({ account: { appId, projectId, product, since }, day, posts }: UsageEntry): WrittenShare {
  return {
    app: String(appId),
    project: projectId === undefined ? null : String(projectId),
    product,
    since,
    day,
    posts,
  }
}

function shareIn(detail: string): UsageEntry {
  const { app, project, product, since, day, posts } = JSON.parse(detail) as WrittenShare
  const projectId = project === null ? undefined : BigInt(project)
  return { account: { appId: BigInt(app), projectId, product, since }, day, posts }
}

function countIn(detail: string, name: 'posts' | 'matched'): number {
  if (detail === '') return 0
  return Number(must((JSON.parse(detail) as Readonly<Record<string, unknown>>)[name], 'a figure'))
}
