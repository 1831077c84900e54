/** The `Authorization: Basic …` header (RFC 7617). */
import { decodePercent, MalformedEncoding } from '../lib/percent.ts'

export interface BasicCredentials {
  readonly name: string
  readonly password: string
}

/** Longest header that is read. */
const MAX_HEADER_LENGTH = 2_048

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i

/**
 * Reads a name and a password, of which the name holds no colon. Undefined for another scheme, and for anything
 * that is not base64 of UTF-8 with a colon in it. Never throws.
 */
export function parseBasic(header: string): BasicCredentials | undefined {
  const encoded = header.length > MAX_HEADER_LENGTH ? undefined : BASIC.exec(header)?.[1]
  const text = encoded === undefined ? undefined : textOf(Buffer.from(encoded, 'base64'))
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 0) return undefined
  return { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

/**
 * As {@link parseBasic}, for clients that percent-encode both halves first (spec/clients.md#requests), and for those
 * that do not.
 */
export function parseEncodedBasic(header: string): BasicCredentials | undefined {
  const bare = parseBasic(header)
  if (bare === undefined) return undefined
  try {
    return { name: decodePercent(bare.name), password: decodePercent(bare.password) }
  } catch (error) {
    if (error instanceof MalformedEncoding) return bare
    throw error
  }
}

function textOf(octets: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets)
  } catch {
    // Credentials that are not UTF-8: the request is answered as one without them.
    return undefined
  }
}
