/** The state of the compliance page, in the URL. */
export const COMPLIANCE_TABS = ['connect', 'connections', 'volume', 'live', 'check'] as const
export type ComplianceTab = (typeof COMPLIANCE_TABS)[number]

export const UNITS = ['minute', 'hour', 'day'] as const
export type Unit = (typeof UNITS)[number]

export interface ComplianceSearch {
  readonly tab?: ComplianceTab
  /** Publisher and label of the chosen stream. */
  readonly stream?: string
  /** 1 to 8; undefined for all partitions. */
  readonly partition?: number
  readonly unit?: Unit
  /** Id of the shown check. */
  readonly check?: string
}

export function readComplianceSearch(search: Record<string, unknown>): ComplianceSearch {
  const tab = COMPLIANCE_TABS.find((each) => each === search['tab'])
  const unit = UNITS.find((each) => each === search['unit'])
  const partition = Number(search['partition'])
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(unit === undefined ? {} : { unit }),
    ...(Number.isInteger(partition) && partition >= 1 && partition <= 8 ? { partition } : {}),
    ...(typeof search['stream'] === 'string' ? { stream: search['stream'] } : {}),
    ...(typeof search['check'] === 'string' ? { check: search['check'] } : {}),
  }
}
