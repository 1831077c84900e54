/** The parameters of a request in the form that is signed (RFC 5849 section 3.4.1.3). */

import { decodePercent, encodePercent } from '../../lib/percent.ts'
import { holds } from './octets.ts'

/** Which part of the request a parameter was sent in. */
export type ParameterLocation = 'header' | 'query' | 'form'

/** The names with a meaning in the protocol. Other `oauth_*` names are signed like any parameter. */
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

/** Encoded text of a request as octets, in which pairs are found. */
export class Source {
  readonly location: ParameterLocation
  readonly octets: Uint8Array
  /** Where the text begins in the octets. */
  readonly start: number
  /** Where it ends; a NUL stands there, so that scans need not ask. */
  readonly end: number
  /** The same as a string with one unit for each octet. */
  readonly text: string

  constructor(place: ParameterLocation, octets: Uint8Array, start: number, end: number, text: string) {
    this.location = place
    this.octets = octets
    this.start = start
    this.end = end
    this.text = text
  }

  /**
   * Writes `text` into `octets` at `start` as UTF-8, with a NUL behind it. There must be room for three
   * octets a unit, and the NUL.
   */
  static write(place: ParameterLocation, octets: Buffer, start: number, text: string): Source {
    const end = text === '' ? start : start + octets.write(text, start)
    octets[end] = 0
    const isAscii = end - start === text.length
    return new Source(place, octets, start, end, isAscii ? text : octets.toString('latin1', start, end))
  }

  /** The text between two positions in the octets. */
  slice(from: number, to: number): string {
    return this.text.slice(from - this.start, to - this.start)
  }

  /** The same for text that may hold other than ASCII. */
  utf8(from: number, to: number): string {
    return Buffer.from(this.slice(from, to), 'latin1').toString()
  }
}

/**
 * One parameter: where its name and value stand in its source, both in canonical percent encoding. Usually
 * that is the text the client sent, so that nothing has to be copied before it is signed.
 */
export class Pair {
  readonly source: Source
  /** Those of the source. */
  readonly octets: Uint8Array
  /** Empty for an ordinary parameter. */
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

  /** A pair of decoded name and value, with a source of its own. */
  static of(place: ParameterLocation, name: string, value: string): Pair {
    const encodedName = encodePercent(name)
    const text = `${encodedName}=${encodePercent(value)}`
    const source = new Source(place, Buffer.from(text), 0, text.length, text)
    return new Pair(source, 0, encodedName.length, encodedName.length + 1, text.length)
  }

  /** Whether the name is one of the protocol's own, `oauth_…`. */
  get isProtocol(): boolean {
    return this.protocolName !== '' || holds(this.octets, this.nameStart, 'oauth_')
  }

  /** The decoded value. */
  get value(): string {
    return decodePercent(this.source.slice(this.valueStart, this.valueEnd))
  }
}

function protocolNameAt(octets: Uint8Array, start: number, end: number): ProtocolName | '' {
  const names = NAMES_BY_LENGTH[end - start]
  if (names === undefined) return ''
  // By index, as in sort.ts.
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]
    if (name !== undefined && holds(octets, start, name)) return name
  }
  return ''
}
