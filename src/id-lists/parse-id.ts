/** Ids as lists and tables have them (spec/id-lists.md#accepted-forms). */
import { LARGEST_ID } from '../lib/ids/largest-id.ts'

/** Ids of posts, or of users. */
export type IdSubject = 'tweets' | 'users'

/** The reason for ids that lost digits, with the remedy. */
export const ROUNDED = 'a spreadsheet has rounded these ids; export the column as text'

/** One id, or the reason for which a text is none. */
export type ParsedId =
  | { readonly id: bigint; readonly digits: string; readonly fault?: undefined }
  | { readonly fault: string }

/** Characters of an address, with what follows the id in it. */
const LONGEST = 2048

const DIGITS = /^[0-9]{1,40}$/
/** A number that was a number for a program: an exponent, or a fraction. */
const FLOAT = /^[+-]?[0-9]+(?:[.,][0-9]*)?(?:e[+-]?[0-9]+)$|^[+-]?[0-9]{4,}[.,][0-9]*$/i
/** Marks that spreadsheets and R put before digits so that they stay a text, and a comma behind. */
const WRAPPED =
  /^\s*(?:["'`\u2018\u2019\u201c\u201d=]|\\")*\s*x?([0-9]+)\s*(?:["'`\u2018\u2019\u201c\u201d]|\\")*\s*[,;]?\s*$/i
const POST_LINK =
  /^["']?(?:https?:\/\/)?(?:(?:www|mobile|m)\.)?(?:twitter|x)\.com\/(?:#!\/)?(?:i\/(?:web\/)?|[A-Za-z0-9_]{1,20}\/)status(?:es)?\/([0-9]{1,40})(?:[/?#][^\s"']*)?["']?,?$/i
const USER_LINK =
  /^["']?(?:https?:\/\/)?(?:(?:www|mobile|m)\.)?(?:twitter|x)\.com\/(?:i\/user\/|intent\/user\?user_id=)([0-9]{1,40})(?:[/?#&][^\s"']*)?["']?,?$/i
/** Gnip's names of posts and users. */
const POST_TAG = /^tag:search\.(?:twitter|x)\.com,[0-9]{4}:([0-9]{1,40})$/
const USER_TAG = /^id:(?:twitter|x)\.com:([0-9]{1,40})$/

/**
 * The id in a text: digits, also in quotes, behind `'` or `x`, before a comma, or in the address of a post or user.
 * @param text without line ends
 */
export function parseId(text: string, subject: IdSubject): ParsedId {
  const plain = text.trim()
  if (plain.length > LONGEST) return { fault: `${excerptOf(plain)} is no id` }
  if (DIGITS.test(plain)) return idOfDigits(plain)
  const [, wrapped] = WRAPPED.exec(plain) ?? []
  if (wrapped !== undefined) return idOfDigits(wrapped)
  const bare = plain.replace(/^["'=]+|["',;]+$/g, '')
  if (FLOAT.test(bare)) return { fault: ROUNDED }
  return parseLink(plain, subject) ?? { fault: `${excerptOf(plain)} is no id` }
}

/** The id that the address of a post or user holds; undefined when the text is no such address. */
export function parseLink(text: string, subject: IdSubject): ParsedId | undefined {
  const [link, tag] = subject === 'tweets' ? [POST_LINK, POST_TAG] : [USER_LINK, USER_TAG]
  const digits = (link.exec(text) ?? tag.exec(text))?.[1]
  return digits === undefined ? undefined : idOfDigits(digits)
}

/** The id of digits, from 1 to 2^63 - 1; zeros in front do not count. */
export function idOfDigits(written: string): ParsedId {
  const digits = written.replace(/^0+(?=[0-9])/, '')
  if (digits.length > 19) return { fault: `${excerptOf(digits)} is beyond 64 bits` }
  const id = BigInt(digits)
  if (id === 0n) return { fault: '0 is no id' }
  if (id > LARGEST_ID) return { fault: `${digits} is beyond 64 bits` }
  return { id, digits }
}

const EXCERPT = 40

/** The beginning of a text, in quotes, for a message. */
export function excerptOf(text: string): string {
  return JSON.stringify(text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text)
}
