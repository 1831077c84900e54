/**
 * The controls of test mode for the console (spec/console.md#test-controls). They call the same functions as the admin
 * listener.
 */
import type { Grade, GradeFacts } from './api/console/_operator/grades.ts'
import type { ControlsState, DeskControls } from './api/console/_operator/test-controls.ts'
import { ConsoleProblem, type ConsoleReason } from './api/console/_problems.ts'
import type { Context } from './domain/context.ts'
import type { Logger } from './lib/log.ts'
import { changeClock } from './ops/test-controls/clock.ts'
import { MAX_SPEED } from './testing/clock.ts'
import type { ServerControls } from './testing/controls.ts'
import { countsOf, type KeptReport, MAX_REPORTS } from './testing/grade/kept-reports.ts'
import { ControlRefused, type RefusedControl } from './testing/refused.ts'
import type { TrafficState } from './testing/traffic/traffic.ts'
import { asSentence } from './text/sentence.ts'

const REASONS: Readonly<Record<RefusedControl, ConsoleReason>> = {
  invalid: 'control-invalid',
  'not-found': 'snapshot-not-found',
  conflict: 'control-conflict',
}

/** Name that the console page shows for the state to which a reset returns. */
const START_NAME = 'start'

/**
 * Name of the snapshot that is saved before a seed is loaded. The snapshot is needed because, if an item of the seed is
 * refused, the items before it are already stored.
 */
const BEFORE_SEED = 'before-seed'

const FAILED = 'The snapshot could not be restored; the log of the server has the reason.'

interface DeskParts {
  /** URL of the admin listener. */
  readonly address: () => string
  readonly runtime: { readonly context: Context }
  readonly logger: Logger
}

/** The controls for the console; undefined if the server has no test controls. */
export function deskControls(
  controls: ServerControls | undefined,
  { address, runtime, logger }: DeskParts,
): DeskControls | undefined {
  if (controls === undefined) return undefined
  const { clock, faults, snapshots, blobs, grades, traffic } = controls
  let restore: ControlsState['restore'] = null
  /** Starts a change. Resolves after the change has begun; rejects when the change is refused. */
  const replaced = (
    name: string,
    change: (onBegin: () => void) => Promise<void>,
    onDone: () => Promise<void>,
  ) =>
    worded(async () => {
      const begun = Promise.withResolvers<void>()
      const done = change(() => {
        restore = { name, state: 'running', failure: null }
        begun.resolve()
      })
      const ended = done.then(onDone).then(
        () => {
          restore = { name, state: 'complete', failure: null }
        },
        (error: unknown) => {
          if (restore?.state !== 'running') throw error
          const failure = error instanceof ControlRefused ? asSentence(error.message) : FAILED
          if (failure === FAILED) logger.error({ err: error }, 'a snapshot could not be restored')
          restore = { name, state: 'failed', failure }
        },
      )
      await Promise.race([begun.promise, ended])
    })
  return {
    state: async () => ({
      clock: clock.state,
      faults: { plan: faults.plan.text === '' ? null : faults.plan.text, counts: [...faults.counts()] },
      snapshots: [...(await snapshots.list())],
      has_all_media: blobs.isComplete,
      restore,
      traffic: trafficOf(traffic.state),
      address: address(),
      max_speed: MAX_SPEED,
    }),
    changeClock: (change) => worded(() => changeClock(clock, change)),
    loadFaults(plan) {
      try {
        faults.load(plan)
      } catch (error) {
        throw problemOf(error)
      }
    },
    clearFaults: () => faults.clear(),
    saveSnapshot: (name) => worded(() => snapshots.save(name)),
    removeSnapshot: (name) => worded(() => snapshots.remove(name)),
    restoreSnapshot: (name, onDone) => replaced(name, (onBegin) => snapshots.restore(name, onBegin), onDone),
    reset: (onDone) => replaced(START_NAME, (onBegin) => snapshots.reset(onBegin), onDone),
    loadSeed: (text, origin) =>
      worded(async () => {
        // The modules are loaded here, because few servers need them.
        const [{ readSeed }, { buildSeed }, { applyControls }] = await Promise.all([
          import('./testing/world/read-seed.ts'),
          import('./testing/world/build-seed.ts'),
          import('./testing/world/seed-controls.ts'),
        ])
        const document = readSeed(text)
        await snapshots.save(BEFORE_SEED)
        const world = await buildSeed(runtime.context, document, origin)
        applyControls(controls, document, world)
        return world
      }),
    simulate: (options) => worded(() => traffic.simulate(options)),
    stopTraffic: () => worded(() => traffic.stop()),
    grades: () => ({ reports: grades.list().map(factsOf), max_reports: MAX_REPORTS }),
    grade: (id) => gradeOf(grades.find(id)),
    removeGrade: (id) => gradeOf(grades.remove(id)),
  }
}

function trafficOf(state: TrafficState | undefined): ControlsState['traffic'] {
  if (state === undefined) return null
  const { kind, position_ms, length_ms = null, counts = {}, error = null } = state
  return { kind, state: state.state, position_ms, length_ms, counts: { ...counts }, failure: error }
}

function factsOf(report: KeptReport): GradeFacts {
  const { id, client, isQuick, receivedAt } = report
  return { id, client, is_quick: isQuick, received_at: receivedAt, ...countsOf(report) }
}

/** @throws {ConsoleProblem} `grade-not-found` */
function gradeOf(report: KeptReport | undefined): Grade {
  if (report === undefined) throw new ConsoleProblem('grade-not-found')
  return { ...factsOf(report), trials: report.trials.map((trial) => ({ ...trial })) }
}

/** Runs `work`, and converts refusals to errors of the console. */
async function worded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw problemOf(error)
  }
}

function problemOf(error: unknown): unknown {
  if (!(error instanceof ControlRefused)) return error
  return new ConsoleProblem(REASONS[error.reason], { message: asSentence(error.message) })
}
