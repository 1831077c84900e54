/**
 * Makes the public messages for invalid rules (spec/rules.md#create and spec/rule-language.md#error-messages). Texts
 * marked [ours] have no public source.
 */

/** A problem of a rule. */
export interface RuleProblem {
  readonly message: string
  /** Position in the rule, in code points from 1. */
  readonly position: number
}

/** Formats an item of `details` in a response: `Rules must contain … (at position 1)`. */
export function problemText({ message, position }: RuleProblem): string {
  return `${message} (at position ${position})`
}

/** Formats all problems of a query as one text; the response to a search contains this text. */
export function queryProblemText(problems: readonly RuleProblem[]): string {
  return `There were errors processing your request: ${problems.map(problemText).join(', ')}`
}

const UNAVAILABLE = 'Operator is not available in current product or product packaging'

/** The messages, by the kind of problem. */
export const MESSAGES = {
  noNonNegation: 'Rules must contain a non-negation term',
  noPositiveClause: 'Rules must contain at least one positive, non-stopword clause',
  notStandalone: 'is/has/lang cannot be used as a standalone operator',
  ambiguous: (word: string, join: string) =>
    `Ambiguous use of ${word} as a keyword. Use ${join} to logically join two clauses, or "${word}" to find occurrences of ${word} in text`,
  /** [ours] Like {@link ambiguous}, for rules in which quotes would not help. */
  onlyJoins: (word: string, join: string) =>
    `Ambiguous use of ${word} as a keyword. Use ${join} to logically join two clauses`,
  badCharacter: (character: string) => `no viable alternative at character '${character}'`,
  badInput: (input: string) => `no viable alternative at input '${input}'`,
  openQuote: `mismatched character '<EOF>' expecting '"'`,
  openGroup: `missing ')' at '<EOF>'`,
  surplus: (input: string) => `missing EOF at '${input}'`,
  invalidOperator: (name: string) => `Reference to invalid operator '${name}'. ${UNAVAILABLE}`,
  invalidField: (name: string) => `Reference to invalid field '${name}'`,
  /** [ours] */
  tooLong: (max: number) => `Rule must be no longer than ${max} characters`,
  /** [ours] */
  tooDeep: (max: number) => `Rule must have no more than ${max} groups within each other`,
  /** [ours] */
  tooMany: (max: number) => `Rule must have no more than ${max} terms`,
  /** [ours] */
  nullcastPositive: 'The is:nullcast operator must be negated',
  /** [ours] */
  sampleNegated: 'The sample operator cannot be negated',
  /** [ours] */
  sampleInOr: 'The sample operator applies to the whole rule: group the terms joined by OR',
} as const
