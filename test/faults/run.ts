/** Runs a plan of faults against a cluster under load, and checks the promises afterwards. */
import { issueToken, revokeToken } from '../../src/domain/apps/tokens.ts'
import { signature } from '../support/api-client.ts'
import type { Hooks } from '../support/engines.ts'
import { createOneUser } from '../support/users.ts'
import { problemsOf, settled, unready } from './checks.ts'
import { kindsHere } from './kinds-here.ts'
import { apply, sentenceOf } from './make-fault.ts'
import { type Fault, LAST_MS, planOf } from './plan.ts'
import { openStage, type Stage } from './stage.ts'
import { send } from './writers.ts'

/** Milliseconds after which a revocation acts on every node (docs/decisions/0056-bounded-staleness.md). */
const REVOKED_MS = 1_000

export interface FaultReport {
  readonly seed: number
  readonly seconds: number
  readonly faults: Readonly<Record<string, number>>
  readonly posts: number
  /** Posts without success, by status; 0 for no answer. */
  readonly refused: Readonly<Record<string, number>>
  readonly longestPauseMs: number
  readonly reconnects: number
  readonly repeats: number
  readonly disconnects: Readonly<Record<string, number>>
  readonly revocations: number
  /** Most calls that a user was granted in a window of 15. */
  readonly mostGranted: number
  readonly failovers: number
  /** Kinds of faults that this machine cannot make, with the reasons. */
  readonly skipped: Readonly<Record<string, string>>
  /** Broken promises; empty for a clean run. */
  readonly problems: readonly string[]
}

export interface FaultRunOptions {
  readonly seed: number
  readonly seconds: number
  /** Receives a sentence for each step. */
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
  const { writers, spender, readers, nodes } = stage
  await Promise.all(readers.map((reader) => reader.begin()))
  const running = [...readers, ...writers, spender].map((each) => each.run())
  const plan = planOf(seed, seconds, nodes.length, kinds)
  const revocations = new Revocations(stage)
  // For a run that is given up in the middle: nothing may keep the process alive.
  t.after(() => {
    for (const each of [...readers, ...writers, spender, revocations]) each.stop()
  })
  const revoking = revocations.run()
  const started = Date.now()
  const made: Fault[] = []
  const problems: string[] = []
  for (const fault of plan) {
    // On a busy machine a start takes long, and the rest of the plan does not fit.
    if (Date.now() - started > seconds * 1_000 - LAST_MS) break
    made.push(fault)
    await pause(Math.max(0, started + fault.atMs - Date.now()))
    say(`${Math.round((Date.now() - started) / 1_000)} s: ${sentenceOf(fault)}`)
    const broken = await apply(stage, fault)
    if (broken !== undefined) problems.push(broken)
  }
  await pause(Math.max(0, started + seconds * 1_000 - Date.now()))
  for (const each of [...writers, spender]) each.stop()
  revocations.stop()
  await revoking
  say('the writers have stopped')
  problems.push(...(await settled(stage)), ...(await unready(stage)))
  say('the readers have caught up, or time is over')
  problems.push(...revocations.problems, ...(await problemsOf(stage)))
  say(`${problems.length} problems`)
  for (const reader of readers) reader.stop()
  await Promise.all(running)
  return reportOf(stage, {
    ...{ seed, seconds, plan: made, problems, skipped },
    revocations: revocations.count,
  })
}

/** Issues tokens, revokes them, and asks each node after the promised time. */
class Revocations {
  readonly #stage: Stage
  #isStopped = false
  count = 0
  readonly problems: string[] = []

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async run(): Promise<void> {
    const { context, app } = this.#stage
    const { id: userId } = await createOneUser(context)
    while (!this.#isStopped) {
      try {
        const token = await issueToken(context, { appId: app.appId, userId })
        const consumer = { key: app.consumerKey, secret: app.consumerSecret }
        const access = { key: token.accessToken, secret: token.accessTokenSecret }
        const as = signature(consumer, access, Date.now)
        await this.#askAll(as)
        await revokeToken(context, token.accessToken)
        await pause(REVOKED_MS)
        const accepted = (await this.#askAll(as)).filter(({ status }) => status === 200)
        for (const { name } of accepted)
          this.problems.push(`${name} accepts a token that was revoked for 1 s`)
        this.count += 1
      } catch {
        // The database fails over, and this runtime has no client that repeats.
        await pause(200)
      }
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  #askAll(as: ReturnType<typeof signature>) {
    return Promise.all(
      this.#stage.nodes.map(async ({ name, url: base }) => {
        const url = `${base}/1.1/account/verify_credentials.json`
        const answer = send(url, as('GET', url))
        // A node that is stopped answers later; the loop does not wait for it, its answer counts all the same.
        const { status } = await Promise.race([answer, pause(2_000).then(() => ({ status: 0 }))])
        return { name, status }
      }),
    )
  }
}

function reportOf(
  { writers, spender, readers, database }: Stage,
  run: Pick<FaultReport, 'seed' | 'seconds' | 'problems' | 'revocations' | 'skipped'> & {
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
    faults: sum(plan.map(({ kind }) => new Map([[kind, 1]]))),
    posts: writers.reduce((count, { acknowledged }) => count + acknowledged.length, 0),
    refused: sum(writers.map(({ refused }) => refused)),
    longestPauseMs: Math.max(...writers.map(({ longestPauseMs }) => longestPauseMs)),
    reconnects: readers.reduce((count, reader) => count + reader.reconnects, 0),
    repeats: readers.reduce((count, reader) => count + reader.repeats, 0),
    disconnects: sum(readers.map(({ disconnects }) => disconnects)),
    mostGranted: Math.max(...spender.granted),
    failovers: database.failovers,
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
