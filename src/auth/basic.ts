/** The `Authorization: Basic …` header (RFC 7617). */
import { decodePercent, MalformedEncoding } from '../lib/percent.ts'

export interface BasicCredentials {
  readonly name: string
  readonly password: string
}

/** Maximum length in characters; longer headers are rejected. */
const MAX_HEADER_LENGTH = 2_048

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i

/**
 * Parses the name and the password; the first colon separates them. Undefined for another scheme, invalid base64,
 * invalid UTF-8, and text without a colon. Never throws.
 */
export function parseBasic(header: string): BasicCredentials | undefined {
  const encoded = header.length > MAX_HEADER_LENGTH ? undefined : BASIC.exec(header)?.[1]
  const text = encoded === undefined ? undefined : textOf(Buffer.from(encoded, 'base64'))
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 0) return undefined
  return { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

/**
 * Parses like {@link parseBasic}, and also percent-decodes both parts, because some clients encode them
 * (spec/clients.md#requests).
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
    // Bytes that are not UTF-8 count as missing credentials.
    return undefined
  }
}
