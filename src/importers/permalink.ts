/** Reads URLs of posts, such as `https://twitter.com/ann/status/49` (spec/odd-values.md#odd-values). */
import { idOf } from './ids.ts'

export interface Permalink {
  readonly id: bigint
  /** Screen name of the author; undefined if the URL does not contain it. */
  readonly screenName: string | undefined
}

const PERMALINK =
  /^(?:https?:)?\/\/(?:www\.|mobile\.|m\.)?(?:twitter|x)\.com\/(?:#!\/)?(\w{1,25}|i\/web)\/status(?:es)?\/(\d{1,19})(?![\w.])/i

/** Words that URLs contain in place of the screen name. */
const NOT_NAMES = new Set(['i/web', 'statuses', 'anyuser', 'i'])

/** The post that a URL identifies; undefined if the text is not such a URL. */
export function permalinkOf(text: unknown): Permalink | undefined {
  if (typeof text !== 'string') return undefined
  const [, name = '', digits = ''] = PERMALINK.exec(text.trim()) ?? []
  const id = digits === '' ? undefined : idOf(digits)
  if (id === undefined) return undefined
  return { id, screenName: NOT_NAMES.has(name.toLowerCase()) ? undefined : name }
}
