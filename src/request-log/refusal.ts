/** Describes the error of a refused request for the request log. */

import type { Refused } from './entry.ts'
import { maskForm } from './mask.ts'

/** Maximum number of characters in a message. */
const MAX_MESSAGE_LENGTH = 500

/** Class, reason, code and message of an error. */
export function refusedBy(error: unknown): Refused {
  if (!(error instanceof Error)) return { error: 'unknown', message: '' }
  const { reason, entry } = error as {
    readonly reason?: unknown
    readonly entry?: { readonly code?: unknown }
  }
  return {
    error: error.name,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof entry?.code === 'number' ? { code: entry.code } : {}),
    message: maskForm(error.message.slice(0, MAX_MESSAGE_LENGTH)),
  }
}
