/** Makes lists of headers in the form that Node writes: names in lower case alternate with values. */
import { retryAfterOf } from '../lib/outage.ts'
import type { Answer } from './endpoint.ts'

/** A list of headers, in which names and values alternate. */
export type HeaderList = readonly string[]

export function headerList(headers: Readonly<Record<string, string>>): HeaderList {
  return Object.entries(headers).flat()
}

/** Adds `retry-after` to a 503 response, if the end of the outage is known. */
export function withRetryAfter(answer: Answer, error: unknown): Answer {
  const seconds = answer.status === 503 ? retryAfterOf(error) : undefined
  if (seconds === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } }
}

export function pushHeaders(list: string[], more: HeaderList): void {
  for (const text of more) list.push(text)
}

/** Adds `more` to `list`; headers of `instead` replace headers of the same name. */
export function pushReplacing(
  list: string[],
  more: HeaderList,
  instead: Readonly<Record<string, string>>,
): void {
  for (let at = 0; at < more.length; at += 2) {
    const name = more[at] ?? ''
    if (!Object.hasOwn(instead, name)) list.push(name, more[at + 1] ?? '')
  }
  pushHeaders(list, headerList(instead))
}

/** Names whose form in mixed case has several capital letters in one word. */
const MIXED_NAMES: Readonly<Record<string, string>> = { etag: 'ETag', 'www-authenticate': 'WWW-Authenticate' }

/** Converts a name to mixed case: `content-type` to `Content-Type`. */
export function mixedName(name: string): string {
  return MIXED_NAMES[name] ?? name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase())
}

/** Converts the names of a list to mixed case (spec/versioning.md#dates). HTTP/2 forbids mixed case. */
export function mixedNames(list: HeaderList): string[] {
  return list.map((text, at) => (at % 2 === 0 ? mixedName(text) : text))
}

/** Dates in HTTP format, computed once per second. */
export class HttpDates {
  #second = Number.NaN
  #text = ''

  /** @param ms milliseconds since the Unix epoch */
  at(ms: number): string {
    const second = Math.floor(ms / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#text = new Date(ms).toUTCString()
    }
    return this.#text
  }
}
