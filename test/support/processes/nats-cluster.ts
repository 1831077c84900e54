/** Starts three nats-servers in a cluster. Tests can kill each server and start it again. */
import type { JetStreamManager } from '@nats-io/jetstream'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { must } from '../../../src/lib/assert.ts'
import { freePort } from '../../deploy/tools.ts'
import type { Hooks } from '../engines.ts'
import { waitUntil } from '../wait-until.ts'
import { type NatsServer, startNats } from './nats-server.ts'

const SERVERS = 3

export interface NatsCluster {
  /** URL with all servers, for the setting `relay`. */
  readonly url: string
  readonly servers: readonly NatsServer[]
  /**
   * The management interface of JetStream, over a connection to any server. The connection is closed at the end of
   * the test.
   */
  readonly jsm: JetStreamManager
  /** The server that is the leader of a JetStream stream. */
  leader(stream: string): Promise<NatsServer>
}

/** Starts the servers. Resolves when JetStream has a leader. */
export async function startNatsCluster(t: Hooks): Promise<NatsCluster> {
  const ports = await Promise.all(Array.from({ length: SERVERS }, () => freePort()))
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join()
  const servers = await Promise.all(
    ports.map((port, index) => {
      const own = ['--server_name', nameOf(index), '--cluster', `nats://127.0.0.1:${port}`]
      // Clients stay on the addresses that they were given, so that a proxy in front of a server stays in use.
      const more = ['--cluster_name', 'aviary', '--routes', routes, '--no_advertise']
      return startNats(t, { args: [...own, ...more] })
    }),
  )
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`)
  const connection = await connect({ servers: hosts, maxReconnectAttempts: -1, reconnectTimeWait: 50 })
  t.after(() => connection.close())
  const jsm = await jetstreamManager(connection, { checkAPI: false })
  // JetStream refuses all requests until the servers have elected a leader.
  await waitUntil(() =>
    jsm.getAccountInfo().then(
      () => true,
      () => false,
    ),
  )
  const leader = async (stream: string): Promise<NatsServer> => {
    const { cluster } = await jsm.streams.info(stream)
    const index = servers.findIndex((_, each) => nameOf(each) === cluster?.leader)
    return must(servers[index], 'the server that leads the stream')
  }
  return { url: `nats://${hosts.join()}`, servers, jsm, leader }
}

function nameOf(index: number): string {
  return `nats-${index}`
}
