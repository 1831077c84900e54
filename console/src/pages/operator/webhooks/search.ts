/** The state of the page of a webhook, in the URL. */
import { OUTCOMES, type Outcome } from '../../webhooks/search.ts'

export interface DeskWebhookSearch {
  readonly outcome?: Outcome
  /** Id of the delivery whose details are shown. */
  readonly delivery?: string
}

export function readDeskWebhookSearch(search: Record<string, unknown>): DeskWebhookSearch {
  const outcome = OUTCOMES.find((each) => each === search['outcome'])
  const delivery = search['delivery']
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(typeof delivery === 'string' ? { delivery } : {}),
  }
}
