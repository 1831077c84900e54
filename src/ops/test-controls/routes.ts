/** The routes of test mode at `/test/` of the admin listener; without test controls these paths do not exist. */
import type { FastifyInstance } from 'fastify'
import type { TestControls } from '../../testing/controls.ts'
import { addClock } from './clock.ts'

/** True for paths that only the test token opens. */
export function isTestPath(path: string): boolean {
  return path === '/test' || path.startsWith('/test/')
}

export function addTestControls(app: FastifyInstance, controls: TestControls): void {
  addClock(app, controls)
}
