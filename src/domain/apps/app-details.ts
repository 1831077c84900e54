/** The details of an app that its owner chooses (spec/console.md#apps), and their limits. */
import { Refusal, type RefusalReason } from '../context.ts'
import { isPlainText } from '../plain-text.ts'
import type { App } from './app.ts'

/** The public details of an app. */
export interface AppDetails {
  /** 1 to 32 characters, on one line and without HTML tags, because Labs v2 and API v2 return the name unescaped. */
  readonly name: string
  /**
   * URL of the app's home page, to which the field `source` of its posts links; empty for an app without a home page.
   */
  readonly url: string
  /** Up to 200 characters; may be empty. */
  readonly description: string
  /** Up to 10 absolute URLs. */
  readonly callbackUrls: readonly string[]
}

/** In code points. */
export const MAX_APP_NAME_LENGTH = 32
/** In code points. */
export const MAX_DESCRIPTION_LENGTH = 200
/** In UTF-16 units. */
export const MAX_URL_LENGTH = 500
const MAX_CALLBACKS = 10

/** Schemes of URLs that could run code or read data in the browser of a user (spec/console.md#callback-match). */
const REFUSED_SCHEMES = new Set([
  'javascript:',
  'data:',
  'file:',
  'ftp:',
  'mailto:',
  'telnet:',
  'vbscript:',
  'blob:',
])

/** Characters that a URL may contain only in escaped form. URL parsers silently remove or repair some of them. */
const FORBIDDEN_IN_URL = /[\s<>"\\^`{|}]/u

/**
 * Validates the given details; undefined details are skipped.
 * @throws {Refusal} `name-too-long`, `name-invalid`, `app-url-invalid`, `description-invalid`, `callback-invalid`
 */
export function checkAppDetails({ name, url, description, callbackUrls }: Partial<AppDetails>): void {
  if (name !== undefined) checkName(name)
  if (url !== undefined && url !== '') checkPublicUrl(url, 'app-url-invalid', "an app's URL")
  if (description !== undefined) checkDescription(description)
  if (callbackUrls === undefined) return
  if (callbackUrls.length > MAX_CALLBACKS) {
    throw new Refusal('callback-invalid', `an app has at most ${MAX_CALLBACKS} callback URLs`)
  }
  for (const each of callbackUrls) checkCallback(each)
}

function checkName(name: string): void {
  if (name.trim() === '' || [...name].length > MAX_APP_NAME_LENGTH) {
    throw new Refusal(
      'name-too-long',
      `an app's name has 1 to ${MAX_APP_NAME_LENGTH} characters, not only blanks`,
    )
  }
  if (!isPlainText(name)) {
    throw new Refusal('name-invalid', "an app's name cannot have line breaks or other control characters")
  }
  if (/<[^>]*>/.test(name)) {
    throw new Refusal('name-invalid', "an app's name cannot have tags such as <b>; give plain text")
  }
}

function checkDescription(description: string): void {
  if ([...description].length <= MAX_DESCRIPTION_LENGTH && isPlainText(description)) return
  throw new Refusal(
    'description-invalid',
    `an app's description has at most ${MAX_DESCRIPTION_LENGTH} characters on one line, without control characters`,
  )
}

/**
 * Validates a URL to which pages of the server link.
 * @param subject name of the URL in the message
 * @throws {Refusal} with the given reason
 */
export function checkPublicUrl(url: string, reason: RefusalReason, subject: string): void {
  const { protocol, username, password } = parsedUrl(url, reason, subject)
  if (!/^https?:\/\/[^/?#]/i.test(url) || !/^https?:$/.test(protocol)) {
    throw new Refusal(
      reason,
      `${JSON.stringify(url)} is not ${subject}; give one that begins with http:// or https://`,
    )
  }
  if (username !== '' || password !== '') {
    throw new Refusal(reason, `${subject} is public; give it without user and password`)
  }
}

function checkCallback(url: string): void {
  const { protocol } = parsedUrl(url, 'callback-invalid', 'a callback URL')
  if (!REFUSED_SCHEMES.has(protocol)) return
  throw new Refusal(
    'callback-invalid',
    `${JSON.stringify(url)} is no callback URL, since browsers may run or fetch ${protocol} URLs; give one such as https://app.example.org/callback or myapp://callback`,
  )
}

function parsedUrl(url: string, reason: RefusalReason, subject: string): URL {
  if (url.length > MAX_URL_LENGTH)
    throw new Refusal(reason, `${subject} has at most ${MAX_URL_LENGTH} characters`)
  const parsed = isPlainText(url) && !FORBIDDEN_IN_URL.test(url) ? URL.parse(url) : null
  if (parsed !== null) return parsed
  throw new Refusal(
    reason,
    `${JSON.stringify(url)} is not ${subject}; give an absolute one such as https://app.example.org/, without blanks and control characters`,
  )
}

/**
 * URL of the app in the field `source` of its posts. This is its home page, else the origin of its first web callback,
 * else an empty text.
 */
export function homeOf({ url, callbackUrls }: Pick<App, 'url' | 'callbackUrls'>): string {
  if (url !== '') return url
  const web = callbackUrls
    .map((callback) => URL.parse(callback))
    .find((each) => /^https?:$/.test(each?.protocol ?? ''))
  return web?.origin ?? ''
}
