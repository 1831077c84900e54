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

/** An import or export of a module at the beginning of a line. */
const STATEMENT = /^(?:import|export)\s(?:[\w$*{}\s,]*?\sfrom\s)?\s*'([^'\n]+)'/gm

/** The beginnings of all statements that may be such imports. */
const BEGINNING = /^(?:import\b|export\s(?:type\s)?\s*[{*])/gm

function findImports(source: Source): Import[] {
  return importsInText(source) ?? importsInTree(source)
}

/**
 * The imports of a file, found in its text, so that most files need not be parsed. Undefined if the text may
 * not show all imports.
 */
function importsInText(source: Source): Import[] | undefined {
  const { text } = source
  if (mayImportDeeply(text)) return undefined
  const found = [...text.matchAll(STATEMENT)].map(([, specifier = '']) => specifier)
  if (found.length !== [...text.matchAll(BEGINNING)].length) return undefined
  return found.map((specifier) => ({
    ...targetOf(source, specifier),
    get node() {
      const node = source.tree.statements.find((statement) => specifierOf(statement) === specifier)
      if (node === undefined) throw new Error(`${source.path} has no import of ${specifier}`)
      return node
    },
  }))
}

/** True for a text that may have imports below the top level, or after blanks. Only the tree shows them. */
export function mayImportDeeply(text: string): boolean {
  return /\bimport\s*\(|^[ \t]+(?:import|export)\s/m.test(text)
}

function importsInTree(source: Source): Import[] {
  // Only the top level is read for most files, because these rules would take much longer if they read whole
  // files.
  const nodes = mayImportDeeply(source.text) ? nodesIn(source.tree) : source.tree.statements
  return nodes.flatMap((node) => {
    const specifier = specifierOf(node)
    if (specifier === undefined) return []
    return [{ node, ...targetOf(source, specifier) }]
  })
}

function targetOf({ path }: Source, specifier: string): Omit<Import, 'node'> {
  const isOurs = specifier.startsWith('.')
  return { isOurs, target: isOurs ? posix.join(posix.dirname(path), specifier) : packageOf(specifier) }
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
