/** What rules have matched: how often, and when last. */
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Store, Tx } from '../../db/store.ts'
import type { RuleSet } from './rule.ts'

/** New posts that a rule has matched while its app was connected, each once, or has matched besides. */
export interface RuleCount {
  readonly ruleId: bigint
  readonly matched: number
  /** Milliseconds since the Unix epoch. */
  readonly lastMatchedAt: number
}

/** Adds to what is counted; several processes may. A rule that is gone meanwhile is passed over. */
export async function addRuleCounts(store: Store, counts: readonly RuleCount[]): Promise<void> {
  // No event: figures follow from what the log tells already.
  if (counts.length > 0) await store.write((tx) => addRuleCountsIn(tx, counts))
}

/** As {@link addRuleCounts}, in a transaction that has more to do. */
export async function addRuleCountsIn(tx: Tx, counts: readonly RuleCount[]): Promise<void> {
  // Always in the order of ids, so that two processes never wait for each other.
  const rows = counts
    .toSorted((a, b) => (a.ruleId < b.ruleId ? -1 : 1))
    .map(({ ruleId, matched, lastMatchedAt }) => [ruleId, matched, lastMatchedAt])
  await upsertCounts(tx, rows)
}

/** What the rules of an app have matched, by the rule's id; a rule that never has is not there. */
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
