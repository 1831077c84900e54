/** NOTIFY and LISTEN: how processes tell each other that the log has grown. Only a hint; see log/tail.ts. */
import type { Clock } from '../../lib/time/clock.ts'
import type { StoreLogger } from '../store.ts'
import { storeError } from './errors.ts'
import { Link } from './link.ts'

const CHANNEL = 'aviary_events'

/** Milliseconds until a lost connection is tried again. */
const AGAIN_MS = 250

/** Rings everybody's bell. To be sent outside of transactions, where it would queue behind everybody else's. */
export function notifyText(position: bigint): string {
  return `notify ${CHANNEL}, '${position}'`
}

/** Listens until {@link close}, through lost connections too. */
export class Doorbell {
  readonly #url: string
  readonly #clock: Clock
  readonly #ring: (position: bigint | undefined) => void
  readonly #logger: StoreLogger
  #link: Link | undefined
  #closed = false
  #cancel = () => {}

  /** @param ring called with a position that there is now, and without one when something may have been missed */
  constructor(url: string, clock: Clock, ring: (position: bigint | undefined) => void, logger: StoreLogger) {
    this.#url = url
    this.#clock = clock
    this.#ring = ring
    this.#logger = logger
    this.#listen()
  }

  close(): void {
    this.#closed = true
    this.#cancel()
    // It only listened: nothing of it is lost.
    this.#link?.close().catch(() => undefined)
  }

  #listen(): void {
    const onNotify = (position: string) => this.#ring(BigInt(position))
    const link = new Link({ url: this.#url, name: 'aviary listener', onNotify }, () => {
      if (!this.#closed) this.#cancel = this.#clock.after(AGAIN_MS, () => this.#listen())
    })
    this.#link = link
    link
      .use(async (sql) => {
        await sql.unsafe(`listen ${CHANNEL}`)
        this.#ring(undefined)
      })
      .catch((error: unknown) => {
        this.#logger.warn(
          { err: storeError(error) },
          'other processes are not heard; the log is polled meanwhile',
        )
        // Losing the link is what has it tried again.
        return link.close()
      })
      // A link that cannot be closed is lost already.
      .catch(() => undefined)
  }
}
