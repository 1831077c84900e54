/** Streams a media file or a part of a file. The headers prevent browsers from running the file as code. */
import type { BlobStore, ByteRange } from '../blobs/store.ts'
import type { ShownFile } from '../domain/media/find-file.ts'
import type { Answer } from '../http/endpoint.ts'
import type { StreamBody } from '../http/stream-response.ts'

export interface AskedBytes {
  /** The header `range`. */
  readonly range: string | undefined
  /** The header `if-none-match`. */
  readonly known: string | undefined
  readonly cacheControl: string
}

/**
 * An uploaded file may be a valid page, script or document, too. These headers prevent browsers from guessing the
 * type and from running the file.
 */
const INERT = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'attachment',
  'accept-ranges': 'bytes',
}

/**
 * The response with the file, with the requested part of the file, or with status 304 if the client has the file.
 * @returns undefined when the store does not have the file
 */
export async function fileAnswer(
  blobs: BlobStore,
  file: ShownFile,
  { range, known, cacheControl }: AskedBytes,
): Promise<Answer | undefined> {
  // A file never changes, so the file name is a valid etag.
  const etag = `"${file.folder}-${file.name}"`
  const headers = { ...INERT, 'content-type': file.mime, 'cache-control': cacheControl, etag }
  if (known?.split(',').some((each) => each.trim() === etag)) return { status: 304, body: undefined, headers }
  const asked = range === undefined ? undefined : rangeOf(range, await sizeOf(blobs, file))
  const reading = await blobs.read(file, asked)
  if (reading === undefined) return undefined
  const { start, end } = asked ?? { start: 0, end: reading.size - 1 }
  const part = asked === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${reading.size}` }
  return {
    status: asked === undefined ? 200 : 206,
    body: undefined,
    stream: copying(reading.bytes),
    streamLength: end - start + 1,
    headers: { ...headers, ...part },
  }
}

async function sizeOf(blobs: BlobStore, file: ShownFile): Promise<number> {
  const reading = await blobs.read(file, { start: 0, end: 0 })
  if (reading === undefined) return 0
  for await (const _ of reading.bytes);
  return reading.size
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The part that a `range` header requests. Undefined for several parts, for a part outside the file, and for an invalid
 * range. The whole file is sent in these cases, as RFC 9110 section 14.2 allows.
 */
export function rangeOf(header: string, size: number): ByteRange | undefined {
  const [, from = '', to = ''] = RANGE.exec(header) ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end } : undefined
}

/**
 * A body of bytes. If the client stops reading, the iteration ends.
 * @param over a signal; when it is aborted, the iteration ends too, and the response is cut off
 */
export function copying(bytes: AsyncIterable<Uint8Array>, over?: AbortSignal): StreamBody {
  return async (sink) => {
    // The last piece is held back and sent together with the end of the response. A client that has received all
    // pieces may disconnect before it receives a separate end.
    let last: Uint8Array | undefined
    for await (const chunk of bytes) {
      if (over?.aborted === true) return
      if (last !== undefined && (await sink.write([last], over)) !== 'room') return
      last = chunk
    }
    await sink.end(last === undefined ? [] : [last])
  }
}
