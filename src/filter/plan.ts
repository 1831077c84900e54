/**
 * Plans how a rule is filed and tested: anchor terms, one of which every matching post contains, and the remaining
 * tests.
 * spec/server.md#rule-engine.
 */
import { type Expression, isTerm, type Term } from './ast.ts'

/** Final states of a program. */
export const ACCEPT = 0xffff
export const REJECT = 0xfffe
/** Maximum tests of a program. */
export const MAX_TESTS = 0xfff0

/** Tests a term, and continues at the number of a test or in a final state. */
export interface Test {
  readonly term: Term
  readonly ifTrue: number
  readonly ifFalse: number
}

export interface Plan {
  /** Undefined for a rule that can match posts without any of its terms. */
  readonly anchors: readonly Term[] | undefined
  /** Starts with the first test; accepts when there is none. */
  readonly tests: readonly Test[]
}

/** An expression with computed properties. */
interface Node {
  readonly expression: Expression
  /** Terms to file the expression under, if possible, and the expected share of posts that contain one of them. */
  readonly anchors: readonly Term[] | undefined
  readonly cost: number
  /** Number of tests needed. */
  readonly tests: number
  readonly items: readonly Node[]
}

/** Plans a rule. @param rarityOf share of all posts that contain the term */
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
  // An AND tests its rarest item first, because that fails most often.
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
 * Tests that remain once a post contains an anchor: none for a term or an OR of terms; an AND drops the part that gave
 * the anchors if that part is a term or an OR of terms.
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
