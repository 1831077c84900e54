/** Finds the inputs of an import from file names, folders, glob patterns and standard input. */
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { glob, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isZipFile } from '../../files/containers.ts'
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { holdsArchive } from '../archive/input/archive-contents.ts'
import { isArchiveObject } from '../archive/input/archive-object.ts'
import { type ArchivePlace, isMark, rootsIn } from '../archive/input/archive-root.ts'
import { fingerprintOf } from '../progress.ts'
import { COPY_NAME, type StandardInput } from './standard-input.ts'

/** An input: a source of values. */
export interface ImportInput {
  /** Name of the input in messages and reports, in one line. */
  readonly name: string
  readonly is: 'file' | 'archive' | 'stdin'
  /** Path of the input; empty for standard input. */
  readonly path: string
  /** Folder of the archive in the path; undefined if the path has only one archive. */
  readonly root?: string | undefined
  /** True for the copy of standard input, whose path is different in each run. */
  readonly isCopy?: boolean
  /** Further parts of the archive. */
  readonly others?: readonly ArchivePlace[]
  /** Size in bytes; 0 if unknown. */
  readonly size: number
}

export const STANDARD_INPUT = '-'

/** Maximum number of files in all folders. */
const MAX_FILES = 1_000_000
/** Maximum depth of subfolders in the given folder. */
const MAX_DEPTH = 64

/** Files that operating systems put into folders. */
const IGNORED = /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|__MACOSX)$/i

/**
 * Matches the names of files that are not tar files, even if they are compressed. So these files are not opened in the
 * search for archives in tar files.
 */
const RECORDING = /\.(?:json|jsonl|ndjson|csv|tsv|txt)(?:\.\w+)?$/i

/**
 * The inputs of an import, in the order of the arguments. The files of a folder are sorted by name. A personal archive
 * is one input, in each of its forms: a folder, a zip or tar file, or one JSON object.
 * @param standardInput standard input, if it may be a file
 * @throws {FileUnreadable} when a given file or folder does not exist
 */
export async function findInputs(
  names: readonly string[],
  standardInput?: Pick<StandardInput, 'copy'>,
): Promise<readonly ImportInput[]> {
  const inputs: ImportInput[] = []
  for (const name of names)
    inputs.push(...(name === STANDARD_INPUT ? [await inputOf(standardInput?.copy)] : await inputsOf(name)))
  if (inputs.length > MAX_FILES)
    throw new FileUnreadable(`more than ${MAX_FILES} files; import them in parts`)
  const [only] = inputs
  if (inputs.length > 1 || only === undefined || only.path === '') return inputs
  return [{ ...only, name: shownName(basename(only.path)) }]
}

/**
 * Checks names before the import reads standard input, which can take long and can be read only once.
 * @throws {FileUnreadable} when a given file or folder does not exist
 */
export async function requireFiles(names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (name === STANDARD_INPUT || statSync(name, { throwIfNoEntry: false }) !== undefined) continue
    if ((await matchesOf(name)).length === 0) throw missing(name)
  }
}

function missing(name: string): FileUnreadable {
  return new FileUnreadable(`${shownName(name)} does not exist; check the path`)
}

/** Standard input. @param copy path of its copy; undefined if it is read as a stream */
async function inputOf(copy: string | undefined): Promise<ImportInput> {
  if (copy === undefined) return { name: COPY_NAME, is: 'stdin', path: '', size: 0 }
  return { ...(await fileInput(copy, statSync(copy).size)), name: COPY_NAME, isCopy: true }
}

async function inputsOf(name: string): Promise<readonly ImportInput[]> {
  const stats = statSync(name, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) return inFolder(name)
  if (stats?.isFile() === true) return [await fileInput(name, stats.size)]
  if (stats !== undefined) throw new FileUnreadable(`${shownName(name)} is neither a file nor a folder`)
  const found = await matchesOf(name)
  if (found.length === 0) throw missing(name)
  const inputs: ImportInput[] = []
  for (const match of found) inputs.push(...(await inputsOf(match)))
  return inputs
}

