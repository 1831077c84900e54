/** Mistakes in signatures, by name; the console has a text for each. */
import { decodePercent } from '../../../lib/percent.ts'

/** Mistakes in a base string, in the order of its parts. */
export const MISTAKES = [
  'empty',
  'white-space',
  'encoded-as-a-whole',
  'separator-missing',
  'method',
  'method-case',
  'url',
  'url-not-encoded',
  'url-encoded-twice',
  'query-in-url',
  'scheme',
  'host',
  'host-case',
  'port',
  'path',
  'parameters-not-encoded',
  'body-left-out',
  'parameter-missing',
  'oauth-parameter-missing',
  'signature-included',
  'parameter-extra',
  'parameter-twice',
  'order',
  'hex-case',
  'plus-for-space',
  'encoded-twice',
  'encoded-once-less',
  'reserved-characters',
  'timestamp',
  'nonce',
  'value',
  'other',
] as const

export type MistakeName = (typeof MISTAKES)[number]

export interface Finding {
  readonly mistake: MistakeName
  /** Name of the parameter with the mistake. */
  readonly parameter?: string
  /** The part with the mistake, in the string of the server; undefined if that string lacks the part. */
  readonly server?: string
  /** The corresponding part in the string of the developer. */
  readonly yours?: string
}

/** Position of the first differing character. Characters are bytes: base strings are ASCII. */
export function firstDifference(one: string, other: string): number | undefined {
  if (one === other) return undefined
  const length = Math.min(one.length, other.length)
  let at = 0
  while (at < length && one[at] === other[at]) at += 1
  return at
}

/** Characters before and after the first difference. */
const CONTEXT_LENGTH = 24

/** The text around a position. */
export function snippetAt(text: string, at: number): string {
  return text.slice(Math.max(0, at - CONTEXT_LENGTH), at + CONTEXT_LENGTH)
}

/** Percent-decodes a text. A text with a broken escape is returned unchanged. */
export function decoded(text: string): string {
  try {
    return decodePercent(text)
  } catch {
    // The text is shown as the developer sent it.
    return text
  }
}
