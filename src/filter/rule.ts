/**
 * The text of a rule to a rule, or to what is wrong with it. spec/rules.md#create and
 * spec/rule-language.md#error-messages.
 */
import type { Expression } from './ast.ts'
import { check } from './check.ts'
import type { Dialect } from './dialect.ts'
import { lex } from './lex.ts'
import { parse } from './parse.ts'
import { MESSAGES, type RuleProblem } from './problem.ts'

export type RuleReading =
  | { readonly expression: Expression }
  /** At least one, in the order in which they are told. */
  | { readonly problems: readonly RuleProblem[] }

/**
 * Reads a rule in a dialect. The time is linear in the length of the rule, and a rule that is too long is refused
 * before it is looked at. Never throws.
 */
export function readRule(text: string, dialect: Dialect): RuleReading {
  const tooLong = {
    problems: [{ message: MESSAGES.tooLong(dialect.maxLength), position: dialect.maxLength + 1 }],
  }
  // A code point has at most two code units.
  if (text.length > 2 * dialect.maxLength) return tooLong
  // Halves of characters are no text, and messages repeat what was sent.
  const characters = Array.from(text.toWellFormed())
  if (characters.length > dialect.maxLength) return tooLong
  const { lexemes, problems: strangers } = lex(characters)
  if (strangers.length > 0) return { problems: strangers }
  const { expression, problems } = parse(lexemes, characters.length, dialect)
  if (expression === undefined) return { problems }
  const all = [...check(expression, dialect), ...problems]
  return all.length > 0 ? { problems: all } : { expression }
}
