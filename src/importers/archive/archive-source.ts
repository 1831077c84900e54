/**
 * Opens a personal archive as its owner downloaded it: a zip file, a tar file or a directory, in the layout of any
 * year.
 */
import { basename } from 'node:path'
import { assignmentOf } from '../../files/json-values.ts'
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { folderTreatmentOf, isKnown, isNoData, kindOf, treatmentOf } from './archive-kinds.ts'
import { newestFirst } from './archive-manifest.ts'
import type { ArchivePart } from './archive-part.ts'
import { ArchiveTally } from './archive-tally.ts'
import {
  type ArchiveFile,
  type ArchivePlace,
  isSafe,
  type Root,
  rootOf,
  rootsIn,
} from './input/archive-root.ts'
import type { InputFiles } from './input/input-files.ts'
import { MediaFiles } from './media/media-files.ts'
import { type ZippedFile, ZippedMedia } from './media/zipped-media.ts'
import { monthOfTable } from './posts/archive-table.ts'

export interface ArchiveSource extends AsyncDisposable {
  /**
   * Files in the order of their part numbers. If several files have one number, the file of the newest input comes
   * first.
   */
  readonly parts: readonly ArchivePart[]
  readonly media: MediaFiles
  /** Counts of data that the import does not store, by folder or file. */
  readonly tally: ArchiveTally
}

/** Matches the name of a file; the first group is the kind, without `-part1` and `.js`. */
const NAME = /^([a-z0-9_-]+?)(?:-part(\d{1,6}))?\.js$/i

/**
 * Opens an archive from zip files, tar files or directories. Several inputs are parts of one archive.
 * @param inputFiles open files; they must stay open while the archive is in use
 * @throws {FileUnreadable} when an input has no file that identifies an archive, or contains two archives and no root
 *   is chosen
 */
