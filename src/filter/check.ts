/**
 * Rule checks beyond the grammar. spec/rule-language.md#negation: a positive, standalone term in every branch of an OR,
 * negation, `sample:`, the words and/or.
 */
import { type Expression, isTerm, needsConjunction, type Term } from './ast.ts'
import type { Dialect } from './dialect.ts'
import { MESSAGES, type RuleProblem } from './problem.ts'

/** Words of nearly every post. A rule may contain them, but must have other terms too. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and at but by com from http https if in is it its me my or rt the this to too via we www you'.split(
    ' ',
  ),
)

type Anchoring = Pick<Dialect, 'allowsFactsAlone'>

/** Problems of the rule as a whole, in order of position. */
export function check(expression: Expression, dialect: Anchoring): RuleProblem[] {
  const problems = hasAnchor(expression, dialect) ? [] : missingAnchors(expression, dialect)
  const isAnchored = problems.length === 0
  checkTerms(expression, { isNegated: false, isNegative: false, isInOr: false, isAnchored }, problems)
  return problems.toSorted((a, b) => a.position - b.position)
}

/**
 * True when every matching post must contain at least one of some positive, standalone terms. Every valid rule can
 * therefore be filed under such terms.
 */
export function hasAnchor(expression: Expression, dialect: Anchoring): boolean {
  switch (expression.kind) {
    case 'and':
      return expression.items.some((item) => hasAnchor(item, dialect))
    case 'or':
      return expression.items.every((item) => hasAnchor(item, dialect))
    case 'not':
      return false
    default:
      return (dialect.allowsFactsAlone || !needsConjunction(expression)) && !isStopWord(expression)
  }
}

function isStopWord(term: Term): boolean {
  return term.kind === 'keyword' && STOP_WORDS.has(term.token)
}

/** One or two problems for each branch without an anchor. */
function missingAnchors(expression: Expression, dialect: Anchoring): RuleProblem[] {
  if (expression.kind === 'or') {
    return expression.items
      .filter((branch) => !hasAnchor(branch, dialect))
      .flatMap((branch) => missingAnchors(branch, dialect))
  }
  if (expression.kind === 'and') {
    // When one branch of a group has an anchor, the others are reported.
    const half = expression.items.find(
      (item) => item.kind === 'or' && item.items.some((branch) => hasAnchor(branch, dialect)),
    )
    if (half !== undefined) return missingAnchors(half, dialect)
  }
  const position = expression.span.start + 1
  const terms = positiveTerms(expression)
  const [first] = terms
  if (first === undefined) {
    return [MESSAGES.noNonNegation, MESSAGES.noPositiveClause].map((message) => ({ message, position }))
  }
  if (terms.some(isStopWord)) return [{ message: MESSAGES.noPositiveClause, position }]
  return [{ message: MESSAGES.notStandalone, position: first.span.start + 1 }]
}

function positiveTerms(expression: Expression): Term[] {
  if (isTerm(expression)) return [expression]
  return expression.kind === 'not' ? [] : expression.items.flatMap(positiveTerms)
}

interface TermContext {
  /** True for a term after one or more minus signs. */
  readonly isNegated: boolean
  /** True for a term after an odd number of minus signs. */
  readonly isNegative: boolean
  readonly isInOr: boolean
  /** True when the rule has an anchor without this term. */
  readonly isAnchored: boolean
}

function checkTerms(expression: Expression, place: TermContext, problems: RuleProblem[]): void {
  if (isTerm(expression)) {
    const message = wrongInPlace(expression, place)
    if (message !== undefined) problems.push({ message, position: expression.span.start + 1 })
  } else if (expression.kind === 'not') {
    checkTerms(expression.item, { ...place, isNegated: true, isNegative: !place.isNegative }, problems)
  } else {
    const inside = expression.kind === 'or' ? { ...place, isInOr: true } : place
    for (const item of expression.items) checkTerms(item, inside, problems)
  }
}

function wrongInPlace(
  term: Term,
  { isNegated, isNegative, isInOr, isAnchored }: TermContext,
): string | undefined {
  if (term.kind === 'keyword' && !term.isQuoted) {
    // Quotes do not help, because a quoted word is still a stop word, and the rule would have no anchor.
    if (term.token === 'and')
      return isAnchored ? MESSAGES.ambiguous('and', 'a space') : MESSAGES.onlyJoins('and', 'a space')
    if (term.token === 'or') return MESSAGES.ambiguous('or', 'OR')
  }
  if (term.kind === 'is' && term.what === 'nullcast' && !isNegative) return MESSAGES.nullcastPositive
  if (term.kind !== 'sample') return undefined
  if (isNegated) return MESSAGES.sampleNegated
  return isInOr ? MESSAGES.sampleInOr : undefined
}
