/**
 * Connections to receivers, each of which carries one request at a time. Those that have carried one to its end wait for
 * the next to the same origin; whoever finds none makes another. It does what undici's `Agent` does, without the queue
 * and the events of a pool before every request, which cost a fifth of sending one.
 *
 * Many receivers close after each answer without having said so. One that has carried a single request is therefore used
 * again only when it has rested long enough for such an end to have come and to have been looked for; whoever kept one open
 * over that keeps it open, and it is used again at once.
 *
 * Invariants: a connection is idle or has one user; one that failed, was cut, or was closed is never used again.
 */
import { type buildConnector, Client } from 'undici'
import { systemClock } from '../../lib/time/clock.ts'

/** Milliseconds that a connection rests at least before it is used again for the first time. */
export const REST_MS = 5

/** One of them. */
export class Connection {
  readonly origin: string
  readonly client: Client
  /** Whether nobody uses it. */
  isIdle = false
  /** Whether it stands; before it was made it does not. */
  isOpen = false
  /** Requests that were answered to their end. */
  carried = 0
  /** Whether it may be used again. */
  isRested = false

  constructor(origin: string, client: Client) {
    this.origin = origin
    this.client = client
  }
}

export class Connections {
  readonly #connect: buildConnector.connector
  /** By origin, one at least; the one that was used last is the last. */
  readonly #idle = new Map<string, Connection[]>()
  readonly #all = new Set<Connection>()

  constructor(connect: buildConnector.connector) {
    this.#connect = connect
  }

  /** One that nobody else uses until it is given back or dropped. @throws {TypeError} when `origin` is no origin of HTTP */
  take(origin: string): Connection {
    const idle = this.#idle.get(origin) ?? []
    // The one that was used last, so that those which are too many rest until they are closed.
    const connection = idle.findLast(({ isRested }) => isRested)
    if (connection === undefined) return this.#make(origin)
    idle.splice(idle.indexOf(connection), 1)
    if (idle.length === 0) this.#idle.delete(origin)
    connection.isIdle = false
    return connection
  }

  /** Keeps one that has carried a request to its end. */
  giveBack(connection: Connection): void {
    if (!connection.isOpen) this.drop(connection)
    if (!this.#all.has(connection)) return
    connection.isIdle = true
    connection.carried += 1
    connection.isRested = connection.carried > 1
    if (!connection.isRested) rest(connection)
    const idle = this.#idle.get(connection.origin)
    if (idle === undefined) this.#idle.set(connection.origin, [connection])
    else idle.push(connection)
  }

  /** Ends one, and whatever it carries. */
  drop(connection: Connection): void {
    if (!this.#all.delete(connection)) return
    this.#forget(connection)
    void connection.client.destroy()
  }

  /** How many there are, used and idle. */
  get size(): number {
    return this.#all.size
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    const ending = [...this.#all].map(({ client }) => client.destroy())
    this.#all.clear()
    this.#idle.clear()
    await Promise.all(ending)
  }

  #make(origin: string): Connection {
    const client = new Client(origin, {
      connect: this.#connect,
      // Times are kept by whoever sends, by a clock that tests can move.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16 * 1024,
      allowH2: false,
    })
    const connection = new Connection(origin, client)
    this.#all.add(connection)
    client.on('connect', () => {
      connection.isOpen = true
    })
    client.on('disconnect', () => {
      connection.isOpen = false
      // The client makes another one by itself when this one was closed before it was used.
      connection.carried = 0
      if (connection.isIdle) this.drop(connection)
    })
    return connection
  }

  #forget({ origin, isIdle }: Connection): void {
    if (!isIdle) return
    const left = this.#idle.get(origin)?.filter((each) => this.#all.has(each)) ?? []
    if (left.length === 0) this.#idle.delete(origin)
    else this.#idle.set(origin, left)
  }
}

/** By the machine's time: whoever closes it lives in that, whatever clock a server was given. */
function rest(connection: Connection): void {
  systemClock.after(REST_MS, () => {
    // Not before the loop has asked what came in that time.
    setImmediate(() => {
      connection.isRested = true
    })
  })
}
