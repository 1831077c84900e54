/**
 * What an event reads like for a user, made once for all webhooks that are told of it at about the same time.
 *
 * Invariants: nothing that was made before an event of the log is sent once that event is known, so a body is as current
 * as if it were made for its delivery; nothing is kept for more than a second or two, and never more than a few MiB.
 */

import type { LoggedEvent } from '../log/event.ts'
import type { Follower } from '../views/current-log.ts'
import type { Addressee, Render } from './postman.ts'
import { Signable } from './transport/signature.ts'

/** Bytes that renderings may take: of the usual 3 KiB about a thousand. */
const BYTES_MOST = 4 * 2 ** 20

interface Rendering extends Addressee {
  readonly making: Promise<Signable | undefined>
}

export class Renderings implements Follower {
  readonly #render: Render
  /** By the position of their event, which few are told of. */
  readonly #renderings = new Map<bigint, Rendering[]>()
  #bytes = 0

  constructor(render: Render) {
    this.#render = render
  }

  /** The body of an event for somebody; undefined when nothing may be told. @throws what the rendering threw */
  get(event: LoggedEvent, to: Addressee): Promise<Signable | undefined> {
    const known = this.#find(event, to)
    if (known !== undefined) return known.making
    const { userId, origin } = to
    const rendering: Rendering = { userId, origin, making: this.#make(event, to) }
    const { position } = event
    const ofEvent = this.#renderings.get(position)
    if (ofEvent === undefined) this.#renderings.set(position, [rendering])
    else ofEvent.push(rendering)
    rendering.making.then(
      (body) => this.#count(body),
      () => this.#remove(position, rendering),
    )
    return rendering.making
  }

  /** One that failed is made anew for the next. */
  #remove(position: bigint, failed: Rendering): void {
    const left = this.#renderings.get(position)?.filter((each) => each !== failed) ?? []
    if (left.length === 0) this.#renderings.delete(position)
    else this.#renderings.set(position, left)
  }

  #find({ position }: LoggedEvent, { userId, origin }: Addressee): Rendering | undefined {
    const ofEvent = this.#renderings.get(position)
    return ofEvent?.find((each) => each.userId === userId && each.origin === origin)
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

  #count(body: Signable | undefined): void {
    this.#bytes += body?.octets.length ?? 0
    if (this.#bytes > BYTES_MOST) this.forgetAll()
  }
}
