/** Explains why a post matches a rule or not: the rule tree with the result of each part. */
import { type Expression, isTerm, type Span } from './ast.ts'
import { type Evidence, evidenceOf } from './editing/evidence.ts'
import type { FilterPost } from './post.ts'
import { printTerm } from './print.ts'
import { isTermTrue } from './reference.ts'

export interface Explanation {
  readonly kind: 'and' | 'or' | 'not' | 'term'
  /** Code points of the rule. */
  readonly span: Span
  /** Result of this part for the post. */
  readonly isTrue: boolean
  /** The term in normal form; undefined for groups. */
  readonly term: string | undefined
  /** The parts of the post that make a term true; empty for false terms and for groups. */
  readonly evidence: readonly Evidence[]
  readonly parts: readonly Explanation[]
}

/** Explains a rule on a post; `isTrue` at the root is the match. Every part is evaluated. */
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
