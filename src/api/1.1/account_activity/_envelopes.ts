/**
 * Bodies of webhook deliveries, rendered when they are sent (spec/webhooks.md#envelopes). A writer for each kind of
 * event returns the members of the body except `for_user_id`, or undefined when the subscribed user may not see the
 * event.
 */

import { type Day, isOn } from '../../../formats/fields/day.ts'
import type { EventKind, EventOf, LoggedEvent } from '../../../log/event.ts'
import type { DeliveredKind } from '../../../webhooks/recipients.ts'
import type { Recipient } from '../../../webhooks/send-delivery.ts'
import type { Envelope, EnvelopeServices } from './_envelope.ts'
import { followEnvelope, ignoreEnvelope } from './_follow-envelopes.ts'
import { messageEnvelope, readEnvelope, typingEnvelope } from './_message-envelopes.ts'
import { deletionEnvelope, likeEnvelope, postEnvelope } from './_post-envelopes.ts'
import { replayEnvelope, revokeEnvelope } from './_user-envelopes.ts'

type Writer<Kind extends EventKind> = (
  event: EventOf<Kind>,
  to: Recipient,
  services: EnvelopeServices,
) => Promise<Envelope | undefined>

/** A writer for each kind of event that has recipients in `src/webhooks/recipients.ts`. */
const ENVELOPES: { readonly [Kind in DeliveredKind]: Writer<Kind> } = {
  'user.followed': followEnvelope('follow'),
  'user.unfollowed': followEnvelope('unfollow'),
  'user.blocked': ignoreEnvelope('block_events', 'block', ({ blocked_id }) => blocked_id),
  'user.unblocked': ignoreEnvelope('block_events', 'unblock', ({ blocked_id }) => blocked_id),
  'user.muted': ignoreEnvelope('mute_events', 'mute', ({ muted_id }) => muted_id),
  'user.unmuted': ignoreEnvelope('mute_events', 'unmute', ({ muted_id }) => muted_id),
  'post.created': postEnvelope,
  'post.deleted': deletionEnvelope,
  'post.liked': likeEnvelope,
  'message.created': messageEnvelope,
  'message.typing': typingEnvelope,
  'message.read': readEnvelope,
  'token.revoked': revokeEnvelope,
  'webhook.replay_ended': replayEnvelope,
}

/** First days of the kinds of events that did not exist from the beginning (spec/versioning.md#dates). */
const SINCE: Partial<Readonly<Record<DeliveredKind, Day>>> = { 'post.deleted': '2018-06-12' }

/** The first day of `for_user_id`. */
const NAMED_SINCE: Day = '2018-05-14'

/** The body of a delivery; undefined when there is nothing to deliver. */
export async function envelopeText(
  services: EnvelopeServices,
  event: LoggedEvent,
  to: Recipient,
): Promise<string | undefined> {
  if (!isDelivered(event)) return undefined
  // The cast is needed because the compiler cannot prove that the writer of a kind accepts the events of that kind.
  const write = ENVELOPES[event.kind] as Writer<DeliveredKind>
  if (!isOn({ since: SINCE[event.kind] }, to.day)) return undefined
  const envelope = await write(event, to, services)
  if (envelope === undefined) return undefined
  const { isAnonymous = false, ...members } = envelope
  const isNamed = !isAnonymous && isOn({ since: NAMED_SINCE }, to.day)
  return JSON.stringify(!isNamed ? members : { for_user_id: String(to.userId), ...members })
}

function isDelivered(event: LoggedEvent): event is EventOf<DeliveredKind> {
  return Object.hasOwn(ENVELOPES, event.kind)
}
