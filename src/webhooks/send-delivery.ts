/** Sends one delivery and returns the result of the attempt. */

import type { Attempt } from '../domain/webhooks/delivery-results.ts'
import type { Tracing } from '../lib/tracing/tracing.ts'
import type { LoggedEvent } from '../log/event.ts'
import type { DeliveryTap } from './delivery-tap.ts'
import { USER_AGENT } from './transport/challenge.ts'
import type { CachedDestination } from './transport/destinations.ts'
import { type Outbound, RequestFailed } from './transport/outbound.ts'
import { SIGNATURE_HEADER, type Signable, type Signer } from './transport/signature.ts'
import { storableText } from './transport/storable-text.ts'

/**
 * Maximum milliseconds until the response headers. `TOTAL_MS` is the maximum until the end of the response
 * (spec/webhooks.md#delivery).
 */
const ANSWER_MS = 3_000
const TOTAL_MS = 10_000

/**
 * Renders the body of an event for one user's subscription; undefined when the user may not receive the event any more.
 * Bodies are rendered from ids at the time of sending.
 */
export type Render = (event: LoggedEvent, to: Recipient) => Promise<string | undefined>

/** The recipient of a body: all facts that determine the body in addition to the event. */
export interface Recipient {
  readonly userId: bigint
  /** The URL under which the receiver knows this server, such as `https://example.org`. */
  readonly origin: string
  /** The API day of the recipient's app, as an ISO day; default: the default day. */
  readonly day?: string | undefined
}

/** The facts about a destination that determine a recipient. */
export type AppRecipient = Omit<Recipient, 'day'> & { readonly appId: bigint }

/** The ISO day that determines the API of an app. */
export type DayOfApp = (appId: bigint) => string | undefined

/** Settings of a delivery. */
interface Sending {
  readonly outbound: Outbound
  readonly tap: DeliveryTap | undefined
  readonly tracing?: Tracing | undefined
  readonly stopping: AbortSignal
}

/**
 * Sends a body. @returns the result, even after a failure
 * @throws only the reason with which `outbound` was stopped
 */
export function sendDelivery(
  sending: Sending,
  destination: CachedDestination,
  body: Signable,
): Promise<Attempt> {
  const { tracing } = sending
  if (tracing === undefined) return send(sending, destination, body)
  return tracedDelivery(tracing, destination, () => send(sending, destination, body))
}

/**
 * Each delivery has its own trace, because deliveries wait in queues. The trace omits the path and the query of the
 * URL, because they may be secrets.
 */
function tracedDelivery(
  tracing: Tracing,
  { url, webhookId }: CachedDestination,
  work: () => Promise<Attempt>,
): Promise<Attempt> {
  const { hostname, port } = new URL(url)
  const attributes = {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': port === '' ? 443 : Number(port),
    'aviary.webhook_id': String(webhookId),
  }
  return tracing.run('webhook delivery', { kind: 'client', parent: 'none', attributes }, async (span) => {
    const attempt = await work()
    const { outcome, status } = attempt
    span.set({ 'aviary.delivery.outcome': outcome })
    if (status !== null) span.set({ 'http.response.status_code': status })
    if (outcome !== 'accepted') span.fail(status === null ? outcome : String(status))
    return attempt
  })
}

async function send(
  { outbound, tap, stopping }: Sending,
  destination: CachedDestination,
  body: Signable,
): Promise<Attempt> {
  const { target, signer, webhookId, appId, userId, url } = destination
  const headers = deliveryHeaders(signer, body)
  const post = (sent: Readonly<Record<string, string>>) => postBody(outbound, target, sent, body.octets)
  if (tap === undefined) return post(headers)
  return tap.around({ webhookId, appId, userId, url, headers, body: body.octets, stopping }, post)
}

/** The headers of a delivery (spec/webhooks.md#delivery). */
export function deliveryHeaders(signer: Signer, body: Signable): Readonly<Record<string, string>> {
  return {
    // The text must not change, because a client library compares this text with ===.
    'content-type': 'application/json',
    [SIGNATURE_HEADER]: signer.sign(body),
    'user-agent': USER_AGENT,
  }
}

async function postBody(
  outbound: Outbound,
  target: CachedDestination['target'],
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<Attempt> {
  const requestBytes = body.length
  try {
    const { status, text, tookMs } = await outbound.send({
      ...{ method: 'POST', target, headers, body },
      answerMs: ANSWER_MS,
      totalMs: TOTAL_MS,
    })
    if (status >= 200 && status < 300)
      return { outcome: 'accepted', tookMs, status, requestBytes, response: '' }
    return { outcome: 'refused', tookMs, status, requestBytes, response: storableText(text) }
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    const { failure, tookMs, message } = error
    return { outcome: failure, tookMs, status: null, requestBytes, response: storableText(message) }
  }
}

/** True if an attempt proves the webhook invalid: a bad certificate or a redirect. */
export function invalidatesWebhook({ outcome, status }: Attempt): boolean {
  return outcome === 'certificate' || (status !== null && status >= 300 && status < 400)
}