/** The files that a pattern matches; none for a name that is no pattern. */
async function matchesOf(pattern: string): Promise<readonly string[]> {
  if (!/[*?[{]/.test(pattern)) return []
  const found: string[] = []
  for await (const name of glob(pattern)) {
    if (found.length >= MAX_FILES)
      throw new FileUnreadable(`${shownName(pattern)} matches more than ${MAX_FILES} files`)
    found.push(name)
  }
  return found.toSorted(byName)
}

async function fileInput(path: string, size: number): Promise<ImportInput> {
  const isArchive = size > 0 && (await isPackedArchive(path))
  return { name: shownName(path), is: isArchive ? 'archive' : 'file', path, size }
}

async function isPackedArchive(path: string): Promise<boolean> {
  const isZip = await isZipFile(path)
  if ((isZip || !RECORDING.test(path)) && (await holdsArchive(path, isZip))) return true
  return !isZip && (await isArchiveObject(path))
}

async function inFolder(folder: string): Promise<readonly ImportInput[]> {
  const files = await filesIn(folder)
  const marks = files.filter(isMark).map((path) => ({ path, open: () => bytesOf(join(folder, path)) }))
  const roots = [...(await rootsIn(marks)).keys()]
  const outermost = roots.filter((root) => !roots.some((other) => other !== root && root.startsWith(other)))
  const others = files.filter((file) => !outermost.some((root) => file.startsWith(root)))
  const inputs: ImportInput[] = []
  for (const inside of [...outermost, ...others].toSorted(byName)) {
    const path = join(folder, inside)
    const isRoot = outermost.includes(inside)
    if (isRoot) inputs.push({ name: shownName(path), is: 'archive', path, size: 0 })
    else inputs.push(await fileInput(path, statSync(path).size))
  }
  return inputs
}

function bytesOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path) as AsyncIterable<Buffer>
}

/**
 * Paths of all files in a folder and its subfolders. Links are not followed, because a link may lead outside the folder
 * or form a loop.
 */
async function filesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = []
  const folders = ['']
  for (let inside = folders.pop(); inside !== undefined; inside = folders.pop()) {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      if (IGNORED.test(entry.name)) continue
      const path = `${inside}${entry.name}`
      if (entry.isDirectory()) {
        if (path.split('/').length >= MAX_DEPTH)
          throw new FileUnreadable(`${shownName(join(folder, path))} is nested too deeply`)
        folders.push(`${path}/`)
      } else if (entry.isFile()) files.push(path)
      if (files.length > MAX_FILES)
        throw new FileUnreadable(`${shownName(folder)} has more than ${MAX_FILES} files; import it in parts`)
    }
  }
  return files
}

function byName(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/**
 * Identity of an import. It is computed from the content of files, the paths of archives, and the options. Undefined if
 * an input is standard input without a copy, because standard input cannot be read twice.
 * @param onBytes called after each input, with the total size of the inputs that were processed so far
 */
export async function fingerprintOfInputs(
  inputs: readonly ImportInput[],
  options: Readonly<Record<string, unknown>>,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<string | undefined> {
  const hash = createHash('sha256').update(JSON.stringify(options))
  let bytes = 0
  for (const input of inputs) {
    const { is, path, others = [], size } = input
    if (is === 'stdin') return undefined
    // Each file of an archive is imported separately.
    const isArchive = is === 'archive'
    hash.update(isArchive ? await identityOf([input, ...others]) : await fingerprintOf('file', path))
    bytes += size
    onBytes(bytes)
  }
  return `files:${hash.digest('hex')}`
}

/** Identity of an archive, as text. */
async function identityOf(places: readonly ArchivePlace[]): Promise<string> {
  const texts: string[] = []
  for (const { path, root = '', isCopy } of places)
    texts.push(`${isCopy === true ? await fingerprintOf('file', path) : path}\n${root}`)
  return `archive:${texts.join('\n')}`
}
