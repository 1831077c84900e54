/** The state of the page of a webhook in its address. */
import { OUTCOMES, type Outcome } from '../../webhooks/search.ts'

export interface DeskWebhookSearch {
  readonly outcome?: Outcome
  /** Id of the shown delivery. */
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
