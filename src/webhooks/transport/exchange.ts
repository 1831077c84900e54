/**
 * One request and what comes of it, as undici tells it: the status in time, the first octets of the answer, the end. It
 * stands on undici's lowest layer, without a stream and a signal for each request.
 */
import type { Dispatcher } from 'undici'

/** Octets of an answer that are read; what comes after is not waited for. */
const ANSWER_LARGEST = 64 * 1024

/** What a receiver said. */
export interface Answer {
  readonly status: number
  /** The first 64 KiB, as UTF-8. */
  readonly text: string
  /** Whether the body broke off, or was not over in time. */
  readonly isCut: boolean
  /** Milliseconds, whole. */
  readonly tookMs: number
}

type Controller = Dispatcher.DispatchController

export interface ExchangeListener {
  /** Called once, before anybody else knows. @returns the milliseconds that it took, whole */
  ended(): number
  /** What is told instead of why there is no status. */
  errorOf(reason: unknown, tookMs: number): Error
}

/** The status has said what matters: a body that breaks off is no failure. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejected with what the listener makes of why there is no status, or of what {@link giveUp} was told. */
  readonly answer: Promise<Answer>
  readonly #listener: ExchangeListener
  #resolve: (answer: Answer) => void = () => undefined
  #reject: (reason: unknown) => void = () => undefined
  #controller: Controller | undefined
  #status: number | undefined
  #pieces: Buffer[] | undefined
  #length = 0
  #isOver = false
  #isWhole = false
  /** Why it was ended before a connection stood. */
  #reason: Error | undefined

  constructor(listener: ExchangeListener) {
    this.#listener = listener
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Whether the receiver has begun to answer. */
  get hasStatus(): boolean {
    return this.#status !== undefined
  }

  /** Whether all of the answer was read, so that the connection may carry another request. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Ends it, whatever was said until now. */
  giveUp(reason: Error): void {
    if (!this.#isOver) this.#fail(reason)
    this.#cut(reason)
  }

  /** Waits no longer: what was said until now is all. */
  cutShort(reason: Error): void {
    this.onResponseError(this.#controller, reason)
    this.#cut(reason)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#reason !== undefined) controller.abort(this.#reason)
  }

  onResponseStart(_: Controller, status: number): void {
    // What comes before the answer, such as 103, says nothing.
    if (status >= 200) this.#status = status
  }

  onResponseData(_: Controller, piece: Buffer): void {
    if (this.#isOver) return
    this.#pieces ??= []
    this.#pieces.push(piece)
    this.#length += piece.length
    if (this.#length < ANSWER_LARGEST) return
    this.#answer(false)
    this.#cut(new Error('the answer is longer than anybody reads'))
  }

  onResponseEnd(): void {
    if (this.#isOver) return
    this.#isWhole = true
    this.#answer(false)
  }

  onResponseError(_: Controller | undefined, error: Error): void {
    if (this.#isOver) return
    if (this.#status === undefined) this.#fail(error)
    else this.#answer(true)
  }

  #answer(isCut: boolean): void {
    const tookMs = this.#end()
    this.#resolve({ status: this.#status ?? 0, text: this.#text(), isCut, tookMs })
  }

  #fail(reason: unknown): void {
    const tookMs = this.#end()
    this.#reject(this.#listener.errorOf(reason, tookMs))
  }

  #end(): number {
    this.#isOver = true
    return this.#listener.ended()
  }

  #text(): string {
    if (this.#pieces === undefined) return ''
    return Buffer.concat(this.#pieces).subarray(0, ANSWER_LARGEST).toString('utf8')
  }

  /** Breaks the connection, or the next one that would be used for it. */
  #cut(reason: Error): void {
    this.#reason = reason
    this.#controller?.abort(reason)
  }
}
