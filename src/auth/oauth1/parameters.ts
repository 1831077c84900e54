/** The parameters of a request: decoded, encoded for signing, and sorted (RFC 5849 section 3.4.1.3). */
import { decodeFormText, encodePercent, isCanonical, isUnreserved } from './percent.ts'

/** One parameter, with the encoded forms by which it is sorted and signed. */
export interface Parameter {
  readonly name: string
  readonly value: string
  readonly encodedName: string
  readonly encodedValue: string
}

/**
 * A parameter from its name and value as sent.
 * @throws whatever `decode` throws.
 */
export function readParameter(
  sentName: string,
  sentValue: string,
  decode: (text: string) => string,
): Parameter {
  if (isUnreserved(sentName)) return readValue(sentName, sentName, sentValue, decode)
  const name = decode(sentName)
  return readValue(name, encodeDecoded(sentName, name), sentValue, decode)
}

/**
 * A parameter whose name is known, from its value as sent.
 * @throws whatever `decode` throws.
 */
export function readValue(
  name: string,
  encodedName: string,
  sentValue: string,
  decode: (text: string) => string,
): Parameter {
  // Most values are plain; the same string in both forms also spares the second encoding.
  if (isUnreserved(sentValue)) return { name, value: sentValue, encodedName, encodedValue: sentValue }
  const value = decode(sentValue)
  return { name, value, encodedName, encodedValue: encodeDecoded(sentValue, value) }
}

function encodeDecoded(sent: string, decoded: string): string {
  return isCanonical(sent) ? sent : encodePercent(decoded)
}

/**
 * Decodes a query string (without its `?`) or an `application/x-www-form-urlencoded` body into its
 * parameters, in the order sent. A piece without `=` has an empty value; empty pieces (`a=1&&b=2`) are none.
 * @throws MalformedEncoding for a broken percent escape or octets that are not UTF-8.
 */
export function decodeForm(text: string): Parameter[] {
  const parameters: Parameter[] = []
  let equals = -1
  for (let start = 0; start < text.length; ) {
    const end = indexOrEnd(text, '&', start)
    // Kept from piece to piece, or a text of many pieces without "=" would be searched to its end each time.
    if (equals < start) equals = indexOrEnd(text, '=', start)
    if (end > start) {
      const name = text.slice(start, Math.min(equals, end))
      const value = equals < end ? text.slice(equals + 1, end) : ''
      parameters.push(readParameter(name, value, decodeFormText))
    }
    start = end + 1
  }
  return parameters
}

function indexOrEnd(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from)
  return index < 0 ? text.length : index
}

/** The names with a meaning in the protocol, by their length. */
const PROTOCOL_NAMES = new Map<number, string[]>([
  [11, ['oauth_nonce', 'oauth_token']],
  [13, ['oauth_version']],
  [14, ['oauth_callback', 'oauth_verifier']],
  [15, ['oauth_signature', 'oauth_timestamp']],
  [18, ['oauth_consumer_key']],
  [22, ['oauth_signature_method']],
])

/**
 * The protocol's name that stands in `text` from `start` to `end`, if one does. As a string that exists
 * already it need not be cut out and checked, and is compared faster later.
 */
export function protocolNameAt(text: string, start: number, end: number): string | undefined {
  return PROTOCOL_NAMES.get(end - start)?.find((name) => text.startsWith(name, start))
}

/** Whether the name is one of the protocol's own, `oauth_…`. */
export function isProtocolName(name: string): boolean {
  return name.startsWith('oauth_')
}

/** The value of the first parameter of that name. */
export function firstValue(parameters: readonly Parameter[], name: string): string | undefined {
  for (const parameter of parameters) if (parameter.name === name) return parameter.value
  return undefined
}

/**
 * Picks the parameters that are signed and sorts them: by encoded name, then by encoded value, in byte order.
 * Of an `oauth_*` pair that is repeated one stays; any other repeated pair stays as often as it was sent.
 * `oauth_signature` is left out.
 *
 * Returns the name of the `oauth_*` parameter that was sent with two different values, if there is one.
 */
export function sortForSigning(parameters: readonly Parameter[]): Parameter[] | string {
  const signed: Parameter[] = []
  let previous: Parameter | undefined
  for (const parameter of sort(parameters)) {
    const repeated = parameter.name === previous?.name && isProtocolName(parameter.name)
    if (repeated && parameter.value !== previous?.value) return parameter.name
    if (!repeated && parameter.name !== 'oauth_signature') signed.push(parameter)
    previous = parameter
  }
  return signed
}

/** Up to this many, insertion (which finds the header's own pairs in order already) beats the general sort. */
const FEW = 24

function sort(parameters: readonly Parameter[]): Parameter[] {
  const sorted = parameters.slice()
  if (sorted.length > FEW) return sorted.sort(compareEncoded)
  for (let next = 1; next < sorted.length; next += 1) {
    const parameter = sorted[next] as Parameter
    let at = next
    for (; at > 0; at -= 1) {
      const before = sorted[at - 1] as Parameter
      if (compareEncoded(before, parameter) <= 0) break
      sorted[at] = before
    }
    sorted[at] = parameter
  }
  return sorted
}

// Encoded text is ASCII, so the order of UTF-16 units that `<` uses is the order of bytes.
function compareEncoded(a: Parameter, b: Parameter): number {
  const byFirst = a.encodedName.charCodeAt(0) - b.encodedName.charCodeAt(0)
  if (byFirst) return byFirst
  if (a.encodedName !== b.encodedName) return a.encodedName < b.encodedName ? -1 : 1
  if (a.encodedValue === b.encodedValue) return 0
  return a.encodedValue < b.encodedValue ? -1 : 1
}
