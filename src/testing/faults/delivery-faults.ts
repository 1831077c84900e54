/** Applies faults to webhook deliveries. */
import type { Attempt } from '../../domain/webhooks/delivery-results.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { TappedDelivery } from '../../webhooks/delivery-tap.ts'
import type { Fault, WebhookActions } from './plan.ts'

export type WebhookFault = Extract<Fault, { readonly on: 'webhooks' }>

/** The end of the name of the signature header, which is equal in every version of the API. */
const SIGNATURE = /-webhooks-signature$/

export type Send = (headers: TappedDelivery['headers']) => Promise<Attempt>

/**
 * Sends a delivery with the actions of its faults. If several faults have the same action, only the first of them
 * applies.
 */
export async function deliver(
  machine: Pick<Clock, 'after'>,
  faults: readonly WebhookFault[],
  { headers, body, stopping }: TappedDelivery,
  send: Send,
): Promise<Attempt> {
  const actions = Object.assign({}, ...faults.map((fault) => fault.do).reverse()) as WebhookActions
  if (actions.lost === true) {
    return { outcome: 'accepted', tookMs: 0, status: 200, requestBytes: body.length, response: '' }
  }
  if (actions.delay_ms !== undefined) await pause(machine, actions.delay_ms, stopping)
  const sent = signed(headers, actions.signature)
  for (let copy = 1; copy < (actions.copies ?? 1); copy += 1) await send(sent)
  return send(sent)
}

/** Waits in real time; ends early when the server stops. */
function pause(machine: Pick<Clock, 'after'>, ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted) return resolve()
    const settle = () => {
      cancel()
      stopping.removeEventListener('abort', settle)
      resolve()
    }
    const cancel = machine.after(ms, settle)
    stopping.addEventListener('abort', settle)
  })
}

function signed(
  headers: TappedDelivery['headers'],
  signature: WebhookActions['signature'],
): TappedDelivery['headers'] {
  if (signature === undefined) return headers
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (!SIGNATURE.test(name)) return [[name, value]]
      return signature === 'missing' ? [] : [[name, wrong(value)]]
    }),
  )
}

/** A wrong signature in the format of a correct signature. */
function wrong(signature: string): string {
  const at = signature.indexOf('=') + 1
  const first = signature[at] === 'A' ? 'B' : 'A'
  return `${signature.slice(0, at)}${first}${signature.slice(at + 1)}`
}
