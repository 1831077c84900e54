/** Rule that ignored errors need a reason. */
import type { Node } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isBlock,
  isCallExpression,
  isCatchClause,
  isIdentifier,
  isPropertyAccessExpression,
  isThrowStatement,
} from 'typescript/unstable/ast/is'
import { type Finding, findingAt } from './finding.ts'
import { lineOf, nodesIn, type Source } from './source.ts'

/**
 * Rule: a `catch` that neither throws nor inspects the error has a comment with the reason. The comment of a
 * catch clause is inside the clause or on the line before it. The comment of a call of the method `catch` of
 * promises is on the line of the call or on the line before it.
 */
export function checkSilence(sources: readonly Source[]): Finding[] {
  const some = sources.filter(({ text }) => /\bcatch\b/.test(text))
  return some.flatMap((source) => {
    const lines = source.text.split('\n')
    return nodesIn(source.tree)
      .filter((node) => isSilent(node, source) && !isExplained(node, source, lines))
      .map((node) =>
        findingAt(source, placeOf(node), 'lets an error go; count it, log it, or say in a comment why not'),
      )
  })
}

function isSilent(node: Node, source: Source): boolean {
  if (isCatchClause(node)) {
    const name = node.variableDeclaration?.name.getText(source.tree)
    return !handles(node.block, name)
  }
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return false
  if (node.expression.name.text !== 'catch') return false
  const [handler] = node.arguments
  if (handler === undefined || !isArrowFunction(handler)) return false
  return !handles(handler.body, handler.parameters[0]?.name.getText(source.tree))
}

function handles(body: Node, error: string | undefined): boolean {
  return nodesIn(body).some(
    (node) => isThrowStatement(node) || (error !== undefined && isIdentifier(node) && node.text === error),
  )
}

/**
 * The position of the word `catch`, not of the chain of calls, because a reader looks for the reason at that
 * word.
 */
function placeOf(node: Node): Node {
  return isCallExpression(node) && isPropertyAccessExpression(node.expression) ? node.expression.name : node
}

function isExplained(node: Node, source: Source, lines: readonly string[]): boolean {
  const line = lineOf(source, placeOf(node))
  const before = lines[line - 2]?.trim() ?? ''
  if (/^(\/\/|\*|\/\*)|\*\/$/.test(before)) return true
  if (!isCatchClause(node)) return lines[line - 1]?.includes('//') === true
  const inside = isBlock(node.block) ? node.block.getFullText(source.tree) : ''
  return inside.includes('//')
}
