/**
 * Refuses connections without rules. API v2 does this from a certain day on
 * (spec/v2-messages-and-media.md#streams).
 */
import { findRules, type RuleSet } from '../../domain/rules/rule.ts'
import { type Day, LATEST_DAY } from '../../formats/fields/day.ts'
import { Problem, RULES_MISSING } from '../_problems.ts'
import type { Services } from '../_services.ts'

export interface NeedsRules {
  /** For filtered streams, the first day on which a connection without rules is refused. */
  readonly needsRulesSince?: Day
}

/**
 * True if `day` is the day `since`, on which the API introduced a restriction, or a later day. False on the
 * latest day, because this day keeps every behaviour that a client may rely on.
 */
export function isOnSince(day: Day, since: Day): boolean {
  return day !== LATEST_DAY && day >= since
}

/** @throws {Problem} `rulesMissing` for an app without rules */
export async function requireRules(store: Services['store'], rules: RuleSet): Promise<void> {
  if ((await findRules(store, rules)).length > 0) return
  const { detail, ...more } = RULES_MISSING
  throw new Problem('rulesMissing', detail, undefined, more)
}
