/**
 * Assembles the controls of test mode. A server with the setting `test_controls` makes them, and the admin listener
 * uses them.
 */
import type { BlobSnapshots } from '../blobs/blob-snapshots.ts'
import type { Clock, Random } from '../lib/time/clock.ts'
import { AppDates } from './app-dates.ts'
import { ControlledClock } from './clock.ts'
import { FaultInjector } from './faults/injector.ts'
import { KeptReports } from './grade/kept-reports.ts'
import { RequestLog } from './requests/log.ts'
import type { Snapshots } from './snapshots.ts'
import type { Traffic } from './traffic/traffic.ts'

/** A header of every public response of a server with test controls. */
export const TEST_MODE_HEADER = ['aviary-test-controls', 'on'] as const

/** The text to log at the start, because a production server may have the setting by mistake. */
export const TEST_MODE_WARNING =
  'TEST CONTROLS ARE ON: anyone with the test token can move the clock and remove all data; never use this setting in production'

export interface TestControls {
  /** The token that requests to the controls need. */
  readonly token: string
  /** The clock that all parts of the server use. */
  readonly clock: ControlledClock
  readonly random: Random
  /** API days of apps. */
  readonly dates: AppDates
  /** The machine's clock, which gives real time. Waits that clients notice use real time. */
  readonly machine: Clock
  readonly requests: RequestLog
  readonly faults: FaultInjector
  /** Reports about graded clients. */
  readonly grades: KeptReports
  readonly blobs: BlobSnapshots
}

/** The controls that depend on settings. */
export type ControlSettings = Pick<TestControls, 'token' | 'blobs'>

/** The controls of test mode, with snapshots and traffic. */
export interface ServerControls extends TestControls {
  readonly snapshots: Snapshots
  readonly traffic: Traffic
}

/** @param machine the clock that gives real time */
export function makeTestControls(machine: Clock, random: Random, settings: ControlSettings): TestControls {
  const clock = machine instanceof ControlledClock ? machine : new ControlledClock(machine)
  const parts = { dates: new AppDates(), requests: new RequestLog(), faults: new FaultInjector() }
  const grades = new KeptReports(clock.machine)
  return { ...settings, clock, machine: clock.machine, random, grades, ...parts }
}

/**
 * The clocks that check timestamps of signatures. Clients may sign with real time although the server's clock has
 * another time, so both times are valid.
 */
export function signingClocks({ clock, machine }: Pick<TestControls, 'clock' | 'machine'>): readonly Clock[] {
  return [clock, machine]
}
