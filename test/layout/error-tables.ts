/** Rules that status numbers and texts of public errors are only in tables. */
import { posix } from 'node:path'
import type { Node } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isNumericLiteral,
  isPropertyAccessExpression,
  isPropertyAssignment,
} from 'typescript/unstable/ast/is'
import { applyExceptions, type Exception, type Finding, findingAt } from './finding.ts'
import { nodesIn, type Source, stringOf } from './source.ts'

/**
 * Files of tables: `_errors.ts`, `_problems.ts`, and the families, which have the texts of errors that all
 * endpoints share.
 */
const TABLE = /^_(errors|problems|(.+-)?family)\.ts$/

export const STATUS_EXCEPTIONS: readonly Exception[] = [
  { path: 'src/ops/admission.ts', reason: 'the admin listener speaks plain HTTP and no dialect' },
  { path: 'src/ops/app.ts', reason: 'as src/ops/admission.ts' },
  { path: 'src/ops/impressions.ts', reason: 'as src/ops/admission.ts' },
  { path: 'src/ops/moderation.ts', reason: 'as src/ops/admission.ts' },
]

/** Rule: the status of an error is only in a table. Other code throws an entry of the table. */
export function checkStatuses(
  sources: readonly Source[],
  exceptions: readonly Exception[] = STATUS_EXCEPTIONS,
): Finding[] {
  const findings = outsideTables(sources).flatMap((source) =>
    nodesIn(source.tree)
      .filter(writesErrorStatus)
      .map((node) =>
        findingAt(
          source,
          node,
          'writes an error’s status; throw an error, and give it its status in the family’s _errors.ts',
        ),
      ),
  )
  return applyExceptions(findings, exceptions)
}

/** Rule: error texts are only in a table. */
export function checkErrorTexts(sources: readonly Source[]): Finding[] {
  const texts = new Map<string, string>()
  for (const source of sources.filter(({ path }) => isTable(path))) {
    for (const node of nodesIn(source.tree)) {
      if (!isPropertyAssignment(node) || !/^(message|title|detail)$/.test(node.name.getText(source.tree)))
        continue
      const text = stringOf(node.initializer)
      // Texts of one or two words are ignored, because they are often texts of HTTP itself.
      if (text !== undefined && text.split(' ').length > 2) texts.set(text, source.path)
    }
  }
  return outsideTables(sources).flatMap((source) =>
    nodesIn(source.tree).flatMap((node) => {
      const table = texts.get(stringOf(node) ?? '')
      if (table === undefined) return []
      return [
        findingAt(
          source,
          node,
          `repeats the words of an error of ${table}; say for the log what happened, in other words`,
        ),
      ]
    }),
  )
}

function outsideTables(sources: readonly Source[]): Source[] {
  return sources.filter(({ path }) => !isTable(path))
}

function isTable(path: string): boolean {
  return path.startsWith('src/api/') && TABLE.test(posix.basename(path))
}

/** Matches `status: 404`, `.code(404)`, `.status(404)` and `.writeHead(404)`. */
function writesErrorStatus(node: Node): boolean {
  if (isPropertyAssignment(node) && isIdentifier(node.name)) {
    return /^(status|statusCode|code)$/.test(node.name.text) && isErrorStatus(node.initializer)
  }
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return false
  return /^(status|code|writeHead)$/.test(node.expression.name.text) && isErrorStatus(node.arguments[0])
}

function isErrorStatus(node: Node | undefined): boolean {
  return node !== undefined && isNumericLiteral(node) && /^[45]\d\d$/.test(node.text)
}
