/** Bodies that are the same for everybody: made once, and kept with their compressed form and their name. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Answer, Call } from './endpoint.ts'
import { acceptsGzip } from './send.ts'

const compress = promisify(gzip)

export interface CachedBody {
  readonly text: string
  readonly gzipped: Uint8Array
  /** Another for any other text. */
  readonly digest: string
}

/** What is held for a server, by name. */
export class CachedBodies {
  readonly #bodies = new Map<string, Promise<CachedBody>>()

  /** The body of that name, which the first who asks has made; a failure is not kept. */
  get(name: string, make: () => string | Promise<string>): Promise<CachedBody> {
    const known = this.#bodies.get(name)
    if (known !== undefined) return known
    const making = encode(make)
    this.#bodies.set(name, making)
    // The caller is refused; the next one tries again.
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
 * The answer that carries a held body, or 304 when the client has it already (RFC 9110 section 13.1.2). It may be
 * kept, and is asked for again each time: after an upgrade nobody sees the old one.
 */
export function cachedAnswer(
  { text, gzipped, digest }: CachedBody,
  call: Pick<Call<never, never, never>, 'header'>,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  // Other bytes, other name: a strong validator tells the codings apart (RFC 9110 section 8.8.3.3).
  const etag = `"${digest}${acceptsGzip(call.header('accept-encoding')) ? '-gzip' : ''}"`
  const all = { ...headers, 'cache-control': 'no-cache', etag }
  if (names(call.header('if-none-match'), etag)) return { status: 304, body: undefined, headers: all }
  return { status: 200, body: text, gzipped, headers: all }
}

/** Whether `if-none-match` names the entity; a mark of weakness makes no difference there. */
function names(header: string | undefined, etag: string): boolean {
  const items = header?.split(',').map((item) => item.trim().replace(/^W\//, '')) ?? []
  return items.includes('*') || items.includes(etag)
}
