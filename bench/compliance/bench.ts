/**
 * Measures the compliance stream: the cost of many connections, the latency, and the cost of connections
 * that do not read.
 */
import type { BenchOptions } from '../lib/options.ts'
import { benchSpeed } from './speed.ts'
import { benchWhole } from './whole.ts'

export async function bench(options: BenchOptions): Promise<void> {
  await benchSpeed(options)
  await benchWhole(options)
}
