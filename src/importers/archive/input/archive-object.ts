/**
 * Reads a whole archive from one JSON object, in the form that the project community-archive publishes. The members of
 * the object have the names and the lists of the files in an archive (spec/file-recognition.md#classes-of-json-values).
 */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type MemberPiece, memberPieces } from '../../../files/object-members.ts'
import type { TemporaryCopies } from '../../../files/temporary-copies.ts'
import { FileUnreadable } from '../../../files/unreadable.ts'
import { isKnown, kindOf } from '../archive-kinds.ts'

/** Name of a member that is not a file of an archive. */
const UPLOAD_OPTIONS = 'upload-options'
const NAME = /^[\w-]{1,100}$/
const LIST = '['.charCodeAt(0)
const POSTS: ReadonlySet<string> = new Set(['tweets', 'tweet'])

const READ_BYTES = 256 * 1024

/** A file of an archive that is a member of the object. */
export interface ObjectFile {
  /** Path in the archive, such as `data/tweets.js`. */
  readonly path: string
  /** Path of the copy of the member. */
  readonly place: string
}

/** True if a text begins like an archive as one JSON object. @param probe the first bytes of the text */
export async function beginsArchiveObject(probe: Buffer): Promise<boolean> {
  for await (const { name, bytes } of memberPieces(Readable.from([probe])))
    return name === UPLOAD_OPTIONS || (isKnown(kindOf(name)) && beginsList(bytes))
  return false
}

/** True for the beginning of a list. */
function beginsList(bytes: Buffer): boolean {
  return bytes.toString('latin1').trimStart().charCodeAt(0) === LIST
}

/**
 * True for an object with a list `account` and a list of posts. If the first member is not a file of an archive, the
 * rest is not read.
 */
export async function isArchiveObject(path: string): Promise<boolean> {
  const lists = new Set<string>()
  let last = -1
  for await (const { index, name, bytes } of memberPieces(bytesOf(path))) {
    if (index === 0 && !isKnown(kindOf(name)) && name !== UPLOAD_OPTIONS) return false
    const first = bytes.toString('latin1').trimStart().charCodeAt(0)
    if (index === last || Number.isNaN(first)) continue
    last = index
    if (first === LIST) lists.add(POSTS.has(name) ? 'posts' : name)
    if (lists.has('account') && lists.has('posts')) return true
  }
  return false
}

/**
 * The lists of the object as files of an archive.
 * @throws {FileUnreadable} for a truncated object, because it may lack lists of private posts
 */
export async function objectFiles(path: string, copies: TemporaryCopies): Promise<readonly ObjectFile[]> {
  const files: ObjectFile[] = []
  const pieces = memberPieces(bytesOf(path))
  let next = await pieces.next()
  /** The text of the next member, written as an assignment to a variable. The text ends before the following member. */
  const assignment = async function* ({ index, name }: MemberPiece) {
    yield Buffer.from(`window.YTD.${name.replaceAll('-', '_')}.part0 = `)
    for (; next.done !== true && next.value.index === index; next = await pieces.next())
      yield next.value.bytes
  }
  try {
    while (next.done !== true) {
      const { name } = next.value
      const bytes = assignment(next.value)
      if (NAME.test(name) && name !== UPLOAD_OPTIONS)
        files.push({ path: `data/${name}.js`, place: await copies.add(bytes) })
      else for await (const _ of bytes);
    }
    if (next.value) return files
  } finally {
    await pieces.return(false)
  }
  throw new FileUnreadable(
    `${path} is truncated or corrupt: its object does not end; get the complete file and run the import again`,
  )
}

function bytesOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>
}
