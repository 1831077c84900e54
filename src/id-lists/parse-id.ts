/** Parses ids of lists and tables (spec/id-lists.md#accepted-forms). */
import { LARGEST_ID } from '../lib/ids/largest-id.ts'

/** The subject of a list: posts or users. */
export type IdSubject = 'tweets' | 'users'

/** The fault of ids that lost digits, with the remedy. */
export const ROUNDED = 'a spreadsheet has rounded these ids; export the column as text'

/** An id, or the fault of the text. */
export type ParsedId =
  | { readonly id: bigint; readonly digits: string; readonly fault?: undefined }
  | { readonly fault: string }

/** Maximum characters of a URL. */
const LONGEST = 2048

const DIGITS = /^[0-9]{1,40}$/
/** A number with an exponent or a fraction, which a program wrote. */
const FLOAT = /^[+-]?[0-9]+(?:[.,][0-9]*)?(?:e[+-]?[0-9]+)$|^[+-]?[0-9]{4,}[.,][0-9]*$/i
/** Digits with the marks of spreadsheets and R that keep them a text, and an optional comma. */
const WRAPPED =
  /^\s*(?:["'`\u2018\u2019\u201c\u201d=]|\\")*\s*x?([0-9]+)\s*(?:["'`\u2018\u2019\u201c\u201d]|\\")*\s*[,;]?\s*$/i
const POST_LINK =
  /^["']?(?:https?:\/\/)?(?:(?:www|mobile|m)\.)?(?:twitter|x)\.com\/(?:#!\/)?(?:i\/(?:web\/)?|[A-Za-z0-9_]{1,20}\/)status(?:es)?\/([0-9]{1,40})(?:[/?#][^\s"']*)?["']?,?$/i
const USER_LINK =
  /^["']?(?:https?:\/\/)?(?:(?:www|mobile|m)\.)?(?:twitter|x)\.com\/(?:i\/user\/|intent\/user\?user_id=)([0-9]{1,40})(?:[/?#&][^\s"']*)?["']?,?$/i
/** Ids of posts and users in the format of Gnip. */
const POST_TAG = /^tag:search\.(?:twitter|x)\.com,[0-9]{4}:([0-9]{1,40})$/
const USER_TAG = /^id:(?:twitter|x)\.com:([0-9]{1,40})$/

/**
 * Parses an id: digits, also in quotes, after `'` or `x`, before a comma, or in the URL of a post or user.
 * @param text without line ends
 */
export function parseId(text: string, subject: IdSubject): ParsedId {
  const plain = text.trim()
  if (plain.length > LONGEST) return { fault: `${excerptOf(plain)} is not an id` }
  if (DIGITS.test(plain)) return idOfDigits(plain)
  const [, wrapped] = WRAPPED.exec(plain) ?? []
  if (wrapped !== undefined) return idOfDigits(wrapped)
  const bare = plain.replace(/^["'=]+|["',;]+$/g, '')
  if (FLOAT.test(bare)) return { fault: ROUNDED }
  return parseLink(plain, subject) ?? { fault: `${excerptOf(plain)} is not an id` }
}

/** The id in the URL of a post or user; undefined for other texts. */
export function parseLink(text: string, subject: IdSubject): ParsedId | undefined {
  const [link, tag] = subject === 'tweets' ? [POST_LINK, POST_TAG] : [USER_LINK, USER_TAG]
  const digits = (link.exec(text) ?? tag.exec(text))?.[1]
  return digits === undefined ? undefined : idOfDigits(digits)
}

/** Parses digits, from 1 to 2^63 - 1; leading zeros are ignored. */
export function idOfDigits(written: string): ParsedId {
  const digits = written.replace(/^0+(?=[0-9])/, '')
  if (digits.length > 19) return { fault: `${excerptOf(digits)} exceeds 64 bits` }
  const id = BigInt(digits)
  if (id === 0n) return { fault: '0 is not an id' }
  if (id > LARGEST_ID) return { fault: `${digits} exceeds 64 bits` }
  return { id, digits }
}

const EXCERPT = 40

/** The beginning of a text, in quotes, for a message. */
export function excerptOf(text: string): string {
  return JSON.stringify(text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text)
}
