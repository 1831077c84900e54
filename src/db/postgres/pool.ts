/**
 * Connections for single statements. Connections are opened on demand. When all connections are busy, several
 * statements share a connection.
 */
import { StoreUnavailable } from '../errors.ts'
import type { Query } from '../query.ts'
import { isReplaceable, Link, type LinkOptions, OPENINGS } from './link.ts'

export class Pool {
  readonly #options: LinkOptions
  readonly #size: number
  readonly #links = new Set<Link>()
  #closed = false

  /** @param size maximum number of connections */
  constructor(options: LinkOptions, size: number) {
    this.#options = options
    this.#size = size
  }

  /**
   * Returns the link for the next statement. This is an idle link, a new link, or the link with the fewest running
   * statements.
   * @throws {StoreUnavailable} after {@link close}
   */
  pick(): Link {
    if (this.#closed) throw new StoreUnavailable('the store is closed')
    let best: Link | undefined
    for (const link of this.#links) {
      if (link.running === 0) return link
      if (best === undefined || link.running < best.running) best = link
    }
    return best === undefined || this.#links.size < this.#size ? this.#open() : best
  }

  /** Rows of a query. If a link is lost before its login because a primary stops, the query runs on another link. */
  async rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
    openings = OPENINGS,
  ): Promise<Row[]> {
    const link = this.pick()
    try {
      return await link.rows(query, parameters)
    } catch (error) {
      if (!isReplaceable(link, this.#options.primary, error) || openings === 0) throw error
      return this.rows(query, parameters, openings - 1)
    }
  }

  /** Refuses new statements and waits for running statements. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#links].map((link) => link.close()))
  }

  #open(): Link {
    const link = new Link(this.#options, (lost) => this.#links.delete(lost))
    this.#links.add(link)
    return link
  }
}
