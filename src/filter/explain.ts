/** Explains why a post matches a rule or does not match it: the tree of the rule with the result of each part. */
import { type Expression, isTerm, type Span } from './ast.ts'
import { type Evidence, evidenceOf } from './editing/evidence.ts'
import type { FilterPost } from './post.ts'
import { printTerm } from './print.ts'
import { isTermTrue } from './reference.ts'

export interface Explanation {
  readonly kind: 'and' | 'or' | 'not' | 'term'
  /** The range of this part in the rule, in code points. */
  readonly span: Span
  /** The result of this part for the post. */
  readonly isTrue: boolean
  /** The term in normal form; undefined for a group. */
  readonly term: string | undefined
  /** The parts of the post that make the term true; empty for a false term and for a group. */
  readonly evidence: readonly Evidence[]
  readonly parts: readonly Explanation[]
}

/** Explains a rule for a post. Every part is evaluated; `isTrue` of the root is the result of the rule. */
export function explain(expression: Expression, post: FilterPost): Explanation {
  const { span } = expression
  if (isTerm(expression)) {
    return {
      kind: 'term',
      span,
      isTrue: isTermTrue(expression, post),
      term: printTerm(expression),
      evidence: evidenceOf(expression, post),
      parts: [],
    }
  }
  const items = expression.kind === 'not' ? [expression.item] : expression.items
  const parts = items.map((item) => explain(item, post))
  return {
    kind: expression.kind,
    span,
    isTrue: combined(expression.kind, parts),
    term: undefined,
    evidence: [],
    parts,
  }
}

function combined(kind: 'and' | 'or' | 'not', parts: readonly Explanation[]): boolean {
  if (kind === 'and') return parts.every(({ isTrue }) => isTrue)
  const isAny = parts.some(({ isTrue }) => isTrue)
  return kind === 'or' ? isAny : !isAny
}
