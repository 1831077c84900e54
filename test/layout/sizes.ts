/** Defines maximum sizes. A size above the budget is a warning, and a size above the stop is an error. */
import type { Node } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isClassDeclaration,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessorDeclaration,
  isMethodDeclaration,
} from 'typescript/unstable/ast/is'
import { isEndpointFile } from './endpoints.ts'
import { type Finding, fileFinding, findingAt } from './finding.ts'
import { importsOf } from './imports.ts'
import { nodesIn, type Source } from './source.ts'

interface Bound {
  /** Nine of ten files are smaller than the budget. */
  readonly budget: number
  readonly stop: number
}

/** The budget and the stop of each kind, in lines or in number of import declarations. */
export const SIZES: Readonly<Record<'endpoint' | 'file' | 'function' | 'imports', Bound>> = {
  endpoint: { budget: 150, stop: 250 },
  file: { budget: 220, stop: 400 },
  function: { budget: 45, stop: 80 },
  imports: { budget: 9, stop: 15 },
}

/**
 * Files that assemble parts, such as builders, commands and lists of endpoints. They may have many imports.
 */
const COMPOSER = /^src\/(main|server|edge|jobs|cli\/commands\/[^/]+|.*\/_endpoints)\.ts$/

export interface SizeReport {
  /** Sizes above the stop without an exemption. */
  readonly stopped: readonly Finding[]
  /** Sizes above the budget. */
  readonly warned: readonly Finding[]
}

/** Matches the first comment of an exempt file. GOTCHAS.md must also name the file. */
const LEAVE = /^ ?\*? ?(\/\/ )?Over the size stop: \S/m

/**
 * Rule: no file, function or list of imports exceeds its stop, unless it is exempt.
 * @param gotchas text of GOTCHAS.md
 */
export function checkSizes(sources: readonly Source[], gotchas: string): SizeReport {
  const stopped: Finding[] = []
  const warned: Finding[] = []
  for (const source of sources) {
    for (const { finding, size, bound } of measures(source)) {
      if (size > bound.stop && !hasLeave(source, gotchas)) {
        stopped.push({
          ...finding,
          message:
            `${finding.message}, and the stop is ${bound.stop}; cut it by subject, or say why not ` +
            '("Over the size stop: …" in its first comment and an entry in GOTCHAS.md)',
        })
      } else if (size > bound.budget) {
        warned.push({ ...finding, message: `${finding.message}; the budget is ${bound.budget}` })
      }
    }
  }
  return { stopped, warned }
}

/** Maximum number of files in a folder, without tests. A folder with more files has two subjects. */
const MAX_FILES = 25

/** Folders that are lists: migrations, which never change, and the texts of the console, with a file for each page. */
const LISTS: ReadonlySet<string> = new Set(['src/db/migrations', 'console/src/text'])

/** Rule: no folder has more than 25 files, except {@link LISTS}. Tests and endpoints are not counted. */
export function checkFolders(sources: readonly Source[]): Finding[] {
  const counts = new Map<string, number>()
  for (const { path } of sources) {
    if (path.endsWith('.test.ts') || isEndpointFile(path)) continue
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !LISTS.has(folder))
    .map(([folder, count]) => fileFinding(folder, `has ${count} files; give each of its subjects a folder`))
}

interface Measure {
  readonly finding: Finding
  readonly size: number
  readonly bound: Bound
}

function measures(source: Source): Measure[] {
  const { path } = source
  const lines = source.text.trimEnd().split('\n').length
  const imports = new Set(importsOf(source).map(({ target }) => target)).size
  const file = isEndpointFile(path) ? SIZES.endpoint : SIZES.file
  const isComposer = COMPOSER.test(path)
  return [
    { finding: fileFinding(path, `has ${lines} lines`), size: lines, bound: file },
    ...(isComposer
      ? []
      : [{ finding: fileFinding(path, `imports ${imports} modules`), size: imports, bound: SIZES.imports }]),
    // Migrations are left out, because a migration is a list of statements that is written once and never
    // changed.
    ...(path.startsWith('src/db/migrations/') ? [] : functionsOf(source)),
  ]
}

function functionsOf(source: Source): Measure[] {
  return nodesIn(source.tree)
    .filter(isNamedFunction)
    .map((node) => {
      const [first, last] = [node.getStart(source.tree), node.getEnd()].map(
        (position) => source.tree.getLineAndCharacterOfPosition(position).line,
      )
      const size = (last ?? 0) - (first ?? 0) + 1
      return {
        finding: findingAt(source, node, `this function has ${size} lines`),
        size,
        bound: SIZES.function,
      }
    })
}

/**
 * True for functions, methods, getters and constructors. False for classes, because their methods are checked
 * one by one.
 */
function isNamedFunction(node: Node): boolean {
  if (isClassDeclaration(node)) return false
  return [
    isFunctionDeclaration,
    isFunctionExpression,
    isArrowFunction,
    isMethodDeclaration,
    isGetAccessorDeclaration,
    isConstructorDeclaration,
  ].some((is) => is(node))
}

function hasLeave(source: Source, gotchas: string): boolean {
  return (
    LEAVE.test(source.text.slice(0, source.tree.statements[0]?.getStart(source.tree) ?? 0)) &&
    gotchas.includes(source.path)
  )
}
