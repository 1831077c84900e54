/**
 * What an event reads like for a user, made once for all webhooks that are told of it at about the same time.
 *
 * Invariants: nothing that was made before an event of the log is sent once that event is known, so a body is as current
 * as if it were made for its delivery; nothing is kept for more than a second or two, and never more than a few MiB.
 */
import type { Follower } from '../events/current-log.ts'
import type { LoggedEvent } from '../events/event.ts'
import type { Addressee, Render } from './postman.ts'
import { Signable } from './signature.ts'

/** Bytes that renderings may take: of the usual 3 KiB about a thousand. */
const BYTES_MOST = 4 * 2 ** 20

export class Renderings implements Follower {
  readonly #render: Render
  readonly #made = new Map<string, Promise<Signable | undefined>>()
  #bytes = 0

  constructor(render: Render) {
    this.#render = render
  }

  /** The body of an event for somebody; undefined when nothing may be told. @throws what the rendering threw */
  get(event: LoggedEvent, to: Addressee): Promise<Signable | undefined> {
    const key = `${event.position} ${to.userId} ${to.origin}`
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const making = this.#make(event, to)
    this.#made.set(key, making)
    // One that failed is made anew for the next.
    making.catch(() => this.#made.delete(key))
    return making
  }

  apply(): void {
    this.forgetAll()
  }

  forgetAll(): void {
    this.#made.clear()
    this.#bytes = 0
  }

  async #make(event: LoggedEvent, to: Addressee): Promise<Signable | undefined> {
    const text = await this.#render(event, to)
    if (text === undefined) return undefined
    const body = new Signable(text)
    this.#bytes += body.octets.length
    if (this.#bytes > BYTES_MOST) this.forgetAll()
    return body
  }
}
