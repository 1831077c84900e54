/** Deletes rules of an app's filtered stream (spec/rules.md#delete). */
import type { Tx } from '../../db/store.ts'
import { lockApp } from '../apps/app.ts'
import type { Context } from '../context.ts'
import { findRules, RULE_PRODUCTS, type RuleSet } from './rule.ts'
import { removeRule } from './store-rule.ts'

export interface DeleteRulesInput extends RuleSet {
  /** Ids of rules. Numbers of more than 64 bits are accepted and match no rule. */
  readonly ids: readonly bigint[]
  /** Values of rules, without leading and trailing spaces. */
  readonly values: readonly string[]
  /** True deletes every rule of the app; default: false. */
  readonly isAll?: boolean
  /** True deletes nothing. The result is the same. */
  readonly isDryRun: boolean
}

export interface DeletedRules {
  readonly deleted: number
  /** The given ids and values that match no rule of the app. */
  readonly unknownIds: readonly bigint[]
  readonly unknownValues: readonly string[]
}

/** Deletes the rules with these ids or values. A rule that is given twice is counted once. */
export async function deleteRules(context: Context, input: DeleteRulesInput): Promise<DeletedRules> {
  const { appId, ids, values, isAll = false, isDryRun } = input
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const rules = await findRules(tx, input)
    const [wantedIds, wantedValues] = [new Set(ids), new Set(values)]
    const deleted = rules.filter(({ id, value }) => isAll || wantedIds.has(id) || wantedValues.has(value))
    for (const { id, value } of deleted) {
      wantedIds.delete(id)
      wantedValues.delete(value)
    }
    const answer = {
      deleted: deleted.length,
      unknownIds: [...wantedIds],
      unknownValues: [...wantedValues],
    }
    if (isDryRun) return answer
    for (const rule of deleted) await removeRule(tx, rule, now)
    return answer
  })
}

/** Deletes all rules of an app, of every product, inside a transaction. The caller must have locked the app. */
export async function deleteRulesOfAppIn(tx: Tx, now: number, appId: bigint): Promise<void> {
  for (const product of RULE_PRODUCTS) {
    for (const rule of await findRules(tx, { appId, product })) await removeRule(tx, rule, now)
  }
}
