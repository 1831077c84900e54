/** Filters of the audit log, in the URL. */
export interface AuditSearch {
  readonly actor?: string
  readonly action?: string
  readonly kind?: string
  readonly subject?: string
  /** Id of the entry whose details are shown. */
  readonly selected?: string
}

const NAMES = ['actor', 'action', 'kind', 'subject', 'selected'] as const

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name]
      const text = typeof value === 'number' ? String(value) : value
      return typeof text === 'string' && text !== '' ? [[name, text]] : []
    }),
  )
}

/** The filters of {@link AuditSearch}, with the names of the endpoint's parameters. */
export function auditQuery({ actor, action, kind, subject }: AuditSearch): Record<string, string> {
  const all = { actor, action, subject_kind: kind, subject }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
