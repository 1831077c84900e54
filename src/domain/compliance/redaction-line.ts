/** A redaction as the results of a compliance job have it (spec/compliance-stream.md section 5). */
import type { Redaction } from './redactions.ts'

/** One line of JSON, without its end. Times that nobody knows are left out. */
export function redactionLine({ id, action, reason, createdAt, redactedAt }: Redaction): string {
  return JSON.stringify({
    id: String(id),
    action,
    ...(createdAt === undefined ? {} : { created_at: new Date(createdAt).toISOString() }),
    ...(redactedAt === undefined ? {} : { redacted_at: new Date(redactedAt).toISOString() }),
    reason,
  })
}
