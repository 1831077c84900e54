/** The worker thread of load-beside.ts. It loads the network, and sends the number of loaded rows. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../../config.ts'
import { loadNetwork } from '../../demo/load.ts'
import { openRuntime } from '../../runtime.ts'

export interface NetworkOrder {
  readonly config: Config
  readonly seed: number
}

if (parentPort !== null) {
  const port = parentPort
  const { config, seed } = workerData as NetworkOrder
  const { context, close } = await openRuntime(config, { manner: 'command' })
  try {
    await loadNetwork(context, { seed, data: config.data, onRows: (rows) => port.postMessage(rows) })
  } finally {
    await close()
  }
}
