/**
 * The types of a fault plan as its author writes it. The published type declarations use them, because they cannot
 * import the library of the schemas. The types are equal to the types of the schemas in plan.ts; written.test.ts
 * compares them.
 */

/** Effects of a fault on a request. */
export interface RequestActions {
  error?: string | number
  delay_ms?: number
  cut?: 'request' | 'answer' | 'body'
  after_bytes?: number
  bytes_per_second?: number
  headers?: Record<string, string | null>
  body?: 'truncated' | 'corrupt'
}

/** Effects of a fault on an open stream. */
export interface StreamActions {
  after?: number
  stall?: true
  cut?: true
  keep_alives?: 'none'
  duplicate?: true
  reorder?: true
  gzip?: 'corrupt'
  bytes_per_second?: number
  disconnect?: string
}

/** Effects of a fault on a webhook delivery. */
export interface WebhookActions {
  lost?: true
  copies?: number
  delay_ms?: number
  signature?: 'wrong' | 'missing'
}

/** A fault; the allowed actions depend on `on`. */
export interface WrittenFault {
  name?: string
  on?: 'requests' | 'streams' | 'webhooks'
  app?: bigint
  user?: bigint
  method?: string
  path?: string
  calls?: number | { every?: number; from?: number; to?: number }
  probability?: number
  times?: number
  do: object
}
