/**
 * Lists the connections that console accounts have to the compliance stream in this process: open connections, and
 * connections that ended recently.
 */
import type { LoggedEvent } from '../../log/event.ts'
import type { CloseReason } from '../close-reasons.ts'
import { PastConnections } from '../past-connections.ts'
import { accountClosedBy } from './closed-accounts.ts'
import type { OwnCloseReason } from './closing.ts'
import type { Connection, StreamClient } from './connection.ts'

interface ConnectionFacts extends Omit<StreamClient, 'account'> {
  /** Number of the connection, unique in this process. */
  readonly id: number
  /** The number of the partition, 1 to 8. */
  readonly partition: number
  /** Milliseconds since the Unix epoch. */
  readonly openedAt: number
  readonly delivered: number
  /**
   * Milliseconds from an event to its write: the median and the 95th percentile. Undefined before the first message.
   */
  readonly medianDelayMs: number | undefined
  readonly slowDelayMs: number | undefined
}

export interface OpenConnection extends ConnectionFacts {
  /**
   * Age of the oldest message that waits for the client, in milliseconds; undefined while the server sends history.
   */
  readonly lagMs: number | undefined
}

export interface EndedConnection extends ConnectionFacts {
  /** Milliseconds since the Unix epoch. */
  readonly endedAt: number
  readonly reason: CloseReason<OwnCloseReason>
}

export class AccountConnections {
  readonly #open = new Map<number, Connection>()
  readonly #ids = new WeakMap<Connection, number>()
  readonly #past = new PastConnections<EndedConnection>()
  #last = 0

  add(connection: Connection): void {
    this.#last += 1
    this.#open.set(this.#last, connection)
    this.#ids.set(connection, this.#last)
  }

  /** Removes a connection that was never served; has no effect after {@link ended}. */
  remove(connection: Connection): void {
    const id = this.#ids.get(connection)
    if (id !== undefined) this.#open.delete(id)
  }

  /** @param endedAt milliseconds since the Unix epoch */
  ended(connection: Connection, reason: CloseReason<OwnCloseReason>, endedAt: number): void {
    const id = this.#ids.get(connection)
    if (id === undefined) return
    this.#open.delete(id)
    this.#past.add(connection.client.account, { ...factsOf(id, connection), endedAt, reason })
  }

  /** The open connections of an account, oldest first. */
  open(account: string): readonly OpenConnection[] {
    return [...this.#open]
      .filter(([, { client }]) => client.account === account)
      .map(([id, connection]) => ({ ...factsOf(id, connection), lagMs: connection.lagMs }))
  }

  /** The ended connections of an account, latest first; at most 100. */
  past(account: string): readonly EndedConnection[] {
    return this.#past.of(account)
  }

  /**
   * Ends all connections of an account when the event removes one of the account's streams. Clients then reconnect to
   * the remaining streams.
   */
  closeEndedBy(event: LoggedEvent): void {
    const closed = accountClosedBy(event)
    if (closed === undefined) return
    for (const connection of this.#open.values()) {
      if (connection.client.account === closed) connection.close('removed')
    }
  }

  /** The open connections of all accounts, oldest first. */
  openOfAll(): readonly (OpenConnection & { readonly account: string })[] {
    return [...this.#open].map(([id, connection]) => ({
      ...{ ...factsOf(id, connection), lagMs: connection.lagMs, account: connection.client.account },
    }))
  }

  /** The client of an open connection, for a connection of any account. */
  clientOf(id: number): StreamClient | undefined {
    return this.#open.get(id)?.client
  }

  /** Ends a connection of an account. @returns false if the account has no such connection */
  drop(account: string, id: number): boolean {
    const connection = this.#open.get(id)
    if (connection?.client.account !== account) return false
    connection.close('dropped')
    return true
  }
}

function factsOf(id: number, { client, part, openedAt, delivered, delays }: Connection): ConnectionFacts {
  const { publisher, label, email, address } = client
  return {
    ...{ id, publisher, label, email, address, openedAt, delivered },
    partition: Number(part),
    medianDelayMs: delays.quantile(0.5),
    slowDelayMs: delays.quantile(0.95),
  }
}
