/** A PostgreSQL primary and a synchronous standby. In a failover, the two servers exchange their roles. */

import { type PostgresServer, startPostgres } from '../support/databases/postgres-server.ts'
import { setCommitDelay, setSynchronous } from '../support/databases/postgres-standby.ts'
import type { Hooks } from '../support/engines.ts'

const NAME = 'faults'

export class DatabasePair {
  #primary: PostgresServer
  #standby: PostgresServer
  /** The two servers. Each network link of a test leads to one index. A rebuilt server keeps its index. */
  readonly #places: PostgresServer[]
  failovers = 0

  private constructor(primary: PostgresServer, standby: PostgresServer) {
    this.#primary = primary
    this.#standby = standby
    this.#places = [primary, standby]
  }

  static async open(t: Hooks): Promise<DatabasePair> {
    const primary = await startPostgres({ fsync: true, settings: { max_connections: '300' } })
    await primary.createDatabase(NAME)
    const standby = await primary.startStandby()
    const pair = new DatabasePair(primary, standby)
    t.after(() => pair.#stop())
    await setSynchronous(primary.url(), true)
    return pair
  }

  /** URL of the database on the current primary. The URL uses no link. */
  get url(): string {
    return this.#primary.url(NAME)
  }

  /** The address at which a server listens. @param place 0 or 1, the index of the server */
  target(place: number): { readonly host: string; readonly port: number } {
    return { host: '127.0.0.1', port: Number(new URL(this.#places[place]?.url() ?? '').port) }
  }

  /** A URL with both servers, each behind the port of its link. */
  urlBehind(ports: readonly number[]): string {
    const url = new URL(this.url)
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join()
    return `${this.url.replace(url.host, hosts)}?target_session_attrs=read-write`
  }

  /** Crashes the primary, and promotes the standby `ms` milliseconds later. */
  async failOver(ms: number): Promise<void> {
    const former = this.#primary
    former.kill()
    await new Promise((resolve) => setTimeout(resolve, ms))
    await this.#standby.promote()
    this.#primary = this.#standby
    this.#standby = former
    this.failovers += 1
  }

  /**
   * Delays each commit of the primary by `ms` milliseconds (at most 100) before the commit reaches the disk.
   */
  slowDisk(ms: number): Promise<void> {
    return setCommitDelay(this.#primary.url(), ms)
  }

  /** Builds the former primary again as the standby, and makes commits wait for the standby. */
  async rebuildStandby(): Promise<void> {
    const former = this.#standby
    const place = this.#places.indexOf(former)
    await former.stop()
    this.#standby = await this.#primary.startStandby()
    this.#places[place] = this.#standby
    await setSynchronous(this.#primary.url(), true)
  }

  async #stop(): Promise<void> {
    await Promise.all([this.#standby.stop(), this.#primary.stop()])
  }
}
