/** Responses with rendered pages from the cache (src/views/page-texts.ts). */
import { gzipSync } from 'node:zlib'
import type { Answer } from '../../http/endpoint.ts'
import { type JsonPieces, lengthOfPieces, writePieces } from '../../lib/json.ts'
import type { PageText } from '../../views/page-texts.ts'

/**
 * The response with a page, uncompressed and with gzip.
 * @param meta the JSON of the member `meta`, the only part that differs between requests for the same page
 */
export function keptAnswer(kept: PageText, meta: string, pieces: JsonPieces): Answer {
  const body = kept.body?.meta === meta ? kept.body : bodyOf(meta, pieces)
  kept.body = body
  return {
    status: 200,
    body: undefined,
    bytes: body.bytes,
    /** The cached page is compressed only once, for the first client that accepts gzip. */
    get gzipped() {
      body.gzipped ??= gzipSync(body.bytes, { level: 1 })
      return body.gzipped
    },
  }
}

function bodyOf(meta: string, pieces: JsonPieces): NonNullable<PageText['body']> {
  const bytes = Buffer.allocUnsafeSlow(lengthOfPieces(pieces))
  writePieces(pieces, bytes)
  return { meta, bytes, gzipped: undefined }
}
