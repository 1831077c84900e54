/**
 * A session of its own on which every statement is a transaction by itself: one message and one answer. It may write from the
 * start, so nothing else is sent on it but notifications.
 */
import { must } from '../../lib/assert.ts'
import type { Query } from '../query.ts'
import { Link } from './link.ts'
import { Plans } from './plans.ts'

/** As the writing session's, but that nobody waits for locks here: whoever has to is asked, on that session. */
const SESSION = {
  default_transaction_isolation: 'read committed',
  lock_timeout: '100ms',
  enable_seqscan: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
}

export class AutocommitSession {
  readonly #url: string
  readonly #admit: (link: Link) => Promise<void>
  readonly #plans: Plans
  #link: Link | undefined

  /** @param admit lets a new session write @param monotonic milliseconds */
  constructor(url: string, admit: (link: Link) => Promise<void>, monotonic: () => number) {
    this.#url = url
    this.#admit = admit
    this.#plans = new Plans(monotonic)
  }

  /** Whether there is a session, which is begun if need be. Never throws. */
  async isThere(): Promise<boolean> {
    if (this.#link?.lost === false) return true
    const link = new Link({ url: this.#url, name: 'aviary writer', session: SESSION }, () => undefined)
    try {
      await this.#admit(link)
      this.#link = link
      return true
    } catch {
      await link.close()
      return false
    }
  }

  /** Runs a statement, which is committed when this resolves. @throws {StoreUnavailable}; in the store's words */
  async rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    const link = must(this.#link, 'a session that is there')
    this.#plans.renew(link)
    return link.rows(query, parameters)
  }

  /** Sends a notification without waiting for it. */
  ring(bell: string): void {
    this.#link?.use((sql) => sql.unsafe(bell)).catch(() => undefined)
  }

  async close(): Promise<void> {
    await this.#link?.close()
  }
}
