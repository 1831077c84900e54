/**
 * Makes connections to receivers of webhooks. The address is checked when the connection is made. Therefore, if a
 * name later resolves to a forbidden address (DNS rebinding), the connection is refused.
 */
import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { type AddressPolicy, AddressRefused } from './safe-address.ts'

const CONNECT_TIMEOUT_MS = 3_000

export interface ConnectorOptions {
  readonly policy: AddressPolicy
  /** A resolver that replaces the system's resolver. */
  readonly lookup?: LookupFunction | undefined
  /** Certificate authorities in PEM form that are trusted in addition to the system's authorities. */
  readonly ca?: string | undefined
}

/**
 * Checks every address before a connection to it is made, and checks the address of the socket afterwards. Connecting
 * fails with {@link AddressRefused} for an address that the policy does not allow.
 */
export function guardedConnector({
  policy,
  lookup = systemLookup as LookupFunction,
  ca,
}: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
    lookup: guardedLookup(policy, lookup),
    ...(ca === undefined ? {} : { ca }),
  })
  return (options, callback) => {
    const { hostname } = options
    // An IP address in the URL is not looked up, so the check in the look-up does not cover it.
    if (isAddress(hostname) && !policy.mayConnect(hostname, hostname)) {
      callback(refusedAddress(hostname), null)
      return
    }
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null)
      const address = socket.remoteAddress ?? ''
      if (policy.mayConnect(hostname, address)) return callback(null, socket)
      socket.destroy()
      callback(refusedAddress(address), null)
    })
  }
}

/** Refuses a name if at least one of its addresses is refused. */
function guardedLookup(policy: AddressPolicy, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '')
      const addresses = Array.isArray(found) ? found : []
      const refused = addresses.find(({ address }) => !policy.mayConnect(hostname, address))
      if (refused !== undefined) return callback(refusedAddress(refused.address), '')
      const [first] = addresses
      if (first === undefined) return callback(new Error(`${hostname} has no address`), '')
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function isAddress(hostname: string): boolean {
  return hostname.includes(':') || /^[\d.]+$/.test(hostname)
}

function refusedAddress(address: string): AddressRefused {
  return new AddressRefused(`${address} is not an address that webhooks may have`)
}
