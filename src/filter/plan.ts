/**
 * Plans how a rule is indexed and tested. The anchors are terms; every matching post has at least one of them, and the
 * rule is indexed under them. The tests cover the rest of the rule. See spec/server.md#rule-engine.
 */
import { type Expression, isTerm, type Term } from './ast.ts'

/** The final states of a program of tests. */
export const ACCEPT = 0xffff
export const REJECT = 0xfffe
/** Maximum number of tests in a program. */
export const MAX_TESTS = 0xfff0

/** Tests a term, and then continues with the test at an index, or ends in a final state. */
export interface Test {
  readonly term: Term
  readonly ifTrue: number
  readonly ifFalse: number
}

export interface Plan {
  /** Undefined for a rule that can match posts without any of its terms. */
  readonly anchors: readonly Term[] | undefined
  /** The tests, beginning with the test that runs first. If there are no tests, every post with an anchor matches. */
  readonly tests: readonly Test[]
}

/** An expression, and values that are computed from this expression. */
interface Node {
  readonly expression: Expression
  /**
   * The terms under which the expression can be indexed, if there are any. `cost` is the expected share of posts that
   * contain one of them.
   */
  readonly anchors: readonly Term[] | undefined
  readonly cost: number
  /** Number of tests that the expression needs. */
  readonly tests: number
  readonly items: readonly Node[]
}

/** Plans a rule. @param rarityOf returns the share of all posts that contain a term */
export function planOf(expression: Expression, rarityOf: (term: Term) => number): Plan {
  const root = nodeOf(expression, rarityOf)
  const tests: Test[] = []
  const rest = withoutAnchor(root)
  if (rest !== undefined) compile(rest, ACCEPT, REJECT, tests)
  return { anchors: root.anchors, tests }
}

function nodeOf(expression: Expression, rarityOf: (term: Term) => number): Node {
  if (isTerm(expression)) {
    return { expression, anchors: [expression], cost: rarityOf(expression), tests: 1, items: [] }
  }
  const parts = expression.kind === 'not' ? [expression.item] : expression.items
  const items = parts.map((part) => nodeOf(part, rarityOf))
  // An AND tests its rarest item first, because this item is false most often.
  if (expression.kind === 'and') items.sort((a, b) => a.cost - b.cost)
  const tests = items.reduce((sum, item) => sum + item.tests, 0)
  return { expression, tests, items, ...anchorsOf(expression.kind, items) }
}

function anchorsOf(kind: 'and' | 'or' | 'not', items: readonly Node[]): Pick<Node, 'anchors' | 'cost'> {
  if (kind === 'not') return { anchors: undefined, cost: Number.POSITIVE_INFINITY }
  if (kind === 'and') {
    const [rarest] = items
    return { anchors: rarest?.anchors, cost: rarest?.cost ?? Number.POSITIVE_INFINITY }
  }
  const cost = items.reduce((sum, item) => sum + item.cost, 0)
  const anchors = items.flatMap((item) => item.anchors ?? [])
  return { anchors: cost === Number.POSITIVE_INFINITY ? undefined : anchors, cost }
}

/**
 * The tests that remain when a post contains an anchor. No tests remain for a term or an OR of terms. For an AND, the
 * part with the anchors is omitted if this part is a term or an OR of terms.
 */
function withoutAnchor(node: Node): Node | undefined {
  if (isFlat(node)) return undefined
  const [rarest, ...others] = node.items
  if (node.expression.kind !== 'and' || rarest === undefined || !isFlat(rarest)) return node
  return { ...node, items: others }
}

/** True when an anchor makes the whole part true. */
function isFlat({ expression, items }: Node): boolean {
  if (isTerm(expression)) return true
  return expression.kind === 'or' && items.every(isFlat)
}

function compile(node: Node, ifTrue: number, ifFalse: number, tests: Test[]): void {
  const { expression, items } = node
  if (isTerm(expression)) {
    tests.push({ term: expression, ifTrue: ifTrue, ifFalse: ifFalse })
    return
  }
  if (expression.kind === 'not') {
    for (const item of items) compile(item, ifFalse, ifTrue, tests)
    return
  }
  for (const [index, item] of items.entries()) {
    const isLast = index === items.length - 1
    const next = tests.length + item.tests
    if (expression.kind === 'and') compile(item, isLast ? ifTrue : next, ifFalse, tests)
    else compile(item, ifTrue, isLast ? ifFalse : next, tests)
  }
}
