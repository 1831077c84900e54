/**
 * Differences between Labs and API v2 in the calls about rules (spec/rules.md#create,
 * spec/labs-lookup.md#early-access).
 */
import type { AppLimits } from '../../domain/apps/levels.ts'
import type { RuleProduct } from '../../domain/rules/rule.ts'
import { type Dialect, LABS_STREAM, V2_STREAM } from '../../filter/dialect.ts'
import type { ProblemBase } from '../_problems.ts'

/** Limits of the rules of an app. */
export interface RuleLimits {
  readonly maxRules: number
  /** Maximum characters of a rule. */
  readonly maxLength: number
}

/** The properties of one API. */
export interface RuleSurface {
  readonly product: RuleProduct
  readonly dialect: Dialect
  /** Limits of the rules of an app. */
  limitsOf(app: AppLimits): RuleLimits
  readonly base: ProblemBase
  /** Problem type of a duplicate rule, appended to `base`. */
  readonly duplicateType: string
  /** True if the summary of a change also counts valid rules. */
  readonly countsValid: boolean
  /** True if lists of rules have pages and all rules can be deleted in one call. */
  readonly hasPages: boolean
}

export const LABS_1_RULES: RuleSurface = {
  product: 'labs-1',
  dialect: LABS_STREAM,
  limitsOf: () => ({ maxRules: 10, maxLength: LABS_STREAM.maxLength }),
  base: 'https://api.twitter.com/labs/1/problems/',
  duplicateType: 'invalid-rules',
  countsValid: false,
  hasPages: false,
}

export const V2_RULES: RuleSurface = {
  product: '2',
  dialect: V2_STREAM,
  limitsOf: ({ rules, ruleLength }) => ({ maxRules: rules, maxLength: ruleLength }),
  base: 'https://api.twitter.com/2/problems/',
  duplicateType: 'duplicate-rules',
  countsValid: true,
  hasPages: true,
}
