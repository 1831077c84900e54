/** The controls of test mode: made by the server when the setting `test_controls` is on, used by the admin listener. */
import type { BlobSnapshots } from '../blobs/blob-snapshots.ts'
import type { Clock, Random } from '../lib/time/clock.ts'
import { AppDates } from './app-dates.ts'
import { ControlledClock } from './clock.ts'
import { FaultInjector } from './faults/injector.ts'
import { KeptReports } from './grade/kept-reports.ts'
import { RequestLog } from './requests/log.ts'
import type { Snapshots } from './snapshots.ts'
import type { Traffic } from './traffic/traffic.ts'

/** Header of every public response while test controls are on. */
export const TEST_MODE_HEADER = ['aviary-test-controls', 'on'] as const

/** Logged at the start of a server that may be in production by mistake. */
export const TEST_MODE_WARNING =
  'TEST CONTROLS ARE ON: anyone with the test token can move the clock and remove all data; never use this setting in production'

export interface TestControls {
  /** Authorizes the controls. */
  readonly token: string
  /** The clock of the whole server. */
  readonly clock: ControlledClock
  readonly random: Random
  /** The days of apps. */
  readonly dates: AppDates
  /** The clock of the machine, which clients use for waits. */
  readonly machine: Clock
  readonly requests: RequestLog
  readonly faults: FaultInjector
  /** Reports of graded clients. */
  readonly grades: KeptReports
  readonly blobs: BlobSnapshots
}

/** Parts of the controls that depend on settings. */
export type ControlSettings = Pick<TestControls, 'token' | 'blobs'>

/** The controls of test mode with snapshots and traffic. */
export interface ServerControls extends TestControls {
  readonly snapshots: Snapshots
  readonly traffic: Traffic
}

/** @param machine the clock that the controlled one follows */
export function makeTestControls(machine: Clock, random: Random, settings: ControlSettings): TestControls {
  const clock = machine instanceof ControlledClock ? machine : new ControlledClock(machine)
  const parts = { dates: new AppDates(), requests: new RequestLog(), faults: new FaultInjector() }
  const grades = new KeptReports(clock.machine)
  return { ...settings, clock, machine: clock.machine, random, grades, ...parts }
}

/**
 * The clocks by which signatures are valid. Without the machine's clock, a server with a moved clock would refuse the
 * signatures of all clients that use the machine's time.
 */
export function signingClocks({ clock, machine }: Pick<TestControls, 'clock' | 'machine'>): readonly Clock[] {
  return [clock, machine]
}
