/** Observes webhook deliveries, and may change how they are sent. Only test mode uses this interface. */
import type { Attempt } from '../domain/webhooks/delivery-results.ts'

export interface TappedDelivery {
  readonly webhookId: bigint
  readonly appId: bigint
  readonly userId: bigint
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** A signal that is aborted when the server stops. */
  readonly stopping: AbortSignal
}

export interface DeliveryTap {
  /**
   * Decides whether, when and how often to send a delivery.
   * @param send sends the delivery once with the given headers; rejects only with the reason of a stop
   * @returns the result to store
   */
  around(
    delivery: TappedDelivery,
    send: (headers: TappedDelivery['headers']) => Promise<Attempt>,
  ): Promise<Attempt>
}
