/** Renders the headers that describe rate windows. */
import type { HeaderList } from '../headers.ts'
import type { Decision } from './window.ts'

/**
 * The three headers of every response of a limited endpoint, including error responses (spec/limits.md#headers).
 * `reset` is in Unix seconds.
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

/**
 * The three headers about a daily budget (spec/v2.md#headers-and-windows). `reset` is in Unix seconds.
 * @param owner owner of the budget, such as the user or the app
 */
export function dayLimitHeaders(owner: 'user' | 'app', { limit, remaining, reset }: Decision): HeaderList {
  const prefix = `x-${owner}-limit-24hour`
  return [
    `${prefix}-limit`,
    String(limit),
    `${prefix}-remaining`,
    String(remaining),
    `${prefix}-reset`,
    String(reset),
  ]
}
