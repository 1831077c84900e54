import type { components } from '../../../api/schema.d.ts'

/** The state of the server, as the page shows it. */
export type ServerState = components['schemas']['ConsoleServerState']
