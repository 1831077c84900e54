/**
 * The module `aviary-server/testing`: a server for tests inside the caller's process. It has known credentials,
 * builders, and controls of its data, clock, faults and request log (docs/testing/in-process.md).
 */
export type { Aviary, AviaryOptions, World } from './library/aviary.ts'
export type * from './library/builder-types.ts'
export type * from './library/control-types.ts'
export { type TestHooks, useAviary } from './library/hooks.ts'
export { startAviary } from './library/start.ts'
