/** Drafts of messages, as clients send them, and their limits (spec/direct-messages.md#send). */
import { codePointLength } from '../../text/index-units.ts'
import { extractUrls } from '../../text/urls.ts'
import { Refusal } from '../context.ts'
import type { Location, QuickReplyOption, QuickReplyResponse } from './content.ts'

export interface Draft {
  /** Undefined for a message without a text. The text is optional if there is an attachment. */
  readonly text: string | undefined
  readonly options?: readonly QuickReplyOption[] | undefined
  readonly response?: QuickReplyResponse | undefined
  readonly ctas?: readonly { readonly label: string; readonly url: string }[] | undefined
  readonly mediaId?: bigint | undefined
  readonly location?: Location | undefined
}

/** In code points. */
export const MAX_MESSAGE_LENGTH = 10_000
export const MAX_WELCOME_LENGTH = 9_990

export const MAX_OPTIONS = 20
export const MAX_CTAS = 3

const MAX_LABEL_LENGTH = 36
const MAX_DESCRIPTION_LENGTH = 72
const MAX_METADATA_LENGTH = 1_000
const MAX_URL_LENGTH = 4_096

/**
 * Checks a draft. @throws {Refusal} `message-invalid`, with a message that begins with the path of the invalid member
 */
export function requireWithinBounds({ options, response, ctas }: Draft): void {
  if (options !== undefined) requireOptions(options)
  if (response !== undefined)
    requireShort('quick_reply_response.metadata', response.metadata, MAX_METADATA_LENGTH)
  if (ctas !== undefined) requireCtas(ctas)
}

function requireOptions(options: readonly QuickReplyOption[]): void {
  const path = 'quick_reply.options'
  if (options.length < 1 || options.length > MAX_OPTIONS) {
    throw invalid(path, `must be 1 to ${MAX_OPTIONS} options`)
  }
  const described = options.filter(({ description }) => description !== undefined).length
  if (described > 0 && described < options.length) {
    throw invalid(path, 'all of them must have a description, or none')
  }
  for (const [index, { label, description, metadata }] of options.entries()) {
    const at = `${path}[${index}]`
    requireLabel(`${at}.label`, label)
    requireShort(`${at}.description`, description, MAX_DESCRIPTION_LENGTH)
    requireShort(`${at}.metadata`, metadata, MAX_METADATA_LENGTH)
  }
}

function requireCtas(ctas: readonly { readonly label: string; readonly url: string }[]): void {
  if (ctas.length < 1 || ctas.length > MAX_CTAS) throw invalid('ctas', `must be 1 to ${MAX_CTAS} of them`)
  for (const [index, { label, url }] of ctas.entries()) {
    requireLabel(`ctas[${index}].label`, label)
    const { protocol } = URL.parse(url) ?? {}
    const isWeb = protocol === 'http:' || protocol === 'https:'
    if (!isWeb || url.length > MAX_URL_LENGTH || /\s/.test(url)) {
      throw invalid(`ctas[${index}].url`, 'must be an address that begins with http:// or https://')
    }
  }
}

function requireLabel(path: string, label: string): void {
  if (label.trim() === '') throw invalid(path, 'must not be empty')
  requireShort(path, label, MAX_LABEL_LENGTH)
  if (extractUrls(label).length > 0) throw invalid(path, 'must not have a URL in it')
}

function requireShort(path: string, text: string | undefined, longest: number): void {
  if (text !== undefined && codePointLength(text) > longest) {
    throw invalid(path, `must be at most ${longest} characters`)
  }
}

/** @param path path of the invalid member within `message_data` */
export function invalid(path: string, why: string): Refusal {
  return new Refusal('message-invalid', `message_data.${path}: ${why}`)
}
