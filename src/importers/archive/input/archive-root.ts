/** Finds the roots of personal archives among files (spec/archives.md#archive-root). */
import type { InnerFile } from '../../../files/lines.ts'
import { FileUnreadable } from '../../../files/unreadable.ts'

/** A file of an input, which is a folder, a zip file or a tar file. */
export interface ArchiveFile extends InnerFile {
  /** Path in the input, with slashes. */
  readonly path: string
  /** Size in bytes. */
  sizeOf(): number
}

/** The location of an archive. */
export interface ArchivePlace {
  /** Path of the input: a folder, a zip file or a tar file. */
  readonly path: string
  /** Folder of the archive in the path; undefined if the path has only one archive. */
  readonly root?: string | undefined
  /** True for the copy of standard input, whose path is different in each run. */
  readonly isCopy?: boolean
}

export interface Root {
  /** Folder of the archive, with a trailing `/`; empty for the top folder. */
  readonly folder: string
  /** Folder of `user_details.js`; set only for archives from the years 2012 to 2019. */
  readonly months?: string
}

/**
 * The files that identify an archive. The groups of the pattern are the folder of the archive, the file name, and in an
 * old archive the path to `user_details.js`.
 */
const MARK = /^((?:.*\/)?)(?:(?:data\/)?(account|manifest)\.js|((?:data\/)?js\/)user_details\.js)$/i
const DATA = /(?:^|(?<=\/))data\/$/i
const DETAILS = 'user_details.js'
const MAX_ROOTS_SHOWN = 10

/** The beginning of a manifest. The check is needed because web sites have other files with this name. */
const MANIFEST = /^\s*window\.__THAR_CONFIG\s*=/
const MANIFEST_BYTES = 256

/** True for the name of a file that may identify an archive. */
export function isMark(path: string): boolean {
  return MARK.test(path)
}

/** The roots of all archives among the files, by folder. */
export async function rootsIn(
  files: readonly Pick<ArchiveFile, 'path' | 'open'>[],
): Promise<ReadonlyMap<string, Root>> {
  const roots = new Map<string, Root>()
  for (const file of files) {
    const [, found, name, months] = isSafe(file.path) ? (MARK.exec(file.path) ?? []) : []
    if (found === undefined) continue
    const folder = found.replace(DATA, '')
    if (name?.toLowerCase() === 'account') roots.set(folder, { folder })
    else if (roots.has(folder)) continue
    else if (months !== undefined) roots.set(folder, { folder, months: file.path.slice(0, -DETAILS.length) })
    else if (await isManifest(file)) roots.set(folder, { folder })
  }
  return roots
}

/**
 * The folders of several archives in one input. The list is empty for one archive. It is also empty if one archive is
 * inside another archive, because the files of the inner archive can belong to the outer archive.
 */
export function separateRoots(folders: readonly string[]): readonly string[] {
  const areSeparate = folders.every((folder) =>
    folders.every((other) => other === folder || !other.startsWith(folder)),
  )
  return folders.length > 1 && areSeparate ? folders.toSorted() : []
}

/** True for the manifest of an archive, which is recognised by its beginning. */
export async function isManifest(file: Pick<ArchiveFile, 'open'>): Promise<boolean> {
  let start = Buffer.alloc(0)
  try {
    for await (const chunk of file.open()) {
      start = Buffer.concat([start, chunk])
      if (start.length >= MANIFEST_BYTES) break
    }
  } catch (error) {
    // The import of the manifest reports the error.
    if (!(error instanceof FileUnreadable)) throw error
  }
  return MANIFEST.test(start.toString('utf8', 0, MANIFEST_BYTES))
}

/**
 * The root of the archive.
 * @param path the input, for messages
 * @param wanted the folder of the archive, if there are several
 * @throws {FileUnreadable} when there is no archive, or there are several archives and none is chosen
 */
export async function rootOf(
  path: string,
  files: readonly ArchiveFile[],
  wanted: string | undefined,
): Promise<Root> {
  const roots = await rootsIn(files)
  const names = [...roots.keys()].map((folder) => folder || './').toSorted()
  if (wanted !== undefined) {
    const inside = wanted.replace(/^(?:\.\/+|\.$)|\/+$/g, '')
    const chosen = roots.get(inside === '' ? '' : `${inside}/`)
    if (chosen !== undefined) return chosen
  }
  const [root, ...others] = roots.values()
  if (root === undefined)
    throw new FileUnreadable(
      `${path} is not a personal archive: it has no account.js or manifest.js, and no js/user_details.js, which archives before 2019 have; name the archive as it was downloaded, or its unpacked folder`,
    )
  if (others.length === 0 && wanted === undefined) return root
  throw new FileUnreadable(
    `${path} contains ${roots.size} archives (${names.slice(0, MAX_ROOTS_SHOWN).join(', ')}); choose one with --root FOLDER`,
  )
}

/** False for absolute paths and for paths with `..`; such files are never read. */
export function isSafe(path: string): boolean {
  return path.split('/').every((step) => step !== '' && step !== '.' && step !== '..')
}
