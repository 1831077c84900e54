/**
 * Finds the problems of a rule for an editor: the public message, the range to underline, and the tokens that are valid
 * there.
 */
import type { Dialect } from '../dialect.ts'
import { type Lexeme, lex } from '../lex.ts'
import { MESSAGES, problemText, type RuleProblem } from '../problem.ts'
import { readRule } from '../rule.ts'
import { operatorHelp, valueForm } from './operators.ts'

export interface RuleDiagnosis {
  /** The message, as endpoints that add rules return it. */
  readonly message: string
  /**
   * A range of UTF-16 code units in the rule; `end` is exclusive. For a problem at the end of the rule, `start` and
   * `end` are the length of the rule.
   */
  readonly start: number
  readonly end: number
  /** Tokens or forms that are valid at the start of the range; empty if the problem is about the rule as a whole. */
  readonly expected: readonly string[]
}

/** The problems of a rule, in the order of the public messages; empty for a valid rule. */
export function diagnose(text: string, dialect: Dialect): readonly RuleDiagnosis[] {
  const reading = readRule(text, dialect)
  if ('expression' in reading) return []
  const characters = Array.from(text.toWellFormed())
  // A rule above the maximum length is not parsed. Only the part after the maximum is marked.
  const isTooLong = characters.length > dialect.maxLength
  const { lexemes } = isTooLong ? { lexemes: [] } : lex(characters)
  return reading.problems.map((problem) => {
    const start = Math.min(problem.position - 1, characters.length)
    const at = lexemes.find((lexeme) => start >= lexeme.start && start < lexeme.end)
    const end = isTooLong ? characters.length : endOf(problem, characters, at, start)
    return {
      message: problemText(problem),
      start: unitsOf(characters, start),
      end: unitsOf(characters, end),
      expected: isTooLong ? [] : expectedAt(problem, lexemes, at, { start, dialect }),
    }
  })
}

function endOf(
  { message }: RuleProblem,
  characters: readonly string[],
  at: Lexeme | undefined,
  start: number,
): number {
  if (message.startsWith(BAD_CHARACTER)) return start + 1
  if (at !== undefined) return at.end
  let end = start
  while (end < characters.length && !/\s/u.test(characters[end] ?? '')) end += 1
  return end
}

const BAD_CHARACTER = MESSAGES.badCharacter('').slice(0, -2)

const TERM = ['a word', 'a "phrase"', 'an operator', '-', '(']

/** The tokens and forms that the grammar allows at the position of a problem. */
function expectedAt(
  { message }: RuleProblem,
  lexemes: readonly Lexeme[],
  at: Lexeme | undefined,
  { start, dialect }: { readonly start: number; readonly dialect: Dialect },
): readonly string[] {
  if (CHECKS.some((check) => message.startsWith(check))) return []
  if (message === MESSAGES.openGroup) return [')']
  if (message === MESSAGES.openQuote) return ['"']
  if (message.startsWith(BAD_CHARACTER)) return ['the words in quotes']
  if (at?.kind === 'operator') return operatorExpected(at, start, dialect)
  const last = lexemes.filter(({ end }) => end <= start).at(-1)
  const isOpen = openGroups(lexemes, start) > 0
  return last === undefined || last.kind === '(' || last.kind === 'or' || last.kind === '-'
    ? TERM
    : [...TERM, 'OR', ...(isOpen ? [')'] : [])]
}

/** The messages about the rule as a whole. */
const CHECKS: readonly string[] = [
  MESSAGES.noNonNegation,
  MESSAGES.noPositiveClause,
  MESSAGES.notStandalone,
  MESSAGES.nullcastPositive,
  MESSAGES.sampleNegated,
  MESSAGES.sampleInOr,
  'Ambiguous use of ',
  'Rule must have no more than ',
]

/** The forms of the value of a known operator, or the most similar names for an unknown operator. */
function operatorExpected(
  { name, valueStart }: Lexeme & { readonly kind: 'operator' },
  start: number,
  dialect: Dialect,
): readonly string[] {
  const available = operatorHelp(dialect).filter(({ isAvailable }) => isAvailable)
  const operator = available.find(({ text }) => text === `${name.toLowerCase()}:`)
  if (operator !== undefined) {
    const values = operator.values.filter(({ isAvailable }) => isAvailable).map(({ text }) => text)
    return values.length > 0 ? values : [valueForm(name) ?? 'a value']
  }
  return start >= valueStart
    ? []
    : nearest(
        name,
        available.map(({ text }) => text),
      )
}

/** Up to five operators whose names begin similarly. */
function nearest(name: string, texts: readonly string[]): readonly string[] {
  const operators = texts.filter((text) => text.endsWith(':'))
  const wanted = name.toLowerCase()
  for (let length = Math.min(wanted.length, 8); length > 0; length -= 1) {
    const alike = operators.filter((text) => text.startsWith(wanted.slice(0, length)))
    if (alike.length > 0) return alike.slice(0, 5)
  }
  return operators.slice(0, 5)
}

function openGroups(lexemes: readonly Lexeme[], before: number): number {
  const kinds = lexemes.filter(({ end }) => end <= before).map(({ kind }) => kind)
  return kinds.filter((kind) => kind === '(').length - kinds.filter((kind) => kind === ')').length
}

function unitsOf(characters: readonly string[], count: number): number {
  return characters.slice(0, count).reduce((sum, { length }) => sum + length, 0)
}
