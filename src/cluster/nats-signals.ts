/**
 * Signals over NATS, for servers that relay the event log on NATS. These signals replace `notify` of PostgreSQL,
 * because `notify` takes a lock that other commits wait for. While this node has no connection to NATS, it sends
 * signals by `notify`. During this time it misses the signals that other nodes send over NATS, and relies on polling.
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
      // The connection is closing, so the database sends the signal.
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
