/** Callers and limits of the direct message calls of API v2 (spec/v2-messages-and-media.md#messages). */
import type { WindowSpec } from '../../../http/endpoint.ts'

export const DM_READS = {
  auth: ['user'],
  isAboutMessages: true,
  scopes: ['dm.read'],
  writes: false,
  window: { user: 300, app: 0, budget: '/2/dm_events' },
} as const

export const DM_WRITES = {
  auth: ['user'],
  isAboutMessages: true,
  scopes: ['dm.read', 'dm.write'],
  writes: true,
} as const

const PER_DAY = { seconds: 86_400, budget: '/1.1/direct_messages/events/new.json' } as const

/** The budgets of calls that send messages. The daily budget is shared with v1.1. */
export const SENDING: WindowSpec = {
  user: 200,
  app: 0,
  budget: '/2/dm_conversations',
  further: [
    { of: 'user', limit: 1_000, ...PER_DAY },
    { of: 'app', limit: 15_000, ...PER_DAY },
  ],
  isChargedByHandler: true,
}
