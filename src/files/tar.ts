/** Reads the members of a tar file in their stored order (spec/file-recognition.md#containers). */
import { Readable } from 'node:stream'
import { createTarDecoder } from 'modern-tar'
import { FileUnreadable, MAX_MEMBERS, TooManyMembers } from './unreadable.ts'

export interface TarMember {
  readonly name: string
  /** False for links, folders and devices. */
  readonly isFile: boolean
  readonly isLink: boolean
  /**
   * The content of the member. Before you read the next member, read the content to its end or call {@link skip}.
   * Reading may throw {@link FileUnreadable}.
   */
  readonly bytes: AsyncIterable<Buffer>
  skip(): Promise<void>
}

/** The members. @throws {FileUnreadable} also when there are more than {@link MAX_MEMBERS} */
export async function* tarMembers(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarMember> {
  const entries = Readable.toWeb(Readable.from(chunks)).pipeThrough(createTarDecoder({ strict: true }))
  let count = 0
  try {
    for await (const { header, body } of entries) {
      count += 1
      if (count > MAX_MEMBERS) throw new TooManyMembers()
      yield {
        name: header.name,
        isFile: header.type === 'file',
        isLink: header.type === 'link' || header.type === 'symlink',
        bytes: bytesOf(body),
        skip: () => body.cancel(),
      }
    }
  } catch (error) {
    throw error instanceof FileUnreadable ? error : corruptTar(error)
  }
}

/** The bytes of a member. @throws {FileUnreadable} */
async function* bytesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of body) yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    throw error instanceof FileUnreadable ? error : corruptTar(error)
  }
}

function corruptTar(error: unknown): FileUnreadable {
  const message = Error.isError(error) ? error.message : String(error)
  return new FileUnreadable(
    `its tar data is corrupt or truncated (${message}); get the complete file and run the command again`,
    { cause: error },
  )
}
