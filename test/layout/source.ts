/**
 * Sources for layout rules: parsed by the compiler's own parser from text in memory, so that rules run over the
 * repository and over planted examples in the same way.
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

/** Files below `folder` with matching names, as paths from the root; none when the folder is missing. */
export function filesBelow(folder: string, name: RegExp): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    // Folders below src are named by URLs, which may contain such a word.
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

/** Text of a file, by its path from the root. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** All sources below the folders, parsed. */
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

/** `API.close` would kill the parser's process by a signal, which prints an error; ending its input does not. */
function end(api: API): void {
  const { client } = api as unknown as { client?: { channel?: { child?: ChildProcess } } }
  const input = client?.channel?.child?.stdin
  if (input == null) api.close()
  else input.end()
}

/** Nodes of whole files, cached because many rules visit them all. */
const nodesOfFiles = new WeakMap<Node, readonly Node[]>()

/** All nodes below `node`, itself first, in text order. */
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

/** Text of a string without substitutions; otherwise undefined. */
export function stringOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  return isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) ? node.text : undefined
}

/** Line of a node, from 1. */
export function lineOf({ tree }: Source, node: Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}

/** True for tests, which are not part of the program. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}
