/** Asks one PostgreSQL host for its role. */

import { type DatabaseHost, withHost } from '../../lib/hosts/database-hosts.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { StoreUnavailable } from '../errors.ts'
import { storeError } from './errors.ts'
import { connect, type Sql } from './session.ts'

/** Milliseconds within which a host must respond. */
const ANSWER_MS = 2_000

/**
 * Query for the role of a host. The timeline is in the first eight digits of the name of the current log file. The
 * control file would show a new timeline only after the checkpoint that follows a promotion.
 */
const ROLE = `select current_setting('synchronous_standby_names') as standbys,
  current_setting('synchronous_commit') as waits,
  case when pg_is_in_recovery() then null else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`

interface Role {
  readonly standbys: string
  readonly waits: string
  readonly timeline: string | null
}

export class HostProbe {
  readonly host: DatabaseHost
  readonly #url: string
  readonly #clock: Clock
  #sql: Sql | undefined
  #asking: Promise<void> | undefined
  #role: Role | undefined
  #answeredAt: number
  #problem: Error | undefined

  constructor(url: string, host: DatabaseHost, clock: Clock) {
    this.host = host
    this.#url = withHost(url, host)
    this.#clock = clock
    this.#answeredAt = clock.monotonic()
  }

  /** Time of the last response, in monotonic milliseconds. */
  get answeredAt(): number {
    return this.#answeredAt
  }

  /** Milliseconds since the last response. */
  get ageMs(): number {
    return this.#clock.monotonic() - this.#answeredAt
  }

  /** Timeline of a primary; -1 for a standby and for a host that has not responded. */
  get timeline(): number {
    return Number.parseInt(this.#role?.timeline ?? '-1', 16)
  }

  /** True when a commit on the host waits for a standby. */
  get isSynchronous(): boolean {
    return this.#role?.standbys !== '' && this.#role?.waits !== 'off' && this.#role?.waits !== 'local'
  }

  /** The error of the last query; undefined after a response. */
  get problem(): Error | undefined {
    return this.#problem
  }

  isPrimaryOf(timeline: number): boolean {
    return this.#role !== undefined && this.timeline >= timeline
  }

  /** @param timeline the highest known timeline */
  describe(timeline: number): string {
    if (this.#problem !== undefined) return this.#problem.message
    if (this.timeline < 0) return 'a standby'
    return this.timeline < timeline ? 'a former primary' : 'a primary'
  }

  /** Asks the host now, or waits for a query that is already in progress. Never rejects. */
  ask(): Promise<void> {
    this.#asking ??= this.#askNow().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** Records that a connection to the host failed. */
  failed(error: unknown): void {
    const mapped = storeError(error)
    this.#problem = Error.isError(mapped) ? mapped : new Error(String(mapped))
    this.#role = undefined
  }

  async close(): Promise<void> {
    const sql = this.#sql
    this.#sql = undefined
    await sql?.end({ timeout: 0 }).catch(() => undefined) // No caller waits for responses of the host.
  }

  async #askNow(): Promise<void> {
    this.#sql ??= connect({ url: this.#url, connections: 1, name: 'aviary probe' })
    let cancel: () => void = () => undefined
    const late = new Promise<never>((_, reject) => {
      cancel = this.#clock.after(ANSWER_MS, () =>
        reject(new StoreUnavailable(`no answer in ${ANSWER_MS} ms`)),
      )
    })
    try {
      const [role] = await Promise.race([this.#sql.unsafe<Role[]>(ROLE), late])
      this.#role = role
      this.#answeredAt = this.#clock.monotonic()
      this.#problem = undefined
    } catch (error) {
      this.failed(error)
      await this.close()
    } finally {
      cancel()
    }
  }
}
