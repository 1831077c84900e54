/**
 * Computes with measured costs how many nodes a load needs, and which part reaches its limit first. This
 * bench measures nothing.
 */
import { uniformOf } from '../../src/demo/random.ts'
import { rhythmAt, stormAt } from '../../src/testing/traffic/shape.ts'
import type { BenchOptions } from '../lib/options.ts'
import { printTable, whole } from '../lib/report.ts'
import { ASSUMED, MEASURED } from './costs.ts'
import { type Outcome, simulate } from './model.ts'
import { ceilings, MOST_STREAM_NODES, type Nodes, nodesFor } from './plan.ts'

const SEED = 1
const HOUR_MS = 3_600_000

/** The busiest time of a day, in milliseconds after midnight UTC. */
const BUSIEST_MS = 16 * HOUR_MS

/** Seconds of simulation that represent an hour, and seconds before and after the peak of a storm. */
const SAMPLE_S = 10
const BEFORE_S = 10
const AFTER_S = 60

export async function bench({ sizes }: BenchOptions): Promise<void> {
  printTable(
    'Rates at which the parts are full that more nodes do not make faster',
    ceilings(MEASURED, ASSUMED).map(({ part, rate, source }) => ({ part, 'posts/s': whole(rate), source })),
  )
  printTable(
    'The busiest hour of a day, with nodes planned for this hour',
    sizes.map((mean) => {
      const nodes = nodesFor(MEASURED, ASSUMED, mean * rhythmAt(BUSIEST_MS))
      const hours = Array.from({ length: 24 }, (_, hour) => hourOf(mean, hour, nodes))
      const busiest = hours.reduce((a, b) => (b.arrived > a.arrived ? b : a))
      const sumOf = (part: 'arrived' | 'refused') => hours.reduce((sum, hour) => sum + hour[part], 0)
      return {
        ...rowOf(mean, nodes, busiest),
        'refused in the day': shareOf(sumOf('refused'), sumOf('arrived')),
      }
    }),
  )
  printTable(
    'A storm of 25 times the mean rate, with nodes planned for its peak',
    sizes.map((mean) => {
      const nodes = nodesFor(MEASURED, ASSUMED, mean * stormAt(0))
      return rowOf(mean, nodes, stormOf(mean, nodes))
    }),
  )
}

function hourOf(mean: number, hour: number, nodes: Nodes): Outcome {
  const rate = mean * rhythmAt(hour * HOUR_MS)
  const scenario = { costs: MEASURED, around: ASSUMED, nodes, seconds: SAMPLE_S, rateAt: () => rate }
  return simulate(scenario, uniformOf(SEED, hour))
}

function stormOf(mean: number, nodes: Nodes): Outcome {
  const rateAt = (second: number) => mean * stormAt(second - BEFORE_S)
  const seconds = BEFORE_S + AFTER_S
  return simulate({ costs: MEASURED, around: ASSUMED, nodes, seconds, rateAt }, uniformOf(SEED, 24))
}

function fullest({ parts }: Outcome): { readonly name: string; readonly utilisation: number } {
  return parts.reduce((a, b) => (b.utilisation > a.utilisation ? b : a))
}

function rowOf(mean: number, nodes: Nodes, outcome: Outcome): Record<string, string> {
  const { arrived, refused, behind, parts, p99 } = outcome
  const streams = `${nodes.streams}${nodes.streams === MOST_STREAM_NODES ? ' (most)' : ''}`
  return {
    'mean posts/s': whole(mean),
    'nodes: api, streams, webhooks, jobs': `${nodes.api}, ${streams}, ${nodes.webhooks}, 1`,
    busy: parts.map(({ name, utilisation }) => `${name} ${(utilisation * 100).toFixed(0)} %`).join(', '),
    'fullest part': fullest(outcome).name,
    refused: shareOf(refused, arrived),
    'not at the streams at the end': whole(behind),
    'commit to stream, p99': `${whole(p99)} ms`,
  }
}

function shareOf(part: number, all: number): string {
  return `${((100 * part) / Math.max(1, all)).toFixed(1)} %`
}
