import type { HeaderList } from '../headers.ts'
import type { Decision } from './window.ts'

/**
 * The three headers of every response, success or error, of a limited endpoint (spec/limits.md#headers); reset in
 * Unix seconds.
 */
export function rateLimitHeaders({ limit, remaining, reset }: Decision): HeaderList {
  return [
    'x-rate-limit-limit',
    String(limit),
    'x-rate-limit-remaining',
    String(remaining),
    'x-rate-limit-reset',
    String(reset),
  ]
}
