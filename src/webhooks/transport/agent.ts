/** Makes the HTTP client for requests to receivers of webhooks. */
import { Agent } from 'undici'
import { type ConnectorOptions, guardedConnector } from './guarded-connector.ts'

const MAX_HEADER_BYTES = 16 * 1024

/** An agent of undici without timeouts, because the caller has its own timers. */
export function createAgent(connector: ConnectorOptions): Agent {
  return new Agent({
    connect: guardedConnector(connector),
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
