/**
 * Lists the files of an input of personal archives: a folder, a zip file or a tar file. A tar file is copied to a
 * temporary folder, because its files are read in an order that differs from the stored order. A zip file inside a zip
 * or tar file may also be an archive (spec/archives.md#archive-root).
 */
import { createReadStream, type Dirent, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isZipFile } from '../../../files/containers.ts'
import { type TarMember, tarMembers } from '../../../files/tar.ts'
import { TemporaryCopies } from '../../../files/temporary-copies.ts'
import { FileUnreadable } from '../../../files/unreadable.ts'
import { ZipFile, type ZipMember } from '../../../files/zip.ts'
import { folderTreatmentOf } from '../archive-kinds.ts'
import { isArchiveObject, objectFiles } from './archive-object.ts'
import { type ArchiveFile, isMark, rootsIn } from './archive-root.ts'
import { tarIn } from './tar-input.ts'

/** Maximum depth of folders in a directory. */
const MAX_DEPTH = 8

/** Maximum number of zip files in an input that are searched for archives. */
const MAX_INNER_ZIPS = 100

/** The search for an archive in a tar file ends after this number of recording files. */
const MAX_RECORDINGS = 100
const RECORDING = /\.(?:json|jsonl|ndjson|gz|bz2|zst)$/i

const READ_BYTES = 256 * 1024

/**
 * The files of an input. They stay open until the stack is disposed.
 * @throws {FileUnreadable}
 */
export async function filesOf(path: string, opened: AsyncDisposableStack): Promise<readonly ArchiveFile[]> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new FileUnreadable(`${path} does not exist; check the path`)
  if (stats.isDirectory()) return filesInFolder(path)
  const copies = opened.use(new TemporaryCopies())
  return withInnerArchives(await packedFiles(path, opened, copies), opened, copies)
}

async function packedFiles(
  path: string,
  opened: AsyncDisposableStack,
  copies: TemporaryCopies,
): Promise<readonly ArchiveFile[]> {
  const tar = await tarIn(path)
  if (tar !== undefined) return copied(path, tar, copies)
  if (await isZipFile(path)) return filesInZip(path, opened)
  if (await isArchiveObject(path)) {
    const files = await objectFiles(path, copies)
    return files.map((file) => fileOnDisk(file.path, `${file.path} in ${path}`, file.place))
  }
  throw new FileUnreadable(
    `${path} is not a zip file or a tar file, or is corrupt; name the archive as it was downloaded, or its unpacked folder`,
  )
}

/**
 * True if a zip or tar file contains a personal archive. The search of a tar file with many recordings ends early.
 * @param isZip true for a zip file
 */
export async function holdsArchive(path: string, isZip: boolean): Promise<boolean> {
  try {
    if (isZip) return await zipHoldsArchive(path)
    const tar = await tarIn(path)
    return tar !== undefined && (await archiveInTar(tar)) === 'found'
  } catch (error) {
    // Reading the file later reports the error.
    if (error instanceof FileUnreadable) return false
    throw error
  }
}

async function zipHoldsArchive(path: string): Promise<boolean> {
  await using opened = new AsyncDisposableStack()
  const files = await filesInZip(path, opened)
  return (await rootsIn(files)).size > 0 || (await innerArchives(files, opened)).length > 0
}

/**
 * Searches a tar file for a personal archive.
 * @returns `unknown` if the search ended early because of many recordings
 * @throws {FileUnreadable}
 */
export async function archiveInTar(tar: AsyncIterable<Buffer>): Promise<'found' | 'none' | 'unknown'> {
  await using opened = new AsyncDisposableStack()
  const copies = opened.use(new TemporaryCopies())
  let recordings = 0
  for await (const member of tarMembers(tar)) {
    const file = { path: pathOf(member), name: member.name, sizeOf: () => 0, open: () => member.bytes }
    if (RECORDING.test(member.name)) recordings += 1
    if (recordings > MAX_RECORDINGS) return 'unknown'
    if (!member.isFile) await member.skip()
    else if (isMark(file.path)) {
      if ((await rootsIn([file])).size > 0) return 'found'
      for await (const _ of member.bytes);
    } else if (!isInnerZip(file.path)) await member.skip()
    else if ((await innerArchives([file], opened, copies)).length > 0) return 'found'
  }
  return 'none'
}

async function filesInZip(path: string, opened: AsyncDisposableStack): Promise<readonly ArchiveFile[]> {
  return membersOf(await openZip(path, opened), path)
}

async function openZip(path: string, opened: AsyncDisposableStack): Promise<ZipFile> {
  const zip = await ZipFile.open(path)
  opened.defer(() => zip.close())
  return zip
}

function membersOf(zip: ZipFile, path: string, folder = ''): readonly ArchiveFile[] {
  return zip.members
    .filter(({ name }) => !name.endsWith('/'))
    .map((member: ZipMember) => ({
      path: `${folder}${member.name}`,
      name: `${member.name} in ${path}`,
      sizeOf: () => member.size,
      open: () => zip.read(member),
    }))
}

