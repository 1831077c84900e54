/** Statistics of rules: the number of matches, and the time of the last match. */
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Store, Tx } from '../../db/store.ts'
import type { RuleSet } from './rule.ts'

export interface RuleCount {
  readonly ruleId: bigint
  /**
   * Number of posts that the rule has matched while its app was connected: the posts to add, or in a result of
   * {@link findRuleCounts} all posts.
   */
  readonly matched: number
  /** Milliseconds since the Unix epoch. */
  readonly lastMatchedAt: number
}

/**
 * Adds to the counts of rules. Several processes can do this at the same time. If a rule was deleted in the meantime,
 * its counts remain, but are never read.
 */
export async function addRuleCounts(store: Store, counts: readonly RuleCount[]): Promise<void> {
  // No event: the counts are derived from events.
  if (counts.length > 0) await store.write((tx) => addRuleCountsIn(tx, counts))
}

/** As {@link addRuleCounts}, inside the transaction of the caller. */
export async function addRuleCountsIn(tx: Tx, counts: readonly RuleCount[]): Promise<void> {
  // Ordered by id, so that concurrent processes do not deadlock.
  const rows = counts
    .toSorted((a, b) => (a.ruleId < b.ruleId ? -1 : 1))
    .map(({ ruleId, matched, lastMatchedAt }) => [ruleId, matched, lastMatchedAt])
  await upsertCounts(tx, rows)
}

/** The counts of the rules of an app, by rule id. Rules that never matched are omitted. */
export async function findRuleCounts(
  reader: Reader,
  { appId, product }: RuleSet,
): Promise<ReadonlyMap<bigint, RuleCount>> {
  const rows = await reader.rows(countsOfApp, { appId, product })
  return new Map(
    rows.map(({ rule_id, matched, last_matched_at }) => [
      rule_id,
      { ruleId: rule_id, matched, lastMatchedAt: last_matched_at },
    ]),
  )
}

const upsertCounts = bulk({ rule_id: 'integer', matched: 'integer', last_matched_at: 'integer' }, (k, rows) =>
  k
    .insertInto('rule_counts')
    .columns(['rule_id', 'matched', 'last_matched_at'])
    .expression(rows)
    .onConflict((conflict) =>
      conflict.column('rule_id').doUpdateSet((eb) => ({
        matched: eb('rule_counts.matched', '+', eb.ref('excluded.matched')),
        last_matched_at: eb.ref('excluded.last_matched_at'),
      })),
    ),
)

const countsOfApp = query<{ appId: bigint; product: string }>()((k, p) =>
  k
    .selectFrom('rules')
    .innerJoin('rule_counts', 'rule_counts.rule_id', 'rules.id')
    .select(['rule_counts.rule_id', 'rule_counts.matched', 'rule_counts.last_matched_at'])
    .where('rules.app_id', '=', p('appId'))
    .where('rules.product', '=', p('product')),
)
