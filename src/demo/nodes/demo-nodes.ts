/** A demo with several nodes (server processes), as in `npm start -- --nodes 3`. */
import type { Config } from '../../config.ts'
import { type NodeProcess, startNodes } from './node-processes.ts'
import { openOwnPostgres } from './own-postgres.ts'

export interface DemoNodes {
  /** Settings of the first node, which runs in the process of the demo. */
  readonly config: Config
  /** Starts the other nodes. Call it after the first node accepts requests. @param config settings of the first node */
  startOthers(config: Config): Promise<readonly NodeProcess[]>
  close(): Promise<void>
}

/**
 * Opens the database that the nodes share: the database in the settings, or a PostgreSQL server that the demo starts.
 * @param count number of nodes, including the first node
 * @param onLine a function that receives each line of output of the other nodes
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
