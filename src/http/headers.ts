/** Headers as they go to the wire: names and values in turn, names in lower case. */

/** Name, value, name, value; built once where it can be, and copied where it cannot. */
export type HeaderList = readonly string[]

/** The list of a record. */
export function headerList(headers: Readonly<Record<string, string>>): HeaderList {
  return Object.entries(headers).flat()
}

/** Adds `more` to `list`. */
export function pushHeaders(list: string[], more: HeaderList): void {
  for (const text of more) list.push(text)
}

/** Adds `more` to `list`, with what `instead` says in the place of headers of the same name. */
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

/** Dates in HTTP's form, worked out once a second. */
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
