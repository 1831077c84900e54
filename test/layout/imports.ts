/** Finds the imports of a file: values and types, by `import`, `export … from` and `import()`. */
import { posix } from 'node:path'
import type { Node } from 'typescript/unstable/ast'
import { SyntaxKind } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isExportDeclaration,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
} from 'typescript/unstable/ast/is'
import { nodesIn, type Source, stringOf } from './source.ts'

export interface Import {
  readonly node: Node
  /**
   * For a file of the repository, its path from the root. Otherwise the name of a package or built-in module.
   */
  readonly target: string
  readonly isOurs: boolean
}

const importsOfSources = new WeakMap<Source, readonly Import[]>()

/** Imports of a source, in the order of the text. */
export function importsOf(source: Source): readonly Import[] {
  const known = importsOfSources.get(source)
  if (known !== undefined) return known
  const found = findImports(source)
  importsOfSources.set(source, found)
  return found
}

function findImports(source: Source): Import[] {
  // Only the top level is read for most files, because these rules would take much longer if they read whole
  // files.
  const nodes = /\bimport\s*\(/.test(source.text) ? nodesIn(source.tree) : source.tree.statements
  return nodes.flatMap((node) => {
    const specifier = specifierOf(node)
    if (specifier === undefined) return []
    const isOurs = specifier.startsWith('.')
    const target = isOurs ? posix.join(posix.dirname(source.path), specifier) : packageOf(specifier)
    return [{ node, target, isOurs }]
  })
}

function specifierOf(node: Node): string | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) return stringOf(node.moduleSpecifier)
  if (isImportTypeNode(node)) {
    return isLiteralTypeNode(node.argument) ? stringOf(node.argument.literal) : undefined
  }
  if (!isCallExpression(node) || node.expression.kind !== SyntaxKind.ImportKeyword) return undefined
  return stringOf(node.arguments[0])
}

/**
 * The package of a specifier: `@scope/name/deep` belongs to `@scope/name`. Names of built-in modules stay
 * unchanged.
 */
function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
