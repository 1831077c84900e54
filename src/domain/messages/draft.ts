/** What somebody wants to say, as it was asked for, and the bounds of it (spec/direct-messages.md#send). */
import { codePointLength } from '../../text/index-units.ts'
import { extractUrls } from '../../text/urls.ts'
import { Refusal } from '../context.ts'
import type { Location, QuickReplyOption, QuickReplyResponse } from './content.ts'

export interface Draft {
  /** Undefined when none was given; an attachment needs none. */
  readonly text: string | undefined
  readonly options?: readonly QuickReplyOption[] | undefined
  readonly response?: QuickReplyResponse | undefined
  readonly ctas?: readonly { readonly label: string; readonly url: string }[] | undefined
  readonly mediaId?: bigint | undefined
  readonly location?: Location | undefined
}

/** In code points. */
export const MESSAGE_LONGEST = 10_000
export const WELCOME_LONGEST = 9_990

export const OPTIONS_MOST = 20
export const CTAS_MOST = 3

const LABEL_LONGEST = 36
const DESCRIPTION_LONGEST = 72
const METADATA_LONGEST = 1_000
const URL_LONGEST = 4_096

/** @throws {Refusal} `message-invalid`, whose message begins with the path of what is wrong */
export function requireWithinBounds({ options, response, ctas }: Draft): void {
  if (options !== undefined) requireOptions(options)
  if (response !== undefined)
    requireShort('quick_reply_response.metadata', response.metadata, METADATA_LONGEST)
  if (ctas !== undefined) requireCtas(ctas)
}

function requireOptions(options: readonly QuickReplyOption[]): void {
  const path = 'quick_reply.options'
  if (options.length < 1 || options.length > OPTIONS_MOST) {
    throw invalid(path, `must be 1 to ${OPTIONS_MOST} options`)
  }
  const described = options.filter(({ description }) => description !== undefined).length
  if (described > 0 && described < options.length) {
    throw invalid(path, 'all of them must have a description, or none')
  }
  for (const [index, { label, description, metadata }] of options.entries()) {
    const at = `${path}[${index}]`
    requireLabel(`${at}.label`, label)
    requireShort(`${at}.description`, description, DESCRIPTION_LONGEST)
    requireShort(`${at}.metadata`, metadata, METADATA_LONGEST)
  }
}

function requireCtas(ctas: readonly { readonly label: string; readonly url: string }[]): void {
  if (ctas.length < 1 || ctas.length > CTAS_MOST) throw invalid('ctas', `must be 1 to ${CTAS_MOST} of them`)
  for (const [index, { label, url }] of ctas.entries()) {
    requireLabel(`ctas[${index}].label`, label)
    const { protocol } = URL.parse(url) ?? {}
    const isWeb = protocol === 'http:' || protocol === 'https:'
    if (!isWeb || url.length > URL_LONGEST || /\s/.test(url)) {
      throw invalid(`ctas[${index}].url`, 'must be an address that begins with http:// or https://')
    }
  }
}

function requireLabel(path: string, label: string): void {
  if (label.trim() === '') throw invalid(path, 'must not be empty')
  requireShort(path, label, LABEL_LONGEST)
  if (extractUrls(label).length > 0) throw invalid(path, 'must not have a URL in it')
}

function requireShort(path: string, text: string | undefined, longest: number): void {
  if (text !== undefined && codePointLength(text) > longest) {
    throw invalid(path, `must be at most ${longest} characters`)
  }
}

/** @param path where it is wrong, from `message_data` */
export function invalid(path: string, why: string): Refusal {
  return new Refusal('message-invalid', `message_data.${path}: ${why}`)
}
