/** Reads the text of a rule (spec/rules.md#create and spec/rule-language.md#error-messages). */
import type { Expression } from './ast.ts'
import { check } from './check.ts'
import type { Dialect } from './dialect.ts'
import { lex } from './lex.ts'
import { parse } from './parse.ts'
import { MESSAGES, type RuleProblem } from './problem.ts'

export type RuleReading =
  | { readonly expression: Expression }
  /** At least one problem, in the order in which responses list the problems. */
  | { readonly problems: readonly RuleProblem[] }

/**
 * Reads a rule in a dialect, in linear time. A rule that is too long is refused without parsing. The function never
 * throws.
 */
export function readRule(text: string, dialect: Dialect): RuleReading {
  const tooLong = {
    problems: [{ message: MESSAGES.tooLong(dialect.maxLength), position: dialect.maxLength + 1 }],
  }
  // A code point has at most two code units.
  if (text.length > 2 * dialect.maxLength) return tooLong
  // The messages contain parts of the input, so lone surrogates are replaced, because they are not valid text.
  const characters = Array.from(text.toWellFormed())
  if (characters.length > dialect.maxLength) return tooLong
  const { lexemes, problems: strangers } = lex(characters)
  if (strangers.length > 0) return { problems: strangers }
  const { expression, problems } = parse(lexemes, characters.length, dialect)
  if (expression === undefined) return { problems }
  const all = [...check(expression, dialect), ...problems]
  return all.length > 0 ? { problems: all } : { expression }
}