export async function openArchive(
  places: readonly ArchivePlace[],
  inputFiles: InputFiles,
): Promise<ArchiveSource> {
  await using opened = new AsyncDisposableStack()
  const zipped = opened.use(new ZippedMedia())
  const [media, tally] = [new MediaFiles(), new ArchiveTally()]
  const inputs: (readonly ArchivePart[])[] = []
  const paths = new Set<string>()
  for (const { path, root: wanted } of places) {
    const files = await inputFiles.of(path, opened)
    const root = await rootOf(path, files, wanted)
    // Files outside of all archives of the same path are counted only once.
    const own = paths.has(path) ? filesBelow(root, files) : await withoutOtherRoots(files, root)
    paths.add(path)
    inputs.push(await sorted(own, root, { media, tally, zipped, input: basename(path) }))
  }
  const parts = (await newestFirst(inputs)).flatMap((of, newerInputs) =>
    of.map((part) => ({ ...part, newerInputs })),
  )
  const kept = opened.move()
  return {
    parts: parts.toSorted((a, b) => a.part - b.part),
    media,
    tally,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

function filesBelow({ folder }: Root, files: readonly ArchiveFile[]): readonly ArchiveFile[] {
  return files.filter(({ path }) => path.startsWith(folder))
}

/**
 * The files of an input, without the files of its other archives. If one archive is inside the folder of another
 * archive, all files are returned.
 */
async function withoutOtherRoots(
  files: readonly ArchiveFile[],
  { folder }: Root,
): Promise<readonly ArchiveFile[]> {
  const others = [...(await rootsIn(files)).keys()].filter(
    (other) => !other.startsWith(folder) && !folder.startsWith(other),
  )
  return files.filter(({ path }) => !others.some((other) => path.startsWith(other)))
}

/** Sorts the files of a root by treatment. @returns the files with the elements to import */
async function sorted(
  files: readonly ArchiveFile[],
  root: Root,
  {
    media,
    tally,
    zipped,
    input,
  }: Pick<ArchiveSource, 'media' | 'tally'> & { readonly zipped: ZippedMedia; readonly input: string },
): Promise<readonly ArchivePart[]> {
  const parts: ArchivePart[] = []
  const tables: ArchiveFile[] = []
  for (const file of files) {
    if (isTable(file.path, root)) {
      tables.push(file)
      continue
    }
    const place = placeOf(file.path, root)
    if (place === undefined) continue
    const { folder, name } = place
    if (folder === undefined) {
      const part = await partOf(file, name, input, tally)
      if (part === undefined) tally.countHeldBack(name, 1)
      else parts.push(part)
      continue
    }
    const treatment = folderTreatmentOf(folder)
    if (treatment === 'not-kept') tally.countNotKept(folder, 1)
    else if (treatment === 'private') tally.countHeldBack(folder, 1)
    else if (treatment === 'silent') continue
    else if (!/\.zip$/i.test(name)) media.add(treatment, folder, name, file)
    else {
      const inside = await zippedIn(file, zipped)
      if (inside instanceof FileUnreadable) {
        tally.countNotKept(`${folder} (unreadable zip files)`, 1)
        tally.fault({ place: placeIn(input, file), name: file.name }, inside)
      } else for (const each of inside) media.add(treatment, folder, each.name, each.file)
    }
  }
  // Tables are read only if there are no files for months, because tables and months contain the same posts.
  if (!parts.some(({ treatment }) => treatment === 'posts'))
    parts.push(...tables.map((table, index) => partOfTable(table, index, input)))
  return parts
}

/** The path of a file in reports, as one line. @param input name of the input */
function placeIn(input: string, { path }: Pick<ArchiveFile, 'path'>): string {
  return shownName(`${input}/${path}`)
}

/** The files of a zip file; the error if the zip file is corrupt. */
async function zippedIn(
  file: ArchiveFile,
  zipped: ZippedMedia,
): Promise<readonly ZippedFile[] | FileUnreadable> {
  try {
    return await zipped.filesIn(file)
  } catch (error) {
    if (error instanceof FileUnreadable) return error
    throw error
  }
}

/** A part that reads a table of posts like a file of posts. */
function partOfTable(file: ArchiveFile, index: number, input: string): ArchivePart {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  return {
    ...monthOfTable(file),
    ...{ kind: 'tweets-csv', place: placeIn(input, file), file: name },
    ...{ treatment: 'posts', part: index, size: file.sizeOf() },
  }
}

interface Place {
  /** The folder that contains the file; undefined for the files at the top. */
  readonly folder: string | undefined
  /** Name of the file without folders. */
  readonly name: string
}

/** Matches a file of an archive from before 2019, by its path below the folder of `user_details.js`. */
const MONTH_FILE = /^(?:tweets\/)?[^/]+\.js$/i

/** Matches `tweets.csv`, or the table of a month in archives of 2012. */
const TABLE = /^(?:(?:data\/)?tweets|(?:data\/)?csv\/[^/]+)\.csv$/i

/** True for a table of posts in an archive of 2012 to 2019. */
function isTable(path: string, { folder, months }: Root): boolean {
  return (
    months !== undefined && isSafe(path) && path.startsWith(folder) && TABLE.test(path.slice(folder.length))
  )
}

/** Folder and name of a file in the archive; undefined for a file without data. */
function placeOf(path: string, { folder, months }: Root): Place | undefined {
  const steps = path.split('/')
  const name = steps.at(-1) ?? ''
  if (isNoData(name)) return undefined
  if (!isSafe(path)) return { folder: 'files that lie elsewhere', name }
  if (months !== undefined && path.startsWith(months) && MONTH_FILE.test(path.slice(months.length)))
    return { folder: undefined, name }
  if (!path.startsWith(folder)) {
    const isSilent = steps.slice(0, -1).some((step) => folderTreatmentOf(step) === 'silent')
    return isSilent ? undefined : { folder: 'files that lie elsewhere', name }
  }
  const inside = path.slice(folder.length).split('/').slice(0, -1)
  if (inside[0]?.toLowerCase() === 'data') inside.shift()
  return { folder: inside[0], name }
}

/**
 * The file with its kind; undefined if the kind is not recognised.
 * @param tally receives the name of an unreadable file whose kind is not recognised
 */
async function partOf(
  file: ArchiveFile,
  name: string,
  input: string,
  tally: ArchiveTally,
): Promise<ArchivePart | undefined> {
  const [, noun, ofName = '0'] = NAME.exec(name) ?? []
  const named = noun === undefined ? undefined : kindOf(noun)
  const found = await assignedIn(file)
  const assigned = found instanceof FileUnreadable ? undefined : found
  const kind = assigned === undefined ? named : kindOfBoth(kindOf(assigned.name), named)
  if (kind === undefined || (assigned === undefined && !isKnown(kind))) {
    if (found instanceof FileUnreadable) tally.fault({ place: placeIn(input, file), name: file.name }, found)
    return undefined
  }
  const { path: _, sizeOf, ...inner } = file
  const part = assigned?.part ?? Number(ofName)
  const place = placeIn(input, file)
  return { ...inner, kind, place, file: name, treatment: treatmentOf(kind), part, size: sizeOf() }
}

/**
 * The content of a file determines its kind; its name does not. There is one exception: if the kind in the name of a
 * file has the treatment `private-posts`, the file has this kind.
 */
function kindOfBoth(assigned: string, named: string | undefined): string {
  if (named === undefined || treatmentOf(assigned) === 'private-posts') return assigned
  return treatmentOf(named) === 'private-posts' ? named : assigned
}

/** The name of the variable that a file assigns its list to; the error if the file is unreadable. */
async function assignedIn(
  file: ArchiveFile,
): Promise<Awaited<ReturnType<typeof assignmentOf>> | FileUnreadable> {
  if (!file.path.toLowerCase().endsWith('.js')) return undefined
  try {
    return await assignmentOf(file)
  } catch (error) {
    if (error instanceof FileUnreadable) return error
    throw error
  }
}
