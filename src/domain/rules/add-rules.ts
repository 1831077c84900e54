/** Adds rules to an app's filtered stream (spec/rules.md#create). */
import { lockApp, requireApp } from '../apps/app.ts'
import { type Context, Refusal } from '../context.ts'
import { findRules, type Rule, type RuleSet } from './rule.ts'
import { storeRule } from './store-rule.ts'

export interface NewRule {
  /** The rule, without leading and trailing spaces; it must be valid in the dialect of the product. */
  readonly value: string
  readonly tag: string | undefined
}

/** The stored rule, or the existing rule with the same value. */
export type AddRuleResult = { readonly rule: Rule } | { readonly duplicateOf: Rule }

export interface AddRulesInput extends RuleSet {
  readonly rules: readonly NewRule[]
  /** Maximum number of rules of the app. */
  readonly maxRules: number
  /** If true, nothing is stored. The result is the same, but no rules with the new ids exist. */
  readonly isDryRun: boolean
}

/**
 * Adds the rules that the app does not have yet. Rules with equal values are duplicates, even if their tags differ.
 * @returns the results, in the order of the input
 * @throws {Refusal} `app-not-found`, `rules-too-many`; in both cases no rule is added
 */
export async function addRules(context: Context, input: AddRulesInput): Promise<readonly AddRuleResult[]> {
  const { appId, product, rules, maxRules, isDryRun } = input
  const ids = await Promise.all(rules.map(() => context.ids.make()))
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    await requireApp(tx, appId)
    const known = await findRules(tx, input)
    const byValue = new Map(known.map((rule) => [rule.value, rule]))
    const added: AddRuleResult[] = []
    const fresh: Rule[] = []
    for (const [index, { value, tag }] of rules.entries()) {
      const duplicateOf = byValue.get(value)
      if (duplicateOf !== undefined) {
        added.push({ duplicateOf })
        continue
      }
      const rule = { id: ids[index] ?? 0n, appId, product, value, tag }
      byValue.set(value, rule)
      fresh.push(rule)
      added.push({ rule })
    }
    if (byValue.size > maxRules) throw new Refusal('rules-too-many', `an app may have ${maxRules} rules`)
    if (isDryRun) return added
    for (const rule of fresh) await storeRule(tx, rule, now)
    return added
  })
}
