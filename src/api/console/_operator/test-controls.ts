/** The controls of test mode, as the desk uses them (spec/console.md#test-controls). Times are in Unix milliseconds. */
import { type Static, Type } from 'typebox'
import { ConsoleProblem } from '../_problems.ts'
import type { Grade, GradeList } from './grades.ts'

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()])

export const CONTROLS_STATE = Type.Object(
  {
    clock: Type.Object({
      now: Type.Integer({ description: 'Unix milliseconds.' }),
      speed: Type.Number({ description: 'Speed as a multiple of real time; 0 for a stopped clock.' }),
    }),
    faults: Type.Object({
      plan: Type.Union([Type.String(), Type.Null()], { description: 'The plan as it was received.' }),
      counts: Type.Array(
        Type.Object({
          name: Type.String(),
          on: Type.String(),
          calls: Type.Integer({ description: 'Calls that the fault selected.' }),
          hits: Type.Integer({ description: 'Calls into which the fault was injected.' }),
        }),
      ),
    }),
    snapshots: Type.Array(
      Type.Object({ name: Type.String(), version: Type.String({ description: 'Version of the tables.' }) }),
    ),
    has_all_media: Type.Boolean({
      description: 'False when media files are in a bucket: they are not copied.',
    }),
    restore: Type.Union(
      [
        Type.Object({
          name: Type.String(),
          state: Type.Enum(['running', 'complete', 'failed']),
          failure: TEXT_OR_NULL,
        }),
        Type.Null(),
      ],
      { description: 'The last restore of a snapshot that was requested here.' },
    ),
    traffic: Type.Union(
      [
        Type.Object({
          kind: Type.Enum(['simulation', 'replay']),
          state: Type.Enum(['running', 'paused', 'finished', 'stopped', 'failed']),
          position_ms: Type.Integer({
            description: 'Milliseconds since the start of the traffic, by the clock of the server.',
          }),
          length_ms: Type.Union([Type.Integer(), Type.Null()], { description: 'Null for a replay.' }),
          counts: Type.Record(Type.String(), Type.Integer(), {
            description: 'Actions of a simulation so far.',
          }),
          failure: TEXT_OR_NULL,
        }),
        Type.Null(),
      ],
      { description: 'The last traffic that was started here or by commands.' },
    ),
    address: Type.String({ description: 'URL of the admin listener, for commands.' }),
    max_speed: Type.Integer(),
  },
  { title: 'ConsoleTestControls' },
)

export const SEEDED_WORLD = Type.Object(
  {
    users: Type.Array(Type.Object({ id: Type.String(), screen_name: Type.String() })),
    apps: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        consumer_key: Type.String(),
        consumer_secret: Type.String(),
        bearer_token: Type.String(),
        client_id: Type.String(),
        tokens: Type.Array(
          Type.Object({
            user: Type.String(),
            access_token: Type.String(),
            access_token_secret: Type.String(),
          }),
        ),
      }),
    ),
  },
  { title: 'ConsoleSeededWorld' },
)

export type ControlsState = Static<typeof CONTROLS_STATE>

/** The users and credentials that a seed file made. */
export interface SeededWorld {
  readonly users: readonly Static<typeof SEEDED_WORLD>['users'][number][]
  readonly apps: readonly (Omit<Static<typeof SEEDED_WORLD>['apps'][number], 'tokens'> & {
    readonly tokens: readonly Static<typeof SEEDED_WORLD>['apps'][number]['tokens'][number][]
  })[]
}

/** A change of the clock: a new time or a step, and a new speed. */
export interface ClockChange {
  readonly now?: string | number
  readonly step?: string | number
  readonly speed?: number
}

/** Simulated traffic (docs/testing/traffic.md). */
export interface NewTraffic {
  readonly seed: number
  readonly rate: number
  readonly seconds: number
  readonly users: number
  readonly storm: boolean
}

/**
 * Test controls for the desk. Methods throw `control-invalid`, `control-conflict` and `snapshot-not-found`, with
 * advice.
 */
export interface DeskControls {
  state(): Promise<ControlsState>
  changeClock(change: ClockChange): Promise<void>
  /** Replaces the plan of faults. @param plan a text in JSON or YAML */
  loadFaults(plan: string): void
  clearFaults(): void
  saveSnapshot(name: string): Promise<void>
  /**
   * Begins to restore a snapshot. Resolves before the server delays requests, so that the server can respond to the
   * request of the caller.
   * @param onDone a function that runs after the restore, with the restored data
   */
  restoreSnapshot(name: string, onDone: () => Promise<void>): Promise<void>
  removeSnapshot(name: string): Promise<void>
  /** Like {@link restoreSnapshot}, but restores the state after the start of the server. */
  reset(onDone: () => Promise<void>): Promise<void>
  /**
   * Saves a snapshot with the name `before-seed`, then adds the users, apps and posts of a seed file.
   * @param text the seed file as JSON or YAML
   * @param origin the origin of the server, for URLs of webhooks
   */
  loadSeed(text: string, origin: string): Promise<SeededWorld>
  /** Starts simulated traffic. */
  simulate(traffic: NewTraffic): Promise<void>
  /** Ends the simulated traffic, if there is any. */
  stopTraffic(): Promise<void>
  /** The stored reports about graded clients. */
  grades(): GradeList
  /** This method and `removeGrade` throw `grade-not-found`. */
  grade(id: string): Grade
  removeGrade(id: string): Grade
}

interface MaybeControlled {
  testControls(): DeskControls | undefined
}

/** @throws {ConsoleProblem} `no-test-controls` */
export function controlsOf(services: MaybeControlled): DeskControls {
  const controls = services.testControls()
  if (controls === undefined) throw new ConsoleProblem('no-test-controls')
  return controls
}
