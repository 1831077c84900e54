/** A TCP proxy that a test can use to delay, cut and heal a link between two processes of a cluster. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { pipeline, Transform } from 'node:stream'
import type { Hooks } from '../support/engines.ts'

/**
 * Returns the address to which the proxy forwards a new connection; undefined makes the proxy close the connection.
 */
export type Target = () => Promise<{ readonly host: string; readonly port: number } | undefined>

/**
 * The direction that is cut. `to`: no data reaches the server. `from`: no data from the server reaches the client.
 */
export type Direction = 'to' | 'from'

const BOTH: readonly Direction[] = ['to', 'from']

export class LinkProxy {
  readonly #server: Server
  readonly #target: Target
  readonly #sockets = new Set<Socket>()
  /** Directions in which the proxy forwards no data. */
  #cut: readonly Direction[] = []
  #delayMs = 0

  private constructor(target: Target) {
    this.#target = target
    this.#server = createServer((client) => void this.#connect(client))
  }

  static async open(t: Hooks, target: Target): Promise<LinkProxy> {
    const proxy = new LinkProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    t.after(() => proxy.#close())
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /**
   * Stops forwarding data, and closes no connection, like a cable that is pulled out. A link that is cut in one
   * direction accepts no new connections either, because a new connection needs both directions.
   */
  cut(directions: readonly Direction[] = BOTH): void {
    this.#cut = directions
    if (directions.length === BOTH.length) for (const socket of this.#sockets) socket.pause()
  }

  /** Delays all later data by `ms` milliseconds. */
  delay(ms: number): void {
    this.#delayMs = ms
  }

  /** Closes the connections that were cut, as a router does, and forwards new connections again. */
  heal(): void {
    this.#delayMs = 0
    if (!this.#isCut) return
    this.#cut = []
    for (const socket of this.#sockets) socket.destroy()
  }

  get #isCut(): boolean {
    return this.#cut.length > 0
  }

  async #connect(client: Socket): Promise<void> {
    this.#track(client)
    client.pause()
    const place = this.#isCut ? undefined : await this.#target()
    if (this.#isCut) return
    if (place === undefined || client.destroyed) return void client.destroy()
    const server = connect({ ...place, allowHalfOpen: true })
    this.#track(server)
    pipeline(client, this.#line('to'), server, () => undefined)
    pipeline(server, this.#line('from'), client, () => undefined)
    server.once('close', () => client.destroy())
    client.once('close', () => server.destroy())
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.setMaxListeners(0)
    socket.on('error', () => undefined)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  #line(direction: Direction): Transform {
    return new Transform({
      transform: (chunk, _, done) => {
        // Data that the proxy has not forwarded yet is lost when the link is cut.
        const pass = () => (this.#cut.includes(direction) ? undefined : done(null, chunk))
        if (this.#delayMs === 0) pass()
        else setTimeout(pass, this.#delayMs)
      },
    })
  }

  async #close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
