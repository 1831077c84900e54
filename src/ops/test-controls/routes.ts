/**
 * Declares the routes of test mode at `/test/` of the admin listener. On a server without test controls, these paths
 * do not exist.
 */
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../domain/context.ts'
import type { ServerControls } from '../../testing/controls.ts'
import { addAppDates } from './app-dates.ts'
import { addClock } from './clock.ts'
import { addFaults } from './faults.ts'
import { addGrades } from './grades.ts'
import { addRequests } from './requests.ts'
import { addSnapshots } from './snapshots.ts'
import { addTraffic } from './traffic.ts'

/** True for paths that require the test token. */
export function isTestPath(path: string): boolean {
  return path === '/test' || path.startsWith('/test/')
}

/** @param store the store of the server, in which the controls find apps and other objects */
export function addTestControls(
  app: FastifyInstance,
  controls: ServerControls,
  store: Context['store'],
): void {
  addClock(app, controls)
  addAppDates(app, controls, store)
  addSnapshots(app, controls)
  addRequests(app, controls)
  addFaults(app, controls)
  addGrades(app, controls)
  addTraffic(app, controls)
}
