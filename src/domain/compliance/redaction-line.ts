/** The format of a redaction in the result of a compliance job (spec/batch-compliance.md#results). */
import { isoSecond } from '../../lib/time/iso-time.ts'
import type { Redaction } from './redactions.ts'

/** One line of JSON, without a line break. Unknown times are omitted. */
export function redactionLine({ id, action, reason, createdAt, redactedAt }: Redaction): string {
  return JSON.stringify({
    id: String(id),
    action,
    ...(createdAt === undefined ? {} : { created_at: isoSecond(createdAt) }),
    ...(redactedAt === undefined ? {} : { redacted_at: isoSecond(redactedAt) }),
    reason,
  })
}
