/**
 * Caches the bodies of recent events. A body is rendered once for all webhooks that receive it at about the same
 * time.
 *
 * Invariant: after a new event is in memory, no body that was rendered earlier is sent. Therefore bodies are as
 * current as if each delivery were rendered separately. Bodies are discarded at each poll of the scheduler, once a
 * second, and whenever they exceed 4 MiB together.
 */

import type { LoggedEvent } from '../log/event.ts'
import type { Follower } from '../views/current-log.ts'
import type { AppRecipient, DayOfApp, Recipient, Render } from './send-delivery.ts'
import { Signable } from './transport/signature.ts'

/** Maximum bytes of all bodies: about a thousand bodies of the usual 3 KiB. */
const MAX_BYTES = 4 * 2 ** 20

interface Rendering extends Recipient {
  readonly body: Promise<Signable | undefined>
}

export class Renderings implements Follower {
  readonly #render: Render
  readonly #dayOf: DayOfApp
  /** Bodies by the position of their event. The inner arrays are short, because an event has few different bodies. */
  readonly #renderings = new Map<bigint, Rendering[]>()
  #bytes = 0

  /** @param dayOf returns the API day of an app; without this function, all apps have the default day */
  constructor(render: Render, dayOf: DayOfApp = () => undefined) {
    this.#render = render
    this.#dayOf = dayOf
  }

  /**
   * The body of an event for a recipient; undefined when the recipient may not receive the event. @throws the errors of
   * the renderer
   */
  get(event: LoggedEvent, { userId, origin, appId }: AppRecipient): Promise<Signable | undefined> {
    const to = { userId, origin, day: this.#dayOf(appId) }
    const existing = this.#find(event, to)
    if (existing !== undefined) return existing.body
    const rendering: Rendering = { ...to, body: this.#make(event, to) }
    const { position } = event
    const ofEvent = this.#renderings.get(position)
    if (ofEvent === undefined) this.#renderings.set(position, [rendering])
    else ofEvent.push(rendering)
    rendering.body.then(
      (body) => this.#count(body),
      () => this.#remove(position, rendering),
    )
    return rendering.body
  }

  /** After a failure, the next call renders the body again. */
  #remove(position: bigint, failed: Rendering): void {
    const left = this.#renderings.get(position)?.filter((each) => each !== failed) ?? []
    if (left.length === 0) this.#renderings.delete(position)
    else this.#renderings.set(position, left)
  }

  #find({ position }: LoggedEvent, { userId, origin, day }: Recipient): Rendering | undefined {
    const ofEvent = this.#renderings.get(position)
    return ofEvent?.find((each) => each.userId === userId && each.origin === origin && each.day === day)
  }

  apply(): void {
    this.clear()
  }

  clear(): void {
    // Clearing an empty map would allocate a new table that is linked to the old table. After many events, these tables
    // form a chain that only a full garbage collection frees.
    if (this.#renderings.size === 0) return
    this.#renderings.clear()
    this.#bytes = 0
  }

  async #make(event: LoggedEvent, to: Recipient): Promise<Signable | undefined> {
    const text = await this.#render(event, to)
    return text === undefined ? undefined : new Signable(text)
  }

  #count(body: Signable | undefined): void {
    this.#bytes += body?.octets.length ?? 0
    if (this.#bytes > MAX_BYTES) this.clear()
  }
}
