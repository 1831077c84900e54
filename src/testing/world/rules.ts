/** Builds stream rules for seed files and the test library. */
import type { Context } from '../../domain/context.ts'
import { addRules } from '../../domain/rules/add-rules.ts'
import type { Rule, RuleProduct } from '../../domain/rules/rule.ts'
import { LABS_STREAM, V2_STREAM } from '../../filter/dialect.ts'
import { problemText } from '../../filter/problem.ts'
import { readRule } from '../../filter/rule.ts'
import { must } from '../../lib/assert.ts'
import { ControlRefused } from '../refused.ts'

export interface RuleInput {
  readonly appId: bigint
  readonly value: string
  readonly tag?: string | undefined
  /** The API version of the stream; default: `2`. */
  readonly product?: RuleProduct | undefined
}

/**
 * Adds a rule to a filtered stream, without the limits of the app's level.
 * @throws {ControlRefused} with the reasons, for a rule that the stream refuses
 */
export async function buildRule(
  context: Context,
  { appId, value, tag, product = '2' }: RuleInput,
): Promise<Rule> {
  const reading = readRule(value, product === '2' ? V2_STREAM : LABS_STREAM)
  if ('problems' in reading) {
    throw new ControlRefused(
      `the rule ${JSON.stringify(value)}: ${reading.problems.map(problemText).join('; ')}`,
    )
  }
  const rules = [{ value: value.trim(), tag }]
  const options = { appId, product, maxRules: Number.POSITIVE_INFINITY, isDryRun: false }
  const result = must((await addRules(context, { ...options, rules }))[0], 'a result of one rule')
  return 'rule' in result ? result.rule : result.duplicateOf
}
