/** Runs a plan of faults against a cluster under load, and checks the promises after the run. */
import type { Hooks } from '../support/engines.ts'
import { problemsOf, settled, unready } from './checks.ts'
import { kindsHere } from './kinds-here.ts'
import { apply, sentenceOf } from './make-fault.ts'
import { type Fault, LAST_MS, planOf } from './plan.ts'
import { Revocations } from './revocations.ts'
import { clientsOf, openStage, type Stage } from './stage.ts'

export interface FaultReport {
  readonly seed: number
  readonly seconds: number
  readonly faults: Readonly<Record<string, number>>
  readonly posts: number
  /** Number of posts that were not acknowledged, by status; the status 0 stands for no response. */
  readonly refused: Readonly<Record<string, number>>
  readonly longestPauseMs: number
  readonly reconnects: number
  readonly repeats: number
  readonly disconnects: Readonly<Record<string, number>>
  readonly revocations: number
  readonly suspensions: number
  /** Number of posts whose deletion was acknowledged. */
  readonly deletions: number
  /** Number of posts that arrived on v1.1 streams. */
  readonly live: number
  /** Maximum number of calls that a user was granted in a window of 15 calls. */
  readonly mostGranted: number
  readonly failovers: number
  /** Kinds of faults that this machine cannot make, each with the reason. */
  readonly skipped: Readonly<Record<string, string>>
  /** A sentence for each broken promise; empty if all promises were kept. */
  readonly problems: readonly string[]
}

export interface FaultRunOptions {
  readonly seed: number
  readonly seconds: number
  /** Called with a sentence at each step. */
  readonly say?: (sentence: string) => void
}

export async function runFaults(
  t: Hooks,
  { seed, seconds, say = () => undefined }: FaultRunOptions,
): Promise<FaultReport> {
  const { kinds, skipped } = kindsHere()
  for (const [kind, reason] of Object.entries(skipped)) say(`SKIPPED ${kind}: ${reason}`)
  const stage = await openStage(t, seconds)
  say('three nodes are ready')
  const { nodes } = stage
  const clients = clientsOf(stage)
  await Promise.all(clients.readers.map((reader) => reader.begin()))
  const running = [...clients.readers, ...clients.live, ...clients.writers].map((each) => each.run())
  const plan = planOf(seed, seconds, nodes.length, kinds)
  const revocations = new Revocations(stage)
  // If the run is interrupted, nothing may keep the process alive.
  t.after(() => {
    for (const each of [...Object.values(clients).flat(), revocations]) each.stop()
  })
  const revoking = revocations.run()
  const started = Date.now()
  const made: Fault[] = []
  const problems: string[] = []
  for (const fault of plan) {
    // On a busy machine a start takes long, so the rest of the plan may not fit into the time of the run.
    if (Date.now() - started > seconds * 1_000 - LAST_MS) break
    made.push(fault)
    await pause(Math.max(0, started + fault.atMs - Date.now()))
    say(`${Math.round((Date.now() - started) / 1_000)} s: ${sentenceOf(fault)}`)
    problems.push(...(await apply(stage, fault)))
  }
  await pause(Math.max(0, started + seconds * 1_000 - Date.now()))
  for (const writer of clients.writers) writer.stop()
  revocations.stop()
  await revoking
  say('the writers have stopped')
  problems.push(...(await settled(stage)), ...(await unready(stage)))
  say('the readers have caught up, or time is over')
  problems.push(...revocations.problems, ...(await problemsOf(stage)))
  say(`${problems.length} problems`)
  for (const reader of [...clients.readers, ...clients.live]) reader.stop()
  await Promise.all(running)
  return reportOf(stage, {
    ...{ seed, seconds, plan: made, problems, skipped },
    revocations: revocations.count,
    suspensions: revocations.suspensions,
  })
}

function reportOf(
  { writers, deleter, spender, readers, compliance, live, database }: Stage,
  run: Pick<FaultReport, 'seed' | 'seconds' | 'problems' | 'revocations' | 'suspensions' | 'skipped'> & {
    readonly plan: readonly Fault[]
  },
): FaultReport {
  const { plan, ...facts } = run
  const sum = (maps: readonly ReadonlyMap<string | number, number>[]) => {
    const total: Record<string, number> = {}
    for (const map of maps) for (const [name, count] of map) total[name] = (total[name] ?? 0) + count
    return total
  }
  return {
    ...facts,
    faults: sum(
      plan.flatMap(({ kind, also }) => [kind, also?.kind ?? []].flat()).map((kind) => new Map([[kind, 1]])),
    ),
    posts: writers.reduce((count, { acknowledged }) => count + acknowledged.length, 0),
    refused: sum(writers.map(({ refused }) => refused)),
    longestPauseMs: Math.max(...writers.map(({ longestPauseMs }) => longestPauseMs)),
    deletions: deleter.deleted.flat().length,
    live: live.reduce((count, { heard }) => count + heard, 0),
    reconnects: [...readers, ...live, compliance].reduce((count, reader) => count + reader.reconnects, 0),
    repeats: readers.reduce((count, reader) => count + reader.repeats, 0),
    disconnects: sum(readers.map(({ disconnects }) => disconnects)),
    mostGranted: Math.max(...spender.granted),
    failovers: database.failovers,
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
