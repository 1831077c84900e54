/**
 * Checks rules beyond the grammar (spec/rule-language.md#negation). Every branch of an OR needs a term that is positive
 * and can stand alone. Other checks concern negation, `sample:`, and the words `and` and `or`.
 */
import { type Expression, isTerm, needsConjunction, type Term } from './ast.ts'
import type { Dialect } from './dialect.ts'
import { MESSAGES, type RuleProblem } from './problem.ts'

/** Words that nearly every post has. A rule can contain these words, but must have other terms too. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and at but by com from http https if in is it its me my or rt the this to too via we www you'.split(
    ' ',
  ),
)

type Anchoring = Pick<Dialect, 'allowsFactsAlone'>

/** The problems of a rule as a whole, ordered by position. */
export function check(expression: Expression, dialect: Anchoring): RuleProblem[] {
  const problems = hasAnchor(expression, dialect) ? [] : missingAnchors(expression, dialect)
  const isAnchored = problems.length === 0
  checkTerms(expression, { isNegated: false, isNegative: false, isInOr: false, isAnchored }, problems)
  return problems.toSorted((a, b) => a.position - b.position)
}

/**
 * True when every matching post must contain at least one term that is positive and can stand alone. Such terms are the
 * anchors of the rule. Every valid rule has anchors, so it can be indexed under them.
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
    // If one branch of a group has an anchor, the check reports the branches without one.
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
  /** True for a term with at least one minus sign before the term itself or before a group around it. */
  readonly isNegated: boolean
  /** True for a term with an odd number of minus signs before the term and the groups around it. */
  readonly isNegative: boolean
  readonly isInOr: boolean
  /** True when the rule has an anchor. */
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
    // If the rule has no anchor, the message does not suggest quotes. A quoted word is also a stop word and cannot be
    // the anchor.
    if (term.token === 'and')
      return isAnchored ? MESSAGES.ambiguous('and', 'a space') : MESSAGES.onlyJoins('and', 'a space')
    if (term.token === 'or') return MESSAGES.ambiguous('or', 'OR')
  }
  if (term.kind === 'is' && term.what === 'nullcast' && !isNegative) return MESSAGES.nullcastPositive
  if (term.kind !== 'sample') return undefined
  if (isNegated) return MESSAGES.sampleNegated
  return isInOr ? MESSAGES.sampleInOr : undefined
}
