/**
 * Sources as the layout rules see them: parsed by the compiler's own parser, from text in memory, so that a rule
 * runs in the same way over the tree and over a planted example.
 */
import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { isNoSubstitutionTemplateLiteral, isSourceFile, isStringLiteral } from 'typescript/unstable/ast/is'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { API } from 'typescript/unstable/sync'

export interface Source {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly tree: SourceFile
}

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const SOURCE_FILE = /(?<!\.d)\.(ts|tsx|mts|js|jsx|mjs)$/
const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'fixtures', '.git'])

/** Files below `folder` whose names match, as paths from the root; none when there is no such folder. */
export function filesBelow(folder: string, name: RegExp): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    // Below src a folder is named by a URL, which may hold such a word.
    const isOurs = folder.startsWith('src/') || !NOT_OURS.has(entry.name)
    if (entry.isDirectory()) return isOurs ? filesBelow(path, name) : []
    return name.test(entry.name) ? [path] : []
  })
}

function entriesOf(folder: string) {
  try {
    const entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The text of a file, by its path from the root. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Every source below the folders, parsed. */
export function readSources(...folders: readonly string[]): Source[] {
  const paths = folders.flatMap((folder) => filesBelow(folder, SOURCE_FILE))
  return parseSources(Object.fromEntries(paths.map((path) => [path, readText(path)])))
}

/** Parses texts by path. @throws {SyntaxError} when one of them cannot be parsed */
export function parseSources(texts: Readonly<Record<string, string>>): Source[] {
  const paths = Object.keys(texts)
  const compilerOptions = { noLib: true, noResolve: true, allowJs: true, jsx: 'preserve', types: [] }
  const files = Object.fromEntries(paths.map((path) => [`/tree/${path}`, texts[path] ?? '']))
  const config = JSON.stringify({ compilerOptions, files: paths })
  const api = new API({
    cwd: '/tree',
    fs: createVirtualFileSystem({ ...files, '/tree/tsconfig.json': config }),
  })
  try {
    const [project] = api.updateSnapshot({ openProjects: ['/tree/tsconfig.json'] }).getProjects()
    const [fault] = project?.program.getSyntacticDiagnostics() ?? []
    if (fault !== undefined) throw new SyntaxError(`${fault.fileName}: ${fault.text}`)
    return paths.map((path) => {
      const tree = project?.program.getSourceFile(`/tree/${path}`)
      if (tree === undefined) throw new SyntaxError(`${path} was not parsed`)
      return { path, text: texts[path] ?? '', tree }
    })
  } finally {
    end(api)
  }
}

/** `API.close` ends the parser's process by a signal, of which that complains; at the end of its input it just goes. */
function end(api: API): void {
  const { client } = api as unknown as { client?: { channel?: { child?: ChildProcess } } }
  const input = client?.channel?.child?.stdin
  if (input == null) api.close()
  else input.end()
}

/** Nodes of whole files: many rules look at them all. */
const nodesOfFiles = new WeakMap<Node, readonly Node[]>()

/** Every node below `node`, itself first, in the order of the text. */
export function nodesIn(node: Node): readonly Node[] {
  const known = nodesOfFiles.get(node)
  if (known !== undefined) return known
  const found: Node[] = []
  const visit = (each: Node) => {
    found.push(each)
    each.forEachChild(visit)
  }
  visit(node)
  if (isSourceFile(node)) nodesOfFiles.set(node, found)
  return found
}

/** The text of a string without substitutions, or undefined. */
export function stringOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  return isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) ? node.text : undefined
}

/** The line of a node, from 1. */
export function lineOf({ tree }: Source, node: Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}

/** Whether a file is a test, and so no part of the program. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}
