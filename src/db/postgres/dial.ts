/** Opens sockets to PostgreSQL hosts. */
import { connect, type Socket } from 'node:net'
import type { DatabaseHost } from '../../lib/hosts/database-hosts.ts'
import { StoreUnavailable } from '../errors.ts'

/** Milliseconds within which a host must accept a connection. */
const DIAL_MS = 2_000

const KEEP_ALIVE_MS = 10_000

/**
 * Opens a socket. @throws {StoreUnavailable} when the host does not respond in time; otherwise the error of the socket
 */
export function dialHost({ host, port }: DatabaseHost): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS })
    const onTimeout = () => socket.destroy(new StoreUnavailable(`no connection in ${DIAL_MS} ms`))
    socket.setTimeout(DIAL_MS, onTimeout)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeListener('timeout', onTimeout)
      socket.removeListener('error', reject)
      // The driver checks that the certificate is valid for the name in `host`.
      resolve(Object.assign(socket, { host, port }))
    })
  })
}
