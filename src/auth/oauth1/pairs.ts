/** The parameters of a request in encoded form, for signing (RFC 5849 section 3.4.1.3). */

import { decodePercent, encodePercent } from '../../lib/percent.ts'
import { startsWithAt } from './octets.ts'

/** The part of a request that contains a parameter. */
export type ParameterLocation = 'header' | 'query' | 'form'

/** The parameter names that OAuth 1.0a defines. Other `oauth_*` names are signed like any parameter. */
export type ProtocolName = (typeof PROTOCOL_NAMES)[number]

const PROTOCOL_NAMES = [
  'oauth_callback',
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_token',
  'oauth_verifier',
  'oauth_version',
] as const

const NAMES_BY_LENGTH: readonly (readonly ProtocolName[])[] = Array.from({ length: 23 }, (_, length) =>
  PROTOCOL_NAMES.filter((name) => name.length === length),
)

/** Encoded text of a request as bytes; pairs refer to positions in it. */
export class Source {
  readonly location: ParameterLocation
  readonly octets: Uint8Array
  /** Start of the text in the bytes. */
  readonly start: number
  /** End of the text; a NUL follows the text, so that scans need no bounds check. */
  readonly end: number
  /** The text as a latin1 string: one UTF-16 unit per byte. */
  readonly text: string

  constructor(location: ParameterLocation, octets: Uint8Array, start: number, end: number, text: string) {
    this.location = location
    this.octets = octets
    this.start = start
    this.end = end
    this.text = text
  }

  /**
   * Writes `text` into `octets` at `start` as UTF-8, followed by a NUL. `octets` needs room for three bytes per UTF-16
   * unit, and for the NUL.
   */
  static write(location: ParameterLocation, octets: Buffer, start: number, text: string): Source {
    const end = text === '' ? start : start + octets.write(text, start)
    octets[end] = 0
    const isAscii = end - start === text.length
    return new Source(location, octets, start, end, isAscii ? text : octets.toString('latin1', start, end))
  }

  /** The text between two byte positions. */
  slice(from: number, to: number): string {
    return this.text.slice(from - this.start, to - this.start)
  }

  /** Like {@link slice}, but decodes the text as UTF-8. */
  utf8(from: number, to: number): string {
    return Buffer.from(this.slice(from, to), 'latin1').toString()
  }
}

/**
 * One parameter, given by the positions of its name and value in its source. Both are in canonical percent encoding.
 * Most clients send canonical text, so the server signs their parameters without a copy.
 */
export class Pair {
  readonly source: Source
  /** The bytes of the source. */
  readonly octets: Uint8Array
  /** The name of an `oauth_*` parameter; `''` for an ordinary parameter. */
  readonly protocolName: ProtocolName | ''
  readonly nameStart: number
  readonly nameEnd: number
  readonly valueStart: number
  readonly valueEnd: number

  constructor(source: Source, nameStart: number, nameEnd: number, valueStart: number, valueEnd: number) {
    this.source = source
    this.octets = source.octets
    this.protocolName = protocolNameAt(source.octets, nameStart, nameEnd)
    this.nameStart = nameStart
    this.nameEnd = nameEnd
    this.valueStart = valueStart
    this.valueEnd = valueEnd
  }

  /** Encodes a name and a value into a new source. */
  static of(location: ParameterLocation, name: string, value: string): Pair {
    const encodedName = encodePercent(name)
    const text = `${encodedName}=${encodePercent(value)}`
    const source = new Source(location, Buffer.from(text), 0, text.length, text)
    return new Pair(source, 0, encodedName.length, encodedName.length + 1, text.length)
  }

  /** True for names that begin with `oauth_`. */
  get isProtocol(): boolean {
    return this.protocolName !== '' || startsWithAt(this.octets, this.nameStart, 'oauth_')
  }

  /** The decoded value. */
  get value(): string {
    return decodePercent(this.source.slice(this.valueStart, this.valueEnd))
  }
}

function protocolNameAt(octets: Uint8Array, start: number, end: number): ProtocolName | '' {
  const names = NAMES_BY_LENGTH[end - start]
  if (names === undefined) return ''
  // The loop uses an index for the reason in sort.ts.
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]
    if (name !== undefined && startsWithAt(octets, start, name)) return name
  }
  return ''
}
