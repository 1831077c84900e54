/** Envelopes for the revocation of access by a user, and for the end of a replay. */

import type { EventOf } from '../../../log/event.ts'
import type { Recipient } from '../../../webhooks/send-delivery.ts'
import type { Envelope } from './_envelope.ts'

/** The envelope of a revocation. It has no `for_user_id`, because the user has revoked access. */
export async function revokeEnvelope({ at, user_id, app_id }: EventOf<'token.revoked'>): Promise<Envelope> {
  const revoke = {
    date_time: new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00'),
    target: { app_id: String(app_id) },
    source: { user_id: String(user_id) },
  }
  return { isAnonymous: true, user_event: { revoke } }
}

export async function replayEnvelope(
  { webhook_id, job_id, is_complete }: EventOf<'webhook.replay_ended'>,
  _to: Recipient,
): Promise<Envelope> {
  const status = {
    webhook_id: String(webhook_id),
    job_state: is_complete ? 'Complete' : 'Incomplete',
    job_state_description: is_complete
      ? 'Job completed successfully'
      : 'Job failed to deliver all events: a part of the time is kept no more',
    job_id: String(job_id),
  }
  return { isAnonymous: true, replay_job_status: status }
}
