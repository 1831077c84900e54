/**
 * Reads and parses sources for layout rules. The parser of the compiler gets them as text in memory, so that
 * rules check the files of the repository and examples in the same way.
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
  /** Path from the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly tree: SourceFile
}

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const SOURCE_FILE = /(?<!\.d)\.(ts|tsx|mts|js|jsx|mjs)$/
const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'fixtures', '.git'])

/** Files below `folder` with matching names, as paths from the root. Empty if the folder is missing. */
export function filesBelow(folder: string, name: RegExp): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    // Folders below src have names from URLs, so such a name may be equal to the name of an excluded folder.
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

/** All sources below the folders. They are parsed by {@link parseTogether}, or when a rule reads their trees. */
export function readSources(...folders: readonly string[]): Source[] {
  return folders.flatMap((folder) => filesBelow(folder, SOURCE_FILE)).map((path) => new FileSource(path))
}

/** A file of the repository. Most rules need no trees of tests, and parsing takes longer than most rules. */
class FileSource implements Source {
  readonly path: string
  readonly text: string
  #tree: SourceFile | undefined

  constructor(path: string) {
    this.path = path
    this.text = readText(path)
  }

  get tree(): SourceFile {
    if (this.#tree === undefined) parseTogether([this])
    if (this.#tree === undefined) throw new SyntaxError(`${this.path} was not parsed`)
    return this.#tree
  }

  set tree(tree: SourceFile) {
    this.#tree = tree
  }
}

/** Parses sources in one call, because a call takes longer than parsing a file. */
export function parseTogether(sources: readonly Source[]): void {
  const files = sources.filter((source) => source instanceof FileSource)
  const parsed = parseSources(Object.fromEntries(files.map(({ path, text }) => [path, text])))
  for (const [index, { tree }] of parsed.entries()) {
    const file = files[index]
    if (file !== undefined) file.tree = tree
  }
}

/** Parses texts by path. @throws {SyntaxError} when a text cannot be parsed */
export function parseSources(texts: Readonly<Record<string, string>>): Source[] {
  parser ??= startParser()
  const { api, write } = parser
  // The parser remembers the files of a folder, so each call has a folder of its own.
  parser.calls += 1
  const folder = `/tree${parser.calls}`
  const paths = Object.keys(texts)
  const compilerOptions = { noLib: true, noResolve: true, allowJs: true, jsx: 'preserve', types: [] }
  const config = `${folder}/tsconfig.json`
  write(config, JSON.stringify({ compilerOptions, files: paths }))
  for (const path of paths) write(`${folder}/${path}`, texts[path] ?? '')
  const snapshot = api.updateSnapshot({ openProjects: [config] })
  try {
    const project = snapshot.getProject(config)
    const [fault] = project?.program.getSyntacticDiagnostics() ?? []
    if (fault !== undefined) throw new SyntaxError(`${fault.fileName}: ${fault.text}`)
    return paths.map((path) => {
      const tree = project?.program.getSourceFile(`${folder}/${path}`)
      if (tree === undefined) throw new SyntaxError(`${path} was not parsed`)
      return { path, text: texts[path] ?? '', tree }
    })
  } finally {
    snapshot.dispose()
    api.updateSnapshot({ closeProjects: [config] }).dispose()
  }
}

interface Parser {
  readonly api: API
  readonly write: (path: string, text: string) => void
  calls: number
}

/** The parser of this process. It is one for all calls, because starting its process takes a tenth of a second. */
let parser: Parser | undefined

function startParser(): Parser {
  const files = createVirtualFileSystem({})
  const api = new API({ cwd: '/', fs: files })
  const { client } = api as unknown as { client: { channel: { child: ChildProcess } } }
  // The parser's process ends when its input ends, at the latest with this process. A signal, which the library would
  // send, prints an error.
  Object.assign(client.channel.child, { kill: () => true })
  return { api, write: (path, text) => files.writeFile?.(path, text), calls: 0 }
}

/** The nodes of whole files. They are cached, because many rules visit all nodes. */
const nodesOfFiles = new WeakMap<Node, readonly Node[]>()

/** `node` and all nodes below it, in the order of the text. */
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

/** The text of a string without substitutions; undefined for any other node. */
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
