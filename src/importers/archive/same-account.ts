/** Groups the archives among the inputs of an import by account (decisions 0104 and 0137). */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { InvariantBroken } from '../../lib/assert.ts'
import { type ImportInput, STANDARD_INPUT } from '../files/inputs.ts'
import { ownerOf } from './archive-owner.ts'
import { type ArchiveSource, openArchive } from './archive-source.ts'
import { type ArchivePlace, rootsIn, separateRoots } from './input/archive-root.ts'
import { InputFiles } from './input/input-files.ts'

/**
 * Returns one input for each account. An input that contains several archives in neighbouring folders is split. The
 * input of an account has the position of its first archive, and contains its other archives as parts.
 * @param root the folder of the archive, if an input has several archives
 */
export async function archivesByAccount(
  inputs: readonly ImportInput[],
  root: string | undefined,
  inputFiles: InputFiles,
): Promise<readonly ImportInput[]> {
  const separate: ImportInput[] = []
  for (const input of inputs) {
    const places = input.is === 'archive' ? await placesIn(input.path, root, inputFiles) : [input]
    for (const { root: folder } of places) {
      const isOne = folder === undefined || root !== undefined
      const name = isOne ? input.name : shownName(`${input.name}/${folder}`)
      separate.push({ ...input, name, root: folder })
    }
  }
  return joined(separate, inputFiles)
}

async function joined(
  inputs: readonly ImportInput[],
  inputFiles: InputFiles,
): Promise<readonly ImportInput[]> {
  if (inputs.filter(({ is }) => is === 'archive').length < 2) return inputs
  const all: ImportInput[] = []
  const positions = new Map<bigint, number>()
  for (const input of inputs) {
    const account = input.is === 'archive' ? await accountOf(input, inputFiles) : undefined
    const position = account === undefined ? undefined : positions.get(account)
    const first = position === undefined ? undefined : all[position]
    if (position !== undefined && first !== undefined) {
      all[position] = { ...first, others: [...(first.others ?? []), input] }
      continue
    }
    if (account !== undefined) positions.set(account, all.length)
    all.push(input)
  }
  return all.map((input) =>
    input.others === undefined ? input : { ...input, name: `${input.name} and ${input.others.length} more` },
  )
}

/**
 * One archive, or the parts of one archive. Each is given as a path, or as a path with the folder of the archive in it.
 */
export type ArchiveInput = string | readonly (string | ArchivePlace)[]

/**
 * Opens the archives of one account as one archive.
 * @param root the chosen folder, for paths with several archives
 * @param shared files that stay open after the archive is closed
 * @throws {FileUnreadable} when the archives are of different accounts, or a path is not an archive
 */
export async function openOneArchive(
  input: ArchiveInput,
  root: string | undefined,
  shared: InputFiles | undefined,
): Promise<ArchiveSource> {
  await using opened = new AsyncDisposableStack()
  const inputFiles = shared ?? opened.use(new InputFiles())
  const places = await placesOfOneAccount(input, root, inputFiles)
  const archive = opened.use(await openArchive(places, inputFiles))
  const kept = opened.move()
  return { ...archive, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/**
 * One archive as an input. If there are several paths, each path is a part of the archive.
 * @param root the chosen folder, for paths with several archives
 * @param copy path of the copy of standard input, if one of the names is `-`
 * @throws {FileUnreadable} when the paths are archives of different accounts
 */
export async function archiveInput(
  names: readonly string[],
  root: string | undefined,
  inputFiles: InputFiles,
  copy?: string,
): Promise<ImportInput> {
  const paths = names.map((name) => (name === STANDARD_INPUT ? (copy ?? notAnArchive()) : name))
  const found = await placesOfOneAccount(paths, root, inputFiles)
  const [first, ...others] = found.map((place) => (place.path === copy ? { ...place, isCopy: true } : place))
  if (first === undefined) throw new InvariantBroken('an archive without a name')
  const stats = statSync(first.path, { throwIfNoEntry: false })
  const shown = shownName(basename(first.path))
  return {
    ...first,
    name: others.length === 0 ? shown : `${shown} and ${others.length} more`,
    is: 'archive',
    size: stats?.isFile() === true ? stats.size : 0,
    ...(others.length === 0 ? {} : { others }),
  }
}

/** @throws {FileUnreadable} */
function notAnArchive(): never {
  throw new FileUnreadable(
    'standard input is not a zip file or a tar file, or is corrupt; give the archive as it was downloaded',
  )
}

async function placesOfOneAccount(
  input: ArchiveInput,
  root: string | undefined,
  inputFiles: InputFiles,
): Promise<readonly ArchivePlace[]> {
  const places: ArchivePlace[] = []
  for (const place of typeof input === 'string' ? [input] : input)
    places.push(...(typeof place === 'string' ? await placesIn(place, root, inputFiles) : [place]))
  await requireOneAccount(places, inputFiles)
  return places
}

/**
 * The archives in a path. There are several only if the archives are in neighbouring folders and the caller chooses no
 * folder.
 * @param wanted the chosen folder
 */
async function placesIn(
  path: string,
  wanted: string | undefined,
  inputFiles: InputFiles,
): Promise<readonly ArchivePlace[]> {
  if (wanted !== undefined) return [{ path, root: wanted }]
  const folders = separateRoots(await archiveFolders(path, inputFiles))
  return folders.length === 0 ? [{ path }] : folders.map((root) => ({ path, root }))
}

/**
 * The folders of the archives in an input. The list is empty for an unreadable input, because the import of this input
 * reports the error.
 */
async function archiveFolders(path: string, inputFiles: InputFiles): Promise<readonly string[]> {
  await using opened = new AsyncDisposableStack()
  try {
    return [...(await rootsIn(await inputFiles.of(path, opened))).keys()]
  } catch (error) {
    if (error instanceof FileUnreadable) return []
    throw error
  }
}

/**
 * Refuses archives of different accounts, because their posts would get the wrong author.
 * @throws {FileUnreadable} also when a path is not an archive
 */
async function requireOneAccount(places: readonly ArchivePlace[], inputFiles: InputFiles): Promise<void> {
  if (places.length < 2) return
  const owners = new Map<bigint, ArchivePlace>()
  for (const place of places) owners.set(await ownerIn(place, inputFiles), place)
  if (owners.size < 2) return
  const names = [...owners.values()].map(({ path, root }) =>
    shownName(root === undefined ? path : `${path}/${root}`),
  )
  throw new FileUnreadable(
    `${names.join(' and ')} are archives of different accounts; import each with its own command, or all with "aviary import"`,
  )
}

/** The id of the owner; undefined for an archive whose import will fail. */
async function accountOf(place: ArchivePlace, inputFiles: InputFiles): Promise<bigint | undefined> {
  try {
    return await ownerIn(place, inputFiles)
  } catch (error) {
    // The import of the archive reports the error.
    if (error instanceof FileUnreadable) return undefined
    throw error
  }
}

async function ownerIn(place: ArchivePlace, inputFiles: InputFiles): Promise<bigint> {
  await using archive = await openArchive([place], inputFiles)
  return (await ownerOf(archive.parts, () => undefined, archive.tally)).id
}
