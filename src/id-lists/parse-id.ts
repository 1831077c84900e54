/** Parses ids of lists and tables (spec/id-lists.md#accepted-forms). */
import { LARGEST_ID } from '../lib/ids/largest-id.ts'

/** The subject of a list of ids: posts or users. */
export type IdSubject = 'tweets' | 'users'

/** Message about ids that lost digits, with the remedy. */
export const ROUNDED = 'a spreadsheet has rounded these ids; export the column as text'

/** An id, or the reason why the text is not an id. */
export type ParsedId =
  | { readonly id: bigint; readonly digits: string; readonly fault?: undefined }
  | { readonly fault: string }

/** Maximum number of characters of a URL. */
const MAX_URL_LENGTH = 2048

const DIGITS = /^[0-9]{1,40}$/
/** Matches a number with an exponent or a fraction; some programs write large ids in this form. */
const FLOAT = /^[+-]?[0-9]+(?:[.,][0-9]*)?(?:e[+-]?[0-9]+)$|^[+-]?[0-9]{4,}[.,][0-9]*$/i
/** Matches digits with the prefixes and quotes that spreadsheets and R use to mark a text. A comma may follow. */
const WRAPPED =
  /^\s*(?:["'`\u2018\u2019\u201c\u201d=]|\\")*\s*x?([0-9]+)\s*(?:["'`\u2018\u2019\u201c\u201d]|\\")*\s*[,;]?\s*$/i
const POST_LINK =
  /^["']?(?:https?:\/\/)?(?:(?:www|mobile|m)\.)?(?:twitter|x)\.com\/(?:#!\/)?(?:i\/(?:web\/)?|[A-Za-z0-9_]{1,20}\/)status(?:es)?\/([0-9]{1,40})(?:[/?#][^\s"']*)?["']?,?$/i
const USER_LINK =
  /^["']?(?:https?:\/\/)?(?:(?:www|mobile|m)\.)?(?:twitter|x)\.com\/(?:i\/user\/|intent\/user\?user_id=)([0-9]{1,40})(?:[/?#&][^\s"']*)?["']?,?$/i
/** Matches post ids in the Gnip format. `USER_TAG` matches user ids in this format. */
const POST_TAG = /^tag:search\.(?:twitter|x)\.com,[0-9]{4}:([0-9]{1,40})$/
const USER_TAG = /^id:(?:twitter|x)\.com:([0-9]{1,40})$/

/**
 * Parses an id. The id consists of digits. The digits may be in quotes, after `'` or `x`, before a comma, or in the URL
 * of a post or user.
 * @param text without line ends
 */
export function parseId(text: string, subject: IdSubject): ParsedId {
  const trimmed = text.trim()
  if (trimmed.length > MAX_URL_LENGTH) return { fault: `${excerptOf(trimmed)} is not an id` }
  if (DIGITS.test(trimmed)) return idOfDigits(trimmed)
  const [, wrapped] = WRAPPED.exec(trimmed) ?? []
  if (wrapped !== undefined) return idOfDigits(wrapped)
  const bare = trimmed.replace(/^["'=]+|["',;]+$/g, '')
  if (FLOAT.test(bare)) return { fault: ROUNDED }
  return parseLink(trimmed, subject) ?? { fault: `${excerptOf(trimmed)} is not an id` }
}

/** The id in the URL of a post or user; undefined for another text. */
export function parseLink(text: string, subject: IdSubject): ParsedId | undefined {
  const [link, tag] = subject === 'tweets' ? [POST_LINK, POST_TAG] : [USER_LINK, USER_TAG]
  const digits = (link.exec(text) ?? tag.exec(text))?.[1]
  return digits === undefined ? undefined : idOfDigits(digits)
}

/** Parses digits as an id from 1 to 2^63 - 1. Leading zeros are ignored. */
export function idOfDigits(padded: string): ParsedId {
  const digits = padded.replace(/^0+(?=[0-9])/, '')
  if (digits.length > 19) return { fault: `${excerptOf(digits)} exceeds 64 bits` }
  const id = BigInt(digits)
  if (id === 0n) return { fault: '0 is not an id' }
  if (id > LARGEST_ID) return { fault: `${digits} exceeds 64 bits` }
  return { id, digits }
}

const MAX_EXCERPT_LENGTH = 40

/** The beginning of a text in quotes, for a message. */
export function excerptOf(text: string): string {
  return JSON.stringify(text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text)
}
