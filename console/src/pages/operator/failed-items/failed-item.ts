import type { components } from '../../../api/schema.d.ts'

/** An item that the server skipped after failures. */
export type FailedItem = components['schemas']['ConsoleFailedItem']
