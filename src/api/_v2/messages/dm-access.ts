/** Callers and limits of the direct message calls of API v2 (spec/v2-messages-and-media.md#messages). */
import type { WindowSpec } from '../../../http/endpoint.ts'
import type { EndpointCall } from '../../_endpoint.ts'
import type { Services } from '../../_services.ts'

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

/** Sent messages in 15 minutes; {@link chargeMessage} charges it. */
export const SENDING: WindowSpec = {
  user: 200,
  app: 0,
  budget: '/2/dm_conversations',
  isChargedByHandler: true,
}

/** Sent messages in a day, together with those of v1.1. */
const SENDING_PER_DAY: WindowSpec = {
  user: 1_000,
  app: 0,
  ofApp: 15_000,
  seconds: 86_400,
  per: 'user',
  budget: '/1.1/direct_messages/events/new.json',
}

/** Charges a message to both budgets; the headers are those of the shorter. @throws {EdgeError} `rate-limited` */
export async function chargeMessage(
  { limits }: Pick<Services, 'limits'>,
  charge: EndpointCall<'user'>['charge'],
): Promise<void> {
  if (limits !== 'off') await charge(SENDING_PER_DAY)
  await charge(SENDING)
}
