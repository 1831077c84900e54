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

interface Rendering {
  readonly making: Promise<Signable | undefined>
  /** Once it is made. */
  body: Signable | undefined
}

export class Renderings implements Follower {
  readonly #render: Render
  readonly #renderings = new Map<string, Rendering>()
  #bytes = 0

  constructor(render: Render) {
    this.#render = render
  }

  /** The body of an event for somebody, if it is made. */
  held(event: LoggedEvent, to: Addressee): Signable | undefined {
    return this.#renderings.get(keyOf(event, to))?.body
  }

  /** The body of an event for somebody; undefined when nothing may be told. @throws what the rendering threw */
  get(event: LoggedEvent, to: Addressee): Promise<Signable | undefined> {
    const key = keyOf(event, to)
    const known = this.#renderings.get(key)
    if (known !== undefined) return known.making
    const rendering: Rendering = { making: this.#make(event, to), body: undefined }
    this.#renderings.set(key, rendering)
    rendering.making.then(
      (body) => this.#keep(rendering, body),
      // One that failed is made anew for the next.
      () => this.#renderings.delete(key),
    )
    return rendering.making
  }

  apply(): void {
    this.forgetAll()
  }

  forgetAll(): void {
    // A map that is cleared gets a table anew, to which the old one leads: cleared at every event for nothing, the tables
    // are a chain that only a full collection of garbage ends.
    if (this.#renderings.size === 0) return
    this.#renderings.clear()
    this.#bytes = 0
  }

  async #make(event: LoggedEvent, to: Addressee): Promise<Signable | undefined> {
    const text = await this.#render(event, to)
    return text === undefined ? undefined : new Signable(text)
  }

  #keep(rendering: Rendering, body: Signable | undefined): void {
    rendering.body = body
    this.#bytes += body?.octets.length ?? 0
    if (this.#bytes > BYTES_MOST) this.forgetAll()
  }
}

function keyOf({ position }: LoggedEvent, { userId, origin }: Addressee): string {
  return `${position} ${userId} ${origin}`
}
