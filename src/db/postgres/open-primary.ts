/** Opens sessions on the primary of a database whose URL names several hosts. */

import { parseHosts } from '../../lib/hosts/database-hosts.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { Primary, type PrimaryOptions } from './primary.ts'
import { connect, type Sql, type SqlOptions } from './session.ts'

/** Milliseconds that a CLI command waits for a primary. */
const WAIT_MS = 10_000

/** @returns undefined for a URL that does not require the primary; it is used without a search */
export function openPrimary(url: string, options: PrimaryOptions): Primary | undefined {
  const parsed = parseHosts(url)
  return parsed?.isPrimaryRequired ? new Primary(parsed, options) : undefined
}

/**
 * The same as `connect`, but the URL may name several hosts. Each connection goes to the host that is the primary at
 * that moment.
 */
export function connectToPrimary(options: SqlOptions): Sql {
  const parsed = parseHosts(options.url)
  if (!parsed?.isPrimaryRequired) return connect(options)
  const socket = async () => {
    const primary = new Primary(parsed, { waitMs: WAIT_MS, clock: systemClock })
    try {
      return (await primary.dial()).socket
    } finally {
      await primary.close()
    }
  }
  return connect({ ...options, url: parsed.url, socket })
}
