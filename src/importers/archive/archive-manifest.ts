/**
 * Reads the manifest of a personal archive. The manifest lists the files that the archive should have, with the number
 * of elements of each (spec/archives.md#parts-and-manifest).
 */
import { chunksOf, type InnerFile } from '../../files/lines.ts'
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { type Fields, fieldsOf, InvalidItem } from '../json-fields.ts'
import type { ArchivePart } from './archive-part.ts'
import { isFields } from './archive-screen.ts'
import type { ArchiveTally } from './archive-tally.ts'

/** Maximum size of a manifest in bytes. Usual manifests have about 50 KiB. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

/** Maximum number of files named in one notice. */
const MAX_FILES_SHOWN = 20

/** Numbers of elements that were read from each part. */
export class ElementCounts {
  readonly #counts = new Map<ArchivePart, number>()

  add(part: ArchivePart, count: number): void {
    this.#counts.set(part, (this.#counts.get(part) ?? 0) + count)
  }

  /** Number of elements of a part; undefined if they were not counted. */
  of(part: ArchivePart): number | undefined {
    return this.#counts.get(part)
  }
}

/**
 * Notices about files that are missing or have another number of elements than in the manifest, and about partial
 * archives.
 * @param tally receives the name of an unreadable manifest
 */
export async function manifestNotices(
  parts: readonly ArchivePart[],
  counts: ElementCounts,
  tally: Pick<ArchiveTally, 'fault'>,
): Promise<readonly string[]> {
  const manifests = parts.filter(({ kind }) => kind === 'manifest')
  const notices: string[] = []
  for (const part of manifests) {
    const manifest = await readManifest(part, (error) => tally.fault(part, error))
    if (manifest === undefined)
      notices.push(`${shownName(part.file)} is not readable, so the numbers were not compared.`)
    else {
      if (manifests.length === 1) notices.push(...partialNotices(manifest))
      notices.push(...fileNotices(filesIn(manifest), parts, counts))
    }
  }
  return [...new Set(notices)]
}

/**
 * The inputs of an archive, newest first, ordered by the dates in their manifests. Archives from before 2020 have no
 * manifest and come last. Among these, archives of 2012 to 2019 with a file for each month are the oldest.
 */
export async function newestFirst(
  inputs: readonly (readonly ArchivePart[])[],
): Promise<readonly (readonly ArchivePart[])[]> {
  if (inputs.length < 2) return inputs
  const dated: { readonly parts: readonly ArchivePart[]; readonly time: number }[] = []
  for (const parts of inputs) dated.push({ parts, time: await generationOf(parts) })
  return dated.toSorted((a, b) => b.time - a.time).map(({ parts }) => parts)
}

const [BEFORE_MANIFESTS, BEFORE_2019] = [-1, -2]

/** Date of the archive in milliseconds since the Unix epoch; negative if the archive has no date. */
async function generationOf(parts: readonly ArchivePart[]): Promise<number> {
  for (const part of parts.filter(({ kind }) => kind === 'manifest')) {
    const info = (await readManifest(part))?.['archiveInfo']
    const date = isFields(info) ? info['generationDate'] : undefined
    const time = typeof date === 'string' ? readIsoTime(date) : undefined
    if (time !== undefined) return time
  }
  return parts.some(({ kind }) => kind === 'user-details') ? BEFORE_2019 : BEFORE_MANIFESTS
}

/** The account in the manifest, in the form of `account.js`, for archives without that file. */
export async function accountInManifest(parts: readonly ArchivePart[]): Promise<Fields | undefined> {
  for (const part of parts.filter(({ kind }) => kind === 'manifest')) {
    const info = (await readManifest(part))?.['userInfo']
    if (!isFields(info) || info['accountId'] === undefined) continue
    const { accountId, userName: username, displayName: accountDisplayName } = info
    return { accountId, username, accountDisplayName }
  }
  return undefined
}

/** @param onFault called if the manifest cannot be read to its end */
async function readManifest(
  file: InnerFile,
  onFault: (error: FileUnreadable) => void = () => undefined,
): Promise<Fields | undefined> {
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of chunksOf(file, () => 'nothing was read')) {
      size += chunk.length
      if (size > MAX_MANIFEST_BYTES) return undefined
      chunks.push(chunk)
    }
    const text = Buffer.concat(chunks).toString('utf8')
    return fieldsOf(text.slice(text.indexOf('{')).replace(/;\s*$/, ''))
  } catch (error) {
    // The callback reports the unreadable manifest.
    if (error instanceof FileUnreadable) onFault(error)
    else if (!(error instanceof InvalidItem)) throw error
    return undefined
  }
}

function partialNotices({ archiveInfo }: Fields): string[] {
  const isPartial = isFields(archiveInfo) && String(archiveInfo['isPartialArchive']) === 'true'
  return isPartial
    ? ['The archive is one of several parts; import all of them together, in one command.']
    : []
}

interface ListedFile {
  readonly name: string
  readonly count: number
}

/** The files of the manifest that have elements, by the last part of their path. */
function filesIn({ dataTypes }: Fields): readonly ListedFile[] {
  const types = isFields(dataTypes) ? Object.values(dataTypes).filter(isFields) : []
  return types
    .flatMap(({ files }) => (Array.isArray(files) ? files.filter(isFields) : []))
    .flatMap(({ fileName, count }) => {
      const number = Number(count)
      const name = typeof fileName === 'string' ? fileName.slice(fileName.lastIndexOf('/') + 1) : ''
      return name !== '' && number > 0 && Number.isSafeInteger(number) ? [{ name, count: number }] : []
    })
}

function fileNotices(
  listed: readonly ListedFile[],
  parts: readonly ArchivePart[],
  counts: ElementCounts,
): string[] {
  const byName = Map.groupBy(parts, ({ file }) => file.toLowerCase())
  const missing: string[] = []
  const different: string[] = []
  for (const { name, count } of listed) {
    const named = byName.get(name.toLowerCase()) ?? []
    const found = named.map((part) => counts.of(part))
    if (named.length === 0) missing.push(`${shownName(name)} (${count})`)
    else if (!found.some((number) => number === undefined || number === count))
      different.push(`${shownName(name)} has ${found.join(' and ')} of ${count}`)
  }
  return [
    ...(missing.length === 0
      ? []
      : [`Missing files of the archive, with the numbers of their elements: ${some(missing)}.`]),
    ...(different.length === 0
      ? []
      : [`Other numbers of elements than the manifest of the archive says: ${some(different)}.`]),
  ]
}

function some(names: readonly string[]): string {
  const more = names.length - MAX_FILES_SHOWN
  return `${names.slice(0, MAX_FILES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
