/** Resumable uploads at the desk: the core of the tus protocol 1.0 (spec/console.md#uploads). */
import { type Static, Type } from 'typebox'
import type { Answer } from '../../../http/endpoint.ts'
import { ConsoleProblem } from '../_problems.ts'

export const UPLOAD = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Name of the file.' }),
    length: Type.Integer({ description: 'Bytes of the file.' }),
    offset: Type.Integer({ description: 'Bytes that are stored.' }),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
    expires_at: Type.Integer({ description: 'Unix milliseconds. Each chunk extends the time.' }),
  },
  { title: 'ConsoleUpload' },
)

export const UPLOAD_LIST = Type.Object(
  {
    uploads: Type.Array(UPLOAD),
    max_bytes: Type.Integer({ description: 'Bytes that a file may have.' }),
    max_uploads: Type.Integer({ description: 'Files that may be stored at a time.' }),
    max_chunk_bytes: Type.Integer({ description: 'Bytes that one request may append.' }),
  },
  { title: 'ConsoleUploads' },
)

export type DeskUpload = Static<typeof UPLOAD>

/** Methods throw `upload-…` problems. */
export interface DeskUploads {
  list(): Promise<Omit<Static<typeof UPLOAD_LIST>, 'max_chunk_bytes'>>
  require(id: string): Promise<DeskUpload>
  create(name: string, length: number): Promise<DeskUpload>
  /** @returns the new offset */
  append(id: string, offset: number, chunk: Uint8Array): Promise<number>
  remove(id: string): Promise<DeskUpload>
}

/** Maximum bytes of a chunk, few enough to arrive within the time limit of a request body. */
export const MAX_CHUNK_BYTES = 8 * 2 ** 20

const VERSION = '1.0.0'

/** Content type of chunks. */
export const CHUNK_TYPE = 'application/offset+octet-stream'

/** The headers of every response of the protocol. */
export function tusHeaders(more: Readonly<Record<string, string>> = {}): NonNullable<Answer['headers']> {
  return { 'tus-resumable': VERSION, ...more }
}

type Header = (name: string) => string | undefined

/** @throws {ConsoleProblem} `upload-version-wrong` */
export function requireTus(header: Header): void {
  if (header('tus-resumable') !== VERSION) throw new ConsoleProblem('upload-version-wrong')
}

/** The number of bytes in a header. @throws {ConsoleProblem} `upload-header-wrong` */
export function bytesIn(header: Header, name: string): number {
  const text = header(name) ?? ''
  // JavaScript numbers with more digits are not exact.
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const message = `The header ${name} must be a count of bytes, not ${JSON.stringify(text.slice(0, 50))}.`
  throw new ConsoleProblem('upload-header-wrong', { message })
}

/**
 * The file name from the header `upload-metadata`, which has pairs of a key and a base64 value, separated by commas.
 */
export function fileNameIn(header: Header): string {
  for (const pair of (header('upload-metadata') ?? '').split(',')) {
    const [key, value = ''] = pair.trim().split(' ')
    if (key === 'filename') return Buffer.from(value, 'base64').toString('utf8')
  }
  return ''
}

/** @throws {ConsoleProblem} `upload-type-wrong` */
export function requireChunkType(header: Header): void {
  if (header('content-type') !== CHUNK_TYPE) throw new ConsoleProblem('upload-type-wrong')
}

/** The response headers with the offset, the length and the end of an upload. */
export function offsetHeaders({ offset, length, expires_at }: DeskUpload): NonNullable<Answer['headers']> {
  return tusHeaders({
    'upload-offset': String(offset),
    'upload-length': String(length),
    'upload-expires': new Date(expires_at).toUTCString(),
  })
}
