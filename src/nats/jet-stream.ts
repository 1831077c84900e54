/** Opens JetStream over a connection. */
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { MsgHdrs } from '@nats-io/transport-node'
import type { NatsConnection } from './link.ts'

/** Milliseconds within which JetStream must respond. */
const ANSWER_MS = 5_000

export interface JetStream {
  readonly connection: NatsConnection
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  newHeaders(): MsgHdrs
}

/** @throws when the server has no JetStream or does not respond */
export async function openJetStream(connection: NatsConnection): Promise<JetStream> {
  const [{ jetstream, jetstreamManager }, { headers }] = await Promise.all([
    import('@nats-io/jetstream'),
    import('@nats-io/transport-node'),
  ])
  const options = { timeout: ANSWER_MS }
  const jsm = await jetstreamManager(connection, options)
  return { connection, jsm, js: jetstream(connection, options), newHeaders: () => headers() }
}
