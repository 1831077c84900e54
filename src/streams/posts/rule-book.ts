/** Parses rules, and renders the part of a message that names the matching rules. */
import { type Rule, type RuleProduct, shownTag } from '../../domain/rules/rule.ts'
import type { Expression } from '../../filter/ast.ts'
import { type Dialect, LABS_STREAM, V2_STREAM } from '../../filter/dialect.ts'
import { readRule } from '../../filter/rule.ts'
import type { RuleFacts } from '../../log/event.ts'

const DIALECTS: Readonly<Record<RuleProduct, Dialect>> = { 'labs-1': LABS_STREAM, '2': V2_STREAM }

/** The expression of a rule; undefined for a rule that its API no longer accepts. Such a rule matches nothing. */
export function expressionOf({ value, product }: Rule): Expression | undefined {
  const reading = readRule(value, DIALECTS[product])
  return 'expression' in reading ? reading.expression : undefined
}

/** Converts the data of an event to a rule. */
export function ruleOfEvent({ app_id, rule_id, product, value, tag }: RuleFacts): Rule {
  return {
    id: rule_id,
    appId: app_id,
    product: product === '2' ? '2' : 'labs-1',
    value,
    tag: tag ?? undefined,
  }
}

/** The end of the message for a post that matched these rules, including the closing brace and the line break. */
export function matchingRules(rules: readonly Rule[]): Buffer {
  // JSON.stringify omits a tag that is undefined.
  const items = rules.map((rule) => ({ id: String(rule.id), tag: shownTag(rule) }))
  return Buffer.from(`,"matching_rules":${JSON.stringify(items)}}\r\n`)
}

/** The end of a message of a stream without rules. */
export const NO_RULES: Buffer = Buffer.from('}\r\n')
