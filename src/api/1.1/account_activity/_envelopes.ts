/**
 * What webhooks are told, rendered when it is sent (spec/direct-messages.md section 6, Envelopes). Each kind of event
 * gives the members of the body beside `for_user_id`, or undefined when whoever is told may not see it, any more or at
 * all.
 */

import type { EventKind, LoggedEvent } from '../../../log/event.ts'
import type { Addressee } from '../../../webhooks/postman.ts'
import type { Envelope, EnvelopeServices, EventOf } from './_envelope.ts'
import { followEnvelope, ignoreEnvelope } from './_follow-envelopes.ts'
import { messageEnvelope, readEnvelope, typingEnvelope } from './_message-envelopes.ts'
import { deletionEnvelope, likeEnvelope, postEnvelope } from './_post-envelopes.ts'
import { replayEnvelope, revokeEnvelope } from './_user-envelopes.ts'

type Writer<Kind extends EventKind> = (
  event: EventOf<Kind>,
  to: Addressee,
  services: EnvelopeServices,
) => Promise<Envelope | undefined>

/** Kinds that are not here reach no webhook: `src/webhooks/hearers.ts` decides who hears of what. */
const ENVELOPES: { readonly [Kind in EventKind]?: Writer<Kind> } = {
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

/** The kinds that are told. */
export const TOLD_KINDS = Object.keys(ENVELOPES) as readonly EventKind[]

/** The body of a delivery; undefined when there is nothing to tell. */
export async function envelopeText(
  services: EnvelopeServices,
  event: LoggedEvent,
  to: Addressee,
): Promise<string | undefined> {
  const write = ENVELOPES[event.kind] as Writer<EventKind> | undefined
  const envelope = await write?.(event as never, to, services)
  if (envelope === undefined) return undefined
  const { isAnonymous = false, ...members } = envelope
  return JSON.stringify(isAnonymous ? members : { for_user_id: String(to.userId), ...members })
}
