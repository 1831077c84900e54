/** Follows, blocks and mutes, for webhooks. */

import type { EventOf } from '../../../log/event.ts'
import type { Recipient } from '../../../webhooks/send-delivery.ts'
import { type Envelope, type EnvelopeServices, plainUser, shownUsers } from './_envelope.ts'

type Follow = EventOf<'user.followed' | 'user.unfollowed'>
type Ignore = EventOf<'user.blocked' | 'user.unblocked' | 'user.muted' | 'user.unmuted'>

interface Ends {
  readonly type: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly source: bigint
  readonly target: bigint
}

export function followEnvelope(type: 'follow' | 'unfollow') {
  return ({ at, user_id, followee_id }: Follow, to: Recipient, services: EnvelopeServices) =>
    between('follow_events', { type, at, source: user_id, target: followee_id }, to, services)
}

/**
 * Returns a writer of the envelopes of a block or a mute, or of the end of one.
 * @param targetOf a function that returns the target user of an event
 */
export function ignoreEnvelope<Event extends Ignore>(
  member: 'block_events' | 'mute_events',
  type: string,
  targetOf: (event: Event) => bigint,
) {
  return (event: Event, to: Recipient, services: EnvelopeServices) =>
    between(member, { type, at: event.at, source: event.user_id, target: targetOf(event) }, to, services)
}

async function between(
  member: string,
  { type, at, source, target }: Ends,
  to: Recipient,
  services: EnvelopeServices,
): Promise<Envelope | undefined> {
  const [from, towards] = (await shownUsers(services, [source, target])) ?? []
  if (from === undefined || towards === undefined) return undefined
  const entry = {
    type,
    created_timestamp: String(at),
    target: plainUser(towards, to),
    source: plainUser(from, to),
  }
  return { [member]: [entry] }
}
