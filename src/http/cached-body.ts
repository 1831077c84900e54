/**
 * Caches bodies that are equal for all callers. Each body is rendered once, and cached with its gzip form and its
 * digest.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Answer, Call } from './endpoint.ts'
import { acceptsGzip } from './send.ts'

const compress = promisify(gzip)

export interface CachedBody {
  readonly text: string
  readonly gzipped: Uint8Array
  /** Hash of the text, for the `etag`. */
  readonly digest: string
}

/** Cache of a server's static bodies, by name. */
export class CachedBodies {
  readonly #bodies = new Map<string, Promise<CachedBody>>()

  /** The body of that name; the first call renders it. A failure is not cached. */
  get(name: string, make: () => string | Promise<string>): Promise<CachedBody> {
    const known = this.#bodies.get(name)
    if (known !== undefined) return known
    const making = encode(make)
    this.#bodies.set(name, making)
    // The current caller gets the error, and the next call renders the body again.
    making.catch(() => this.#bodies.delete(name))
    return making
  }
}

async function encode(make: () => string | Promise<string>): Promise<CachedBody> {
  const text = await make()
  const digest = createHash('sha256').update(text).digest('base64url')
  return { text, digest, gzipped: await compress(text) }
}

/**
 * The response with a cached body, or 304 when the client already has the body (RFC 9110 section 13.1.2). Clients must
 * revalidate the body for each use, so that no client shows the body of an earlier release.
 */
export function cachedAnswer(
  { text, gzipped, digest }: CachedBody,
  call: Pick<Call<never, never, never>, 'header'>,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  // A strong validator must differ between content codings (RFC 9110 section 8.8.3.3).
  const etag = `"${digest}${acceptsGzip(call.header('accept-encoding')) ? '-gzip' : ''}"`
  const all = { ...headers, 'cache-control': 'no-cache', etag }
  if (names(call.header('if-none-match'), etag)) return { status: 304, body: undefined, headers: all }
  return { status: 200, body: text, gzipped, headers: all }
}

/** `if-none-match` uses weak comparison, which ignores the `W/` prefix (RFC 9110 section 13.1.2). */
function names(header: string | undefined, etag: string): boolean {
  const items = header?.split(',').map((item) => item.trim().replace(/^W\//, '')) ?? []
  return items.includes('*') || items.includes(etag)
}
