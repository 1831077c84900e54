/** Parser of server-sent events. */

export interface LiveEvent {
  /** Name of the event; `message` for an event without a name. */
  readonly type: string
  readonly data: string
}

/** Maximum number of characters of an event. The server never sends a longer event. */
const MAX_EVENT_LENGTH = 4_000_000

/** Splits a stream of text into events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export class EventLines {
  #rest = ''
  #type = ''
  #data: string[] = []
  #length = 0

  /**
   * Adds text of the response, and returns the events that are complete. @throws {Error} for an event that is too long
   */
  push(text: string): LiveEvent[] {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ''
    const events = lines.flatMap((line) => this.#take(line))
    if (this.#length + this.#rest.length > MAX_EVENT_LENGTH)
      throw new Error('An event of the stream is too long.')
    return events
  }

  #take(line: string): LiveEvent[] {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    // A line that begins with a colon is a comment. Comments keep the connection open.
    if (colon === 0) return []
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') this.#type = value
    if (field === 'data') {
      this.#data.push(value)
      this.#length += value.length
    }
    return []
  }

  #dispatch(): LiveEvent[] {
    const event = { type: this.#type === '' ? 'message' : this.#type, data: this.#data.join('\n') }
    const isEmpty = this.#data.length === 0
    this.#type = ''
    this.#data = []
    this.#length = 0
    return isEmpty ? [] : [event]
  }
}
