import type { components } from '../../../api/schema.d.ts'

/** An entry of the audit log. */
export type AuditEntry = components['schemas']['ConsoleAuditEntry']
