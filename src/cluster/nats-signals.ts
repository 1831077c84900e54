/**
 * Signals over NATS, for servers with a relay: a `notify` of PostgreSQL takes a lock for which all its commits wait. While this node has
 * no connection to NATS, it signals by `notify`. A node without a connection misses the signals of the others, and polls.
 */
import type { NatsConnection, NatsLink } from '../nats/link.ts'
import type { SignalCarrier, SignalReceiver } from './cluster.ts'

export class NatsSignals implements SignalCarrier {
  readonly #link: Pick<NatsLink, 'connection' | 'onConnect'>
  readonly #subject: string

  /** @param serverId id of the database, because several servers may share one NATS */
  constructor(link: Pick<NatsLink, 'connection' | 'onConnect'>, serverId: string) {
    this.#link = link
    this.#subject = `aviary.${serverId}.signals`
  }

  send(payload: string): boolean {
    const { connection } = this.#link
    if (connection === undefined) return false
    try {
      connection.publish(this.#subject, payload)
      return true
    } catch {
      // The connection is closing; the database carries the signal.
      return false
    }
  }

  receive({ hear, missed }: SignalReceiver): () => void {
    return this.#link.onConnect((connection: NatsConnection) => {
      connection.subscribe(this.#subject, {
        callback: (error, message) => {
          if (error === null) hear(message.string())
        },
      })
      missed()
    })
  }
}
