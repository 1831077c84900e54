/**
 * Signals over NATS, where there is a relay: a `notify` of PostgreSQL takes a lock for which all its commits wait. While NATS is away,
 * signals go by `notify` as without it. Nodes whose NATS is away miss signals meanwhile, and find new events by themselves.
 */
import type { NatsConnection, NatsLink } from '../nats/link.ts'
import type { SignalCarrier, SignalReceiver } from './cluster.ts'

export class NatsSignals implements SignalCarrier {
  readonly #link: Pick<NatsLink, 'connection' | 'onConnect'>
  readonly #subject: string

  /** @param serverId of the database, because several may use one NATS */
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
      // The connection is closing: its user sends the signal otherwise.
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
