/** Sends one delivery and says how that went. */

import type { Attempt } from '../domain/webhooks/settle.ts'
import type { LoggedEvent } from '../log/event.ts'
import { USER_AGENT } from './transport/challenge.ts'
import type { KnownDestination } from './transport/destinations.ts'
import { type Outbound, Unanswered } from './transport/outbound.ts'
import { SIGNATURE_HEADER, type Signable } from './transport/signature.ts'

/** Milliseconds in which a receiver must answer, and in which all must be over (spec/webhooks.md#delivery). */
const ANSWER_MS = 3_000
const TOTAL_MS = 10_000

/** Characters of an answer that are kept. */
const RESPONSE_LONGEST = 500

/**
 * The body for an event as one user's subscription is told it; undefined when nothing may be told any more. It is made
 * when it is sent, from ids.
 */
export type Render = (event: LoggedEvent, to: Addressee) => Promise<string | undefined>

/** Who is told: whatever a body depends on beside the event. */
export interface Addressee {
  readonly userId: bigint
  /** Of this server as the receiver knows it, such as `https://example.org`. */
  readonly origin: string
}

/** Sends a body. @throws what `outbound` was stopped with, and nothing else */
export async function post(
  outbound: Outbound,
  { target, signer }: Pick<KnownDestination, 'target' | 'signer'>,
  body: Signable,
): Promise<Attempt> {
  const requestBytes = body.octets.length
  try {
    const { status, text, tookMs } = await outbound.send({
      method: 'POST',
      target,
      headers: {
        // Exactly this: a client compares it with ===.
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signer.sign(body),
        'user-agent': USER_AGENT,
      },
      body: body.octets,
      answerMs: ANSWER_MS,
      totalMs: TOTAL_MS,
    })
    if (status >= 200 && status < 300)
      return { outcome: 'accepted', tookMs, status, requestBytes, response: '' }
    return { outcome: 'refused', tookMs, status, requestBytes, response: kept(text) }
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    const { hindrance, tookMs, message } = error
    return { outcome: hindrance, tookMs, status: null, requestBytes, response: kept(message) }
  }
}

/** Whether a try shows at once that the webhook is not valid: a bad certificate, or a redirect. */
export function invalidates({ outcome, status }: Attempt): boolean {
  return outcome === 'certificate' || (status !== null && status >= 300 && status < 400)
}

/** What no database refuses: no NUL, and no half of a pair at the cut. */
function kept(text: string): string {
  return [...text.slice(0, RESPONSE_LONGEST * 2)]
    .slice(0, RESPONSE_LONGEST)
    .join('')
    .replaceAll('\u0000', '\ufffd')
    .toWellFormed()
}
