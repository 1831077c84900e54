/** The controls of test mode: made by the server when the setting `test_controls` is on, used by the admin listener. */
import type { BlobSnapshots } from '../blobs/blob-snapshots.ts'
import type { Clock, Random } from '../lib/time/clock.ts'
import { AppDates } from './app-dates.ts'
import { ControlledClock } from './clock.ts'
import { FaultInjector } from './faults/injector.ts'
import { RequestLog } from './requests/log.ts'
import type { Snapshots } from './snapshots.ts'
import type { Traffic } from './traffic/traffic.ts'

/** Header of every public response while test controls are on. */
export const TEST_MODE_HEADER = ['aviary-test-controls', 'on'] as const

/** Logged at the start of a server that may be in production by mistake. */
export const TEST_MODE_WARNING =
  'TEST CONTROLS ARE ON: who has the test token can move the clock and remove all data; never use this setting in production'

export interface TestControls {
  /** Authorizes the controls. */
  readonly token: string
  /** The clock of the whole server. */
  readonly clock: ControlledClock
  readonly random: Random
  /** The days of apps. */
  readonly dates: AppDates
  /** The clock of the machine, which clients wait by. */
  readonly machine: Clock
  readonly requests: RequestLog
  readonly faults: FaultInjector
  readonly blobs: BlobSnapshots
}

/** Parts of the controls that depend on settings. */
export type ControlSettings = Pick<TestControls, 'token' | 'blobs'>

/** With the controls of data. */
export interface ServerControls extends TestControls {
  readonly snapshots: Snapshots
  readonly traffic: Traffic
}

/** @param machine the clock that the controlled one follows */
export function makeTestControls(machine: Clock, random: Random, settings: ControlSettings): TestControls {
  const clock = machine instanceof ControlledClock ? machine : new ControlledClock(machine)
  const parts = { dates: new AppDates(), requests: new RequestLog(), faults: new FaultInjector() }
  return { ...settings, clock, machine: clock.machine, random, ...parts }
}

/** The clocks that clients may sign by: a moved clock of the server would refuse every signature of the others. */
export function signingClocks({ clock, machine }: Pick<TestControls, 'clock' | 'machine'>): readonly Clock[] {
  return [clock, machine]
}
