/**
 * Replaces a rule of an app's filtered stream in one transaction, so that at each moment exactly one of the two rules
 * applies.
 */
import { lockApp } from '../apps/app.ts'
import { type Context, Refusal } from '../context.ts'
import type { AddRuleResult, NewRule } from './add-rules.ts'
import { findRules, type RuleSet } from './rule.ts'
import { removeRule, storeRule } from './store-rule.ts'

export interface ReplaceRuleInput extends RuleSet {
  /** Id of the replaced rule. */
  readonly id: bigint
  readonly by: NewRule
  /** If true, nothing is stored. The result is the same, but no rule with the new id exists. */
  readonly isDryRun: boolean
}

/**
 * Replaces a rule. The new rule has a new id, because an id identifies the value of a rule (spec/rules.md#create). The
 * number of rules does not change.
 * @returns the new rule. If another rule of the app has the new value, that other rule is returned and nothing changes.
 *   If the replaced rule has the new value and tag already, it is returned and nothing changes
 * @throws {Refusal} `rule-not-found`
 */
export async function replaceRule(context: Context, input: ReplaceRuleInput): Promise<AddRuleResult> {
  const { appId, product, id, by, isDryRun } = input
  const newId = await context.ids.make()
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const rules = await findRules(tx, input)
    const old = rules.find((rule) => rule.id === id)
    if (old === undefined) throw new Refusal('rule-not-found', 'the app has no rule with this id')
    if (old.value === by.value && old.tag === by.tag) return { rule: old }
    const duplicateOf = rules.find((rule) => rule.id !== id && rule.value === by.value)
    if (duplicateOf !== undefined) return { duplicateOf }
    const rule = { id: newId, appId, product, ...by }
    if (isDryRun) return { rule }
    // The old rule is deleted first, because the new rule may have the same value, and the values of an app are unique.
    await removeRule(tx, old, now)
    await storeRule(tx, rule, now)
    return { rule }
  })
}
