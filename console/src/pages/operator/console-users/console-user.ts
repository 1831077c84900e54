import type { components } from '../../../api/schema.d.ts'

/** A console user, as operators see it. */
export type ConsoleUser = components['schemas']['ConsoleDeskConsoleUser']
