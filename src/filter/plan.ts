/**
 * How a rule is filed and tested: the terms under which it is filed, one of which every matching post holds, and the
 * tests that are left when a post holds one of them. spec/server.md#rule-engine.
 */
import { type Expression, isTerm, type Term } from './ast.ts'

/** Ends of a program. */
export const ACCEPT = 0xffff
export const REJECT = 0xfffe
/** Tests of a program at most. */
export const MAX_TESTS = 0xfff0

/** Looks whether the post holds a term, and says where to go on: the number of a test, or an end. */
export interface Test {
  readonly term: Term
  readonly ifTrue: number
  readonly ifFalse: number
}

export interface Plan {
  /** Undefined for a rule that posts may match without holding any of its terms. */
  readonly anchors: readonly Term[] | undefined
  /** Begins with the first; accepts when there is none. */
  readonly tests: readonly Test[]
}

/** An expression with what is known of each part. */
interface Node {
  readonly expression: Expression
  /** The terms to file it under, when it can be, and how often a post is expected to hold one of them. */
  readonly anchors: readonly Term[] | undefined
  readonly cost: number
  /** How many tests it takes. */
  readonly tests: number
  readonly items: readonly Node[]
}

/** Plans a rule. @param rarityOf the part of all posts that hold a term */
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
  // In an AND the rarest first: it fails soonest.
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
 * What is left to test of a rule whose post holds an anchor: nothing of a term or an OR of terms, and of an AND
 * nothing of the part that gave the anchors, when that is such.
 */
function withoutAnchor(node: Node): Node | undefined {
  if (isFlat(node)) return undefined
  const [rarest, ...others] = node.items
  if (node.expression.kind !== 'and' || rarest === undefined || !isFlat(rarest)) return node
  return { ...node, items: others }
}

/** Whether to hold an anchor is all that the part asks for. */
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
