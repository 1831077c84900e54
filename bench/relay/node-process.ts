/** Runs complete servers that share one database, in a separate process, and counts their statements. */

import type { Config } from '../../src/config.ts'
import { must } from '../../src/lib/assert.ts'
import { createLogger } from '../../src/lib/log.ts'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { type Server, startServer } from '../../src/server.ts'
import { countStatements } from '../../test/support/databases/counted-statements.ts'
import { answerCalls } from '../lib/child.ts'

const servers: Server[] = []

/** The statements of all servers, counted until the process ends. */
const { texts } = countStatements({ after: () => undefined })

export const methods = {
  /**
   * Starts servers. If there is a relay, waits until each server publishes to it or reads it.
   * @returns the URL of each server
   */
  async open(config: Config, count: number): Promise<string[]> {
    for (let index = 0; index < count; index += 1)
      servers.push(await startServer(config, { logger: createLogger('silent') }))
    if (config.relay !== '') for (const { opsUrl } of servers) await relayed(must(opsUrl, 'a listener'))
    return servers.map(({ url }) => url)
  },

  /** @returns the number of statements since the last call */
  async statements(): Promise<number> {
    return texts.splice(0).length
  },
}

/** Waits until the node publishes to the relay or reads it. */
async function relayed(opsUrl: string): Promise<void> {
  for (;;) {
    const { relay } = (await (await fetch(`${opsUrl}/readyz`)).json()) as { readonly relay?: string }
    if (relay === 'publishing' || relay === 'reading') return
    await sleep(systemClock, 50)
  }
}

answerCalls(methods, async () => {
  await Promise.all(servers.map((server) => server.close()))
})
