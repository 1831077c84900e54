/** Makes a connection inside the process: two duplex streams that HTTP treats as sockets. */
import { Duplex } from 'node:stream'

/** Properties that a server reads from the socket of a client. */
export interface PeerFacts {
  readonly remoteAddress: string
  /** True when the request counts as a request over TLS. */
  readonly encrypted: boolean
}

export interface SocketPair {
  readonly client: Duplex
  readonly server: Duplex & PeerFacts
}

/**
 * Connects two new streams. When the client's side closes, the server's side closes immediately. When the server's side
 * closes, the client can still read the data that the server has written.
 */
export function socketPair(facts: PeerFacts): SocketPair {
  const client = new LocalSocket('read to the end')
  const server = new LocalSocket('close')
  client.peer = server
  server.peer = client
  return { client, server: Object.assign(server, facts) }
}

class LocalSocket extends Duplex {
  peer: LocalSocket | undefined
  readonly #whenLeft: 'read to the end' | 'close'
  /** Lets the writer of the other side continue. */
  #onRead: (() => void) | undefined

  constructor(whenLeft: 'read to the end' | 'close') {
    super()
    this.#whenLeft = whenLeft
  }

  override _read(): void {
    const go = this.#onRead
    this.#onRead = undefined
    go?.()
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    // The data is copied, because the writer may reuse its buffer when the write has returned.
    this.peer?.receive(Buffer.from(chunk), done)
  }

  override _final(done: () => void): void {
    this.peer?.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.peer?.leave()
    done(error)
  }

  receive(chunk: Buffer, done: () => void): void {
    if (this.destroyed || this.readableEnded || this.push(chunk)) done()
    else this.#onRead = done
  }

  leave(): void {
    if (this.destroyed) return
    if (this.#whenLeft === 'close') this.destroy()
    else if (!this.readableEnded) this.push(null)
  }
}
