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
}

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
  const parts = zip.members.flatMap((member) =>
    partOf(member.name, {
      name: `${member.name} in ${path}`,
      size: member.size,
      open: () => zip.read(member),
    }),
  )
  return { parts: inOrder(parts), [Symbol.asyncDispose]: () => zip.close() }
}

async function openDirectory(path: string): Promise<ArchiveSource> {
  const names = [...(await namesIn(path, '')), ...(await namesIn(path, 'data/'))]
  const parts = names.flatMap((name) => {
    const file = join(path, name)
    const open = () => createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>
    return partOf(name, { name: file, size: statSync(file).size, open })
  })
  return { parts: inOrder(parts), [Symbol.asyncDispose]: async () => undefined }
}

async function namesIn(path: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(path, folder), { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => `${folder}${name}`)
}

function partOf(name: string, file: InnerFile & { readonly size: number }): ArchivePart[] {
  const [, noun = '', part = '0'] = NAME.exec(name) ?? []
  const kind = Object.hasOwn(KINDS, noun) ? KINDS[noun] : undefined
  return kind === undefined ? [] : [{ ...file, kind, part: Number(part) }]
}

function inOrder(parts: readonly ArchivePart[]): readonly ArchivePart[] {
  return parts.toSorted((a, b) => a.part - b.part)
}
