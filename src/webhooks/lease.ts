/**
 * The lease of one webhook, kept by the courier that has begun to deliver to it. On SQLite there is one server, which
 * needs none.
 */
import type { Context } from '../domain/context.ts'
import { LEASE_MS, takeLease } from '../domain/webhooks/leases.ts'

/** Milliseconds that must be left of a lease before something is sent: more than sending may take. */
const SPARE_MS = 20_000

export class Lease {
  readonly #context: Pick<Context, 'store' | 'clock'>
  readonly #webhookId: bigint
  readonly #holder: string
  #until = 0
  #renewing: Promise<boolean> | undefined

  constructor(context: Pick<Context, 'store' | 'clock'>, webhookId: bigint, holder: string) {
    this.#context = context
    this.#webhookId = webhookId
    this.#holder = holder
  }

  /** Whether it is held for long enough to send something, as far as is known without asking. */
  get isHeld(): boolean {
    const { clock, store } = this.#context
    return store.engine === 'sqlite' || clock.now() < this.#until - SPARE_MS
  }

  /** Takes the lease, or renews it when it soon ends; whether it is held for long enough to send something. */
  async hold(): Promise<boolean> {
    if (this.isHeld) return true
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renew(): Promise<boolean> {
    const until = this.#context.clock.now() + LEASE_MS
    const isHeld = await takeLease(this.#context, this.#webhookId, this.#holder)
    this.#until = isHeld ? until : 0
    return isHeld
  }
}
