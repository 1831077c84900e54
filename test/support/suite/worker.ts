/** The process that runs lane.ts, with cheaper tracking of tests (tracking.ts). */
import { restoreHooks } from './tracking.ts'

// The test runner is imported after the replacement of its functions.
await import('node:test')
restoreHooks()
await import('./lane.ts')
