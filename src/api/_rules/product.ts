/** Differences between the two APIs for rules (spec/rules.md#create, spec/labs-lookup.md#early-access). */
import type { RuleProduct } from '../../domain/rules/rule.ts'
import { type Dialect, LABS_STREAM, V2_STREAM } from '../../filter/dialect.ts'
import type { ProblemBase } from '../_problems.ts'

export interface RuleSurface {
  readonly product: RuleProduct
  readonly dialect: Dialect
  /** Rules that an app may have. */
  readonly most: number
  readonly base: ProblemBase
  /** The problem type of a rule that the app has already, behind the base. */
  readonly duplicateType: string
  /** True when the summary of a change also counts valid rules. */
  readonly countsValid: boolean
}

export const LABS_1_RULES: RuleSurface = {
  product: 'labs-1',
  dialect: LABS_STREAM,
  most: 10,
  base: 'https://api.twitter.com/labs/1/problems/',
  duplicateType: 'invalid-rules',
  countsValid: false,
}

export const V2_RULES: RuleSurface = {
  product: '2',
  dialect: V2_STREAM,
  most: 25,
  base: 'https://api.twitter.com/2/problems/',
  duplicateType: 'duplicate-rules',
  countsValid: true,
}
