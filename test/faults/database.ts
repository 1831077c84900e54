/** A PostgreSQL primary with a synchronous standby, which changes places with it in a failover. */
import type { Hooks } from '../support/engines.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { setCommitDelay, setSynchronous } from '../support/postgres-standby.ts'

const NAME = 'faults'

export class DatabasePair {
  #primary: PostgresServer
  #standby: PostgresServer
  /** The servers by the place that their links lead to; a server that was rebuilt keeps its place. */
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

  /** URL of the database on the current primary, past every link. */
  get url(): string {
    return this.#primary.url(NAME)
  }

  /** Where the server of a place listens. @param place 0 or 1 */
  target(place: number): { readonly host: string; readonly port: number } {
    return { host: '127.0.0.1', port: Number(new URL(this.#places[place]?.url() ?? '').port) }
  }

  /** A URL with both places, each behind a port of its own. */
  urlBehind(ports: readonly number[]): string {
    const url = new URL(this.url)
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join()
    return `${this.url.replace(url.host, hosts)}?target_session_attrs=read-write`
  }

  /** Crashes the primary and promotes the standby after `ms` milliseconds. */
  async failOver(ms: number): Promise<void> {
    const former = this.#primary
    former.kill()
    await new Promise((resolve) => setTimeout(resolve, ms))
    await this.#standby.promote()
    this.#primary = this.#standby
    this.#standby = former
    this.failovers += 1
  }

  /** Each commit of the primary takes `ms` longer to reach the disk, 100 at most. */
  slowDisk(ms: number): Promise<void> {
    return setCommitDelay(this.#primary.url(), ms)
  }

  /** Builds the former primary again as the standby, and has commits wait for it. */
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
