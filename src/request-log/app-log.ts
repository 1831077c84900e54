/**
 * Stores the latest requests of one app in a ring buffer. A full log reuses its slots, so a new entry allocates
 * little memory.
 */
import { type AppRequest, MAX_ERROR_LENGTH, MAX_TARGET_LENGTH } from './app-entry.ts'
import { maskBody, maskUrl } from './mask.ts'
import type { Messages } from './recorded-messages.ts'

/** Maximum number of requests in the log of an app. */
export const MAX_REQUESTS_PER_APP = 500

/** Maximum size of the recorded headers and bodies of an app, in estimated bytes. */
export const MAX_MESSAGE_BYTES_PER_APP: number = 4 * 2 ** 20

/**
 * Milliseconds after which recorded headers and bodies are removed. They are removed because they may contain posts
 * that are deleted later.
 */
export const MESSAGE_AGE_MS = 3_600_000

/** Estimated bytes of an entry without its texts. */
const ENTRY_BYTES = 300

type Slot = { -readonly [Name in keyof AppRequest]: AppRequest[Name] }

export type NewRequest = Omit<AppRequest, 'messages'>

export class AppLog {
  readonly #slots: Slot[] = []
  #next = 0
  #messageBytes = 0
  #textLength = 0
  #lastError = { body: '', masked: '' }
  /** The time of the last request, in milliseconds since the Unix epoch. */
  lastAt = 0

  /** Used memory, in estimated bytes. */
  get bytes(): number {
    return this.#slots.length * ENTRY_BYTES + 2 * this.#textLength + this.#messageBytes
  }

  get size(): number {
    return this.#slots.length
  }

  /** Adds a request. @returns true if the request replaced the oldest request */
  add(request: NewRequest): boolean {
    this.lastAt = request.at
    const target = maskedTarget(request.target)
    const error = request.error === '' ? '' : this.#maskedError(request.error)
    this.#textLength += target.length + error.length
    const slot = this.#slots[this.#next]
    const isFull = slot !== undefined
    if (isFull) {
      this.#forget(slot)
      Object.assign(slot, request)
      slot.target = target
      slot.error = error
    } else {
      this.#slots.push({ ...request, target, error, messages: undefined })
    }
    this.#next = (this.#next + 1) % MAX_REQUESTS_PER_APP
    return isFull
  }

  /**
   * Adds headers and bodies to an entry, if the log still contains it. If the limit is exceeded, removes the headers
   * and bodies of the oldest entries.
   */
  addMessages(id: number, messages: Messages): void {
    const slot = this.#slots.find((each) => each.id === id)
    if (slot === undefined) return
    slot.messages = messages
    this.#messageBytes += bytesOf(messages)
    for (const each of this.#inOrder()) {
      if (this.#messageBytes <= MAX_MESSAGE_BYTES_PER_APP) break
      this.#forgetMessages(each)
    }
  }

  /** Removes headers and bodies of entries before a time. @param time milliseconds since the Unix epoch */
  forgetMessagesBefore(time: number): void {
    for (const slot of this.#slots) if (slot.at < time) this.#forgetMessages(slot)
  }

  /** Copies of the entries, in the order of the responses. */
  entries(): readonly AppRequest[] {
    return this.#inOrder().map((slot) => ({ ...slot }))
  }

  find(id: number): AppRequest | undefined {
    const slot = this.#slots.find((each) => each.id === id)
    return slot && { ...slot }
  }

  #inOrder(): readonly Slot[] {
    return [...this.#slots.slice(this.#next), ...this.#slots.slice(0, this.#next)]
  }

  /**
   * The masked text of the last error. Every text must be masked, because API v2 repeats parameters in errors. A
   * client that ignores its rate limit causes the same error many times, so the log reuses the masked text.
   */
  #maskedError(body: string): string {
    if (body !== this.#lastError.body) {
      this.#lastError = { body, masked: maskBody(body.slice(0, MAX_ERROR_LENGTH)) }
    }
    return this.#lastError.masked
  }

  #forget(slot: Slot): void {
    this.#textLength -= slot.target.length + slot.error.length
    this.#forgetMessages(slot)
  }

  #forgetMessages(slot: Slot): void {
    if (slot.messages === undefined) return
    this.#messageBytes -= bytesOf(slot.messages)
    slot.messages = undefined
  }
}

/**
 * Cuts the target before masking it, because masking a long query takes time. The returned string is a copy, so that
 * the original text can be freed.
 */
function maskedTarget(target: string): string {
  if (target.length <= MAX_TARGET_LENGTH) return maskUrl(target)
  return maskUrl(Buffer.from(target.slice(0, MAX_TARGET_LENGTH)).toString())
}

function bytesOf({ request, response }: Messages): number {
  const length = [request, response].reduce(
    (sum, { headers, body = '' }) =>
      headers.reduce((all, { name, value }) => all + name.length + value.length, sum + body.length),
    0,
  )
  return 2 * length
}
