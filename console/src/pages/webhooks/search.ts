/** The state of the webhook page, in the URL. */
export const WEBHOOK_TABS = ['deliveries', 'subscriptions', 'replays'] as const
export type WebhookTab = (typeof WEBHOOK_TABS)[number]

export const OUTCOMES = ['delivered', 'dead-lettered', 'dropped', 'expired', 'waiting'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface WebhooksSearch {
  /** Id of the shown webhook; default: the first one. */
  readonly webhook?: string
  readonly tab?: WebhookTab
  readonly outcome?: Outcome
  /** Id of the delivery whose details are shown. */
  readonly delivery?: string
}

export function readWebhooksSearch(search: Record<string, unknown>): WebhooksSearch {
  const tab = WEBHOOK_TABS.find((each) => each === search['tab'])
  const outcome = OUTCOMES.find((each) => each === search['outcome'])
  // The router parses digits as numbers and would round ids, so ids are quoted in the URL.
  const webhook = search['webhook']
  const delivery = search['delivery']
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(typeof webhook === 'string' ? { webhook } : {}),
    ...(typeof delivery === 'string' ? { delivery } : {}),
  }
}