/**
 * Copies of the files in a tar file. A file that is never read is listed, but not copied.
 * @throws {FileUnreadable} also for a link, because the link may refer to a file that lists private posts
 */
async function copied(
  path: string,
  tar: AsyncIterable<Buffer>,
  copies: TemporaryCopies,
): Promise<readonly ArchiveFile[]> {
  const files: ArchiveFile[] = []
  for await (const member of tarMembers(tar)) {
    const name = `${member.name} in ${path}`
    if (member.isLink && member.name.endsWith('.js'))
      throw new FileUnreadable(`${name} is a link; replace it by the file`)
    const inside = pathOf(member)
    if (member.isFile && !isNeverRead(inside)) {
      files.push(fileOnDisk(inside, name, await copies.add(member.bytes)))
      continue
    }
    await member.skip()
    if (member.isFile) files.push({ path: inside, name, sizeOf: () => 0, open: () => notCopied(name) })
  }
  return files
}

/** Path of a member, without the `./` that some programs write at the beginning. */
function pathOf({ name }: TarMember): string {
  return name.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '')
}

/** Names of files that can contain data or identify an archive, in any folder of the archive. */
const DATA_FILE = /\.(?:js|csv|zip)$/i

/**
 * True for a file whose content the import never reads: held-back media, media that are not kept, and pictures and
 * fonts of the HTML pages.
 */
function isNeverRead(path: string): boolean {
  if (DATA_FILE.test(path)) return false
  const folders = path.toLowerCase().split('/').slice(0, -1)
  const folder = folders.at(-1) ?? ''
  if (/_media$/.test(folder)) return ['private', 'not-kept'].includes(folderTreatmentOf(folder))
  return folders.includes('assets')
}

function notCopied(name: string): AsyncIterable<Buffer> {
  const next = () =>
    Promise.reject(new FileUnreadable(`${name} was not copied, because an import only counts it`))
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

function fileOnDisk(path: string, name: string, place: string): ArchiveFile {
  const open = () => createReadStream(place, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>
  return { path, name, sizeOf: () => statSync(place).size, open }
}

/** The files of an input. If a zip file in it contains an archive, the files of that archive replace the zip file. */
async function withInnerArchives(
  files: readonly ArchiveFile[],
  opened: AsyncDisposableStack,
  copies: TemporaryCopies,
): Promise<readonly ArchiveFile[]> {
  const inner = await innerArchives(files, opened, copies)
  const unpacked = new Set(inner.map(({ file }) => file))
  return [...files.filter((file) => !unpacked.has(file)), ...inner.flatMap(({ members }) => members)]
}

interface InnerArchive {
  readonly file: ArchiveFile
  readonly members: readonly ArchiveFile[]
}

async function innerArchives(
  files: readonly ArchiveFile[],
  opened: AsyncDisposableStack,
  copies = opened.use(new TemporaryCopies()),
): Promise<readonly InnerArchive[]> {
  const found: InnerArchive[] = []
  for (const file of files.filter(({ path }) => isInnerZip(path)).slice(0, MAX_INNER_ZIPS)) {
    try {
      const zip = await openZip(await copies.add(file.open()), opened)
      const members = membersOf(zip, file.name, `${file.path}/`)
      if ((await rootsIn(members)).size > 0) found.push({ file, members })
    } catch (error) {
      // A corrupt zip file is treated as a file that contains no archive.
      if (!(error instanceof FileUnreadable)) throw error
    }
  }
  return found
}

/** True for a zip file that is not among the media of an archive. */
function isInnerZip(path: string): boolean {
  const steps = path.split('/')
  return /\.zip$/i.test(path) && steps.slice(0, -1).every((step) => !isMediaFolder(step))
}

function isMediaFolder(name: string): boolean {
  const treatment = folderTreatmentOf(name)
  return /_media$/i.test(name) || treatment === 'silent'
}

async function filesInFolder(path: string): Promise<readonly ArchiveFile[]> {
  const found: ArchiveFile[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(join(path, folder))) {
      const inside = `${folder}${entry.name}`
      if (entry.isDirectory() && inside.split('/').length < MAX_DEPTH) folders.push(`${inside}/`)
      if (!entry.isFile()) continue
      const name = join(path, inside)
      found.push(fileOnDisk(inside, name, name))
    }
  }
  return found
}

/**
 * The entries of a folder.
 * @throws {FileUnreadable} also for a symbolic link, because the link may refer to a file that lists private posts
 */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new FileUnreadable(`${folder} cannot be read: ${String(error)}`, { cause: error })
  })
  const link = entries.find((entry) => entry.isSymbolicLink() && entry.name.endsWith('.js'))
  if (link === undefined) return entries
  throw new FileUnreadable(`${join(folder, link.name)} is a symbolic link; replace it by the file`)
}
