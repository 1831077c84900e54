/**
 * What a rule must be beyond its grammar. spec/rule-language.md#negation: a positive, standalone term in every branch
 * of an OR, negation, `sample:`, the words and/or.
 */
import { type Expression, isTerm, needsConjunction, type Term } from './ast.ts'
import type { Dialect } from './dialect.ts'
import { MESSAGES, type RuleProblem } from './problem.ts'

/** Words that nearly every post has: a rule may hold them, but not consist of them. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and at but by com from http https if in is it its me my or rt the this to too via we www you'.split(
    ' ',
  ),
)

type Anchoring = Pick<Dialect, 'allowsFactsAlone'>

/** What is wrong with the rule as a whole, in order of position. */
export function check(expression: Expression, dialect: Anchoring): RuleProblem[] {
  const problems = hasAnchor(expression, dialect) ? [] : missingAnchors(expression, dialect)
  const isAnchored = problems.length === 0
  checkTerms(expression, { isNegated: false, isNegative: false, isInOr: false, isAnchored }, problems)
  return problems.toSorted((a, b) => a.position - b.position)
}

/**
 * Whether no post can match without holding one of some positive, standalone terms; so every rule that passes can be
 * filed under such terms.
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

/** One or two problems for each branch that has no anchor. */
function missingAnchors(expression: Expression, dialect: Anchoring): RuleProblem[] {
  if (expression.kind === 'or') {
    return expression.items
      .filter((branch) => !hasAnchor(branch, dialect))
      .flatMap((branch) => missingAnchors(branch, dialect))
  }
  if (expression.kind === 'and') {
    // A group with one good branch shows what was meant: the others are at fault.
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
  /** Behind a sign, or two. */
  readonly isNegated: boolean
  /** Behind an odd number of signs. */
  readonly isNegative: boolean
  readonly isInOr: boolean
  /** Whether the rule has what it must have without this term. */
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
    // In quotes it still is a word that nearly every post has: where nothing else is asked for, that would not help.
    if (term.token === 'and')
      return isAnchored ? MESSAGES.ambiguous('and', 'a space') : MESSAGES.onlyJoins('and', 'a space')
    if (term.token === 'or') return MESSAGES.ambiguous('or', 'OR')
  }
  if (term.kind === 'is' && term.what === 'nullcast' && !isNegative) return MESSAGES.nullcastPositive
  if (term.kind !== 'sample') return undefined
  if (isNegated) return MESSAGES.sampleNegated
  return isInOr ? MESSAGES.sampleInOr : undefined
}
