/** A demo with several nodes: `npm start -- --nodes 3`. */
import type { Config } from '../../config.ts'
import { type NodeProcess, startNodes } from './node-processes.ts'
import { openOwnPostgres } from './own-postgres.ts'

export interface DemoNodes {
  /** Settings of the first node, which the process of the demo is. */
  readonly config: Config
  /** Starts the other nodes, when the first one serves. @param config the settings of the first node */
  startOthers(config: Config): Promise<readonly NodeProcess[]>
  close(): Promise<void>
}

/**
 * Opens what several nodes share: the database of the settings, else a PostgreSQL of the demo's own.
 * @param count nodes, the first one included
 * @param onLine receives what the other nodes write
 */
export async function openDemoNodes(
  config: Config,
  count: number,
  onLine: (line: string) => void,
): Promise<DemoNodes> {
  const own = config.database === '' ? await openOwnPostgres(config.data) : undefined
  let others: readonly NodeProcess[] = []
  return {
    config: own === undefined ? config : { ...config, database: own.url },
    async startOthers(first) {
      others = await startNodes(first, count - 1, onLine)
      return others
    },
    async close() {
      await Promise.all(others.map((node) => node.close()))
      await own?.close()
    },
  }
}
