/**
 * Loads the demo network of a first start in a worker thread, while the main thread loads the modules of the server
 * (docs/decisions/0148-faster-starts.md).
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Config } from '../../config.ts'
import { addressOf } from '../../db/open.ts'
import { siblingModule } from '../../lib/package/sibling.ts'
import type { NetworkOrder } from './network-thread.ts'

/** True for a first start on SQLite with more than one processor. */
export function canLoadBeside({ database, data }: Pick<Config, 'database' | 'data'>): boolean {
  return database === '' && !existsSync(addressOf({ database, data }).file) && availableParallelism() > 1
}

/**
 * Runs `loadNetwork` in a worker thread.
 * @param onRows called with the number of loaded rows
 * @returns true if the network is complete. After false, call `loadNetwork` on the main thread. It continues after the
 * last loaded row, and throws the error if the error occurs again.
 */
export function loadBeside(order: NetworkOrder, onRows: (rows: number) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(siblingModule(import.meta.url, 'network-thread'), { workerData: order })
    worker.on('message', onRows)
    worker.on('error', () => resolve(false))
    worker.on('exit', (code) => resolve(code === 0))
  })
}
