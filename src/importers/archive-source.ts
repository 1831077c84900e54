/** The files of a downloaded personal archive, in a zip file or unpacked, in both layouts. */
import { createReadStream, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FileUnreadable, type InnerFile } from './lines.ts'
import { ZipFile } from './zip.ts'

/** What an archive's file tells of. */
export type ArchiveKind = 'account' | 'profile' | 'posts' | 'followers' | 'following' | 'likes' | 'messages'

/** One of the files that hold a kind. */
export interface ArchivePart extends InnerFile {
  readonly kind: ArchiveKind
  /** From 0. */
  readonly part: number
  /** Bytes of its text. */
  readonly size: number
}

/** Names of files, without `-part1` and `.js`; newer archives say `tweets` and `direct-messages`. */
const KINDS: Readonly<Record<string, ArchiveKind>> = {
  account: 'account',
  profile: 'profile',
  tweet: 'posts',
  tweets: 'posts',
  follower: 'followers',
  following: 'following',
  like: 'likes',
  'direct-message': 'messages',
  'direct-messages': 'messages',
}

/** A file at the top (2019), or in `data` (since 2020), of the archive or of the one folder that it lies in. */
const NAME = /^(?:(?!\.\.?\/)[^/\\]+\/)??(?:data\/)?([a-z-]+?)(?:-part(\d+))?\.js$/

export interface ArchiveSource extends AsyncDisposable {
  readonly parts: readonly ArchivePart[]
  /** Pictures of messages, by the names of their files. */
  readonly pictures: ReadonlyMap<string, InnerFile>
}

/**
 * Pictures of messages lie in a folder of their own beside the other files. A name is the id of the message, and behind a
 * dash the last part of the address that the message tells.
 */
const PICTURE = /^(?:(?!\.\.?\/)[^/\\]+\/)??(?:data\/)?direct_messages?_media\/(\d+-[\w-]+\.\w+)$/
const PICTURE_FOLDERS = ['direct_message_media', 'direct_messages_media'] as const

/**
 * Opens an archive: a zip file, or the directory that one was unpacked to.
 * @throws {FileUnreadable} when it is neither, or holds no `account.js`
 */
export async function openArchive(path: string): Promise<ArchiveSource> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new FileUnreadable(`there is no file ${path}; check the path`)
  const source = stats.isDirectory() ? await openDirectory(path) : await openZip(path)
  if (source.parts.some(({ kind }) => kind === 'account')) return source
  await source[Symbol.asyncDispose]()
  throw new FileUnreadable(
    `${path} is no personal archive: there is no account.js in it, nor in its folder data`,
  )
}

async function openZip(path: string): Promise<ArchiveSource> {
  const zip = await ZipFile.open(path)
  const files = zip.members.map((member) => ({
    path: member.name,
    name: `${member.name} in ${path}`,
    size: member.size,
    open: () => zip.read(member),
  }))
  return { ...sorted(files), [Symbol.asyncDispose]: () => zip.close() }
}

async function openDirectory(path: string): Promise<ArchiveSource> {
  const folders = ['', 'data/'].flatMap((folder) => [
    folder,
    ...PICTURE_FOLDERS.map((name) => `${folder}${name}/`),
  ])
  const names = (await Promise.all(folders.map((folder) => namesIn(path, folder)))).flat()
  const files = names.map((name) => {
    const file = join(path, name)
    const open = () => createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>
    return { path: name, name: file, size: statSync(file).size, open }
  })
  return { ...sorted(files), [Symbol.asyncDispose]: async () => undefined }
}

async function namesIn(path: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(path, folder), { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => `${folder}${name}`)
}

interface Found extends InnerFile {
  /** In the archive. */
  readonly path: string
  readonly size: number
}

function sorted(files: readonly Found[]): Pick<ArchiveSource, 'parts' | 'pictures'> {
  const pictures = new Map<string, InnerFile>()
  for (const file of files) {
    const name = PICTURE.exec(file.path)?.[1]
    if (name !== undefined) pictures.set(name, file)
  }
  return { parts: inOrder(files.flatMap(partOf)), pictures }
}

function partOf({ path, ...file }: Found): ArchivePart[] {
  const [, noun = '', part = '0'] = NAME.exec(path) ?? []
  const kind = Object.hasOwn(KINDS, noun) ? KINDS[noun] : undefined
  return kind === undefined ? [] : [{ ...file, kind, part: Number(part) }]
}

function inOrder(parts: readonly ArchivePart[]): readonly ArchivePart[] {
  return parts.toSorted((a, b) => a.part - b.part)
}
