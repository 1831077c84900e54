/** A TCP proxy for a link of a cluster, which can be delayed, cut and healed. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { pipeline, Transform } from 'node:stream'
import type { Hooks } from '../support/engines.ts'

/** Where a new connection goes; undefined ends it. */
export type Target = () => Promise<{ readonly host: string; readonly port: number } | undefined>

/** `to`: nothing reaches the server any more. `from`: nothing comes back from it. */
export type Direction = 'to' | 'from'

const BOTH: readonly Direction[] = ['to', 'from']

export class LinkProxy {
  readonly #server: Server
  readonly #target: Target
  readonly #sockets = new Set<Socket>()
  /** Directions in which nothing arrives. */
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
   * Nothing arrives any more, and no connection ends: as of a cable that was pulled. A link that is cut in one direction
   * makes no new connections either, because both directions are needed for that.
   */
  cut(directions: readonly Direction[] = BOTH): void {
    this.#cut = directions
    if (directions.length === BOTH.length) for (const socket of this.#sockets) socket.pause()
  }

  /** Later data arrives `ms` later. */
  delay(ms: number): void {
    this.#delayMs = ms
  }

  /** Ends what was cut, as a router does, and lets new connections through. */
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
        // Bytes in transit are lost when the link is cut.
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
