/**
 * `aviary verify`: whether the data is what was written, and whether what belongs together agrees. It reads one
 * moment of the database and changes nothing. The list of checks is in checks.ts.
 */
import type { Config } from '../config.ts'
import { StoreCorrupt } from '../db/errors.ts'
import { catalogOf } from '../db/maintenance/catalog.ts'
import { type Check, type Fault, Findings, reasonOf, runCheck } from '../db/maintenance/check.ts'
import { fileCheck } from '../db/maintenance/check-file.ts'
import { type Snapshot, withSnapshot } from '../db/maintenance/snapshot.ts'
import { addressOf } from '../db/open.ts'
import type { Engine } from '../db/query.ts'
import type { KeySettings } from '../key-file.ts'
import type { Random } from '../lib/time/clock.ts'
import { type FailedItem, failedItems } from '../log/failed-items.ts'
import { checksOf } from './checks.ts'

export interface VerifyReport {
  readonly ok: boolean
  readonly engine: Engine
  /** The last migration of the data; empty for a database without tables. */
  readonly version: string
  readonly faults: readonly Fault[]
  /** What readers of the log and jobs left out because its own data failed, the first of it: no damage, but to be looked at. */
  readonly failedItems: readonly FailedItem[]
  /** How many of what was looked at. */
  readonly checked: Readonly<Record<string, number>>
}

export type VerifySettings = Pick<Config, 'database'> & KeySettings

/** Told when a check is done: how many are, of how many. */
export type OnCheck = (done: number, of: number) => void

/**
 * Checks everything, as far as it can be read.
 *
 * @throws {StoreRefused} when the data is newer than the program
 * @throws {StoreUnavailable} when there is no database, or it cannot be reached
 */
export async function verifyDatabase(
  settings: VerifySettings,
  random: Random,
  onCheck: OnCheck = () => undefined,
): Promise<VerifyReport> {
  const address = addressOf(settings)
  const engine = address.url === '' ? 'sqlite' : 'postgres'
  const findings = new Findings()
  let version = ''
  let failed: readonly FailedItem[] = []
  try {
    await withSnapshot(address, async (snapshot) => {
      const first = engine === 'sqlite' ? [fileCheck(address.file)] : []
      const others = checksOf(settings, random)
      const told: OnCheck = (done) => onCheck(done, first.length + others.length)
      await runChecks(first, snapshot, findings, told)
      version = await versionOf(snapshot, findings)
      if (version === '') return
      await runChecks(others, snapshot, findings, (done) => told(first.length + done, 0))
      failed = await failedIn(snapshot, version)
    })
  } catch (error) {
    // Some damage makes SQLite itself refuse, in words for anything it cannot do.
    const isDamage = error instanceof StoreCorrupt || (error instanceof Error && 'errcode' in error)
    if (!isDamage) throw error
    findings.fault('file', `The database cannot be read: ${reasonOf(error)}.`)
  }
  const { faults, checked } = findings
  return { ok: faults.length === 0, engine, version, faults, failedItems: failed, checked }
}

async function runChecks(
  checks: readonly Check[],
  snapshot: Snapshot,
  findings: Findings,
  onCheck: OnCheck,
): Promise<void> {
  for (const [index, check] of checks.entries()) {
    await runCheck(check, snapshot, findings)
    onCheck(index + 1, checks.length)
  }
}

/** Older data has no such table; one that cannot be read is a fault of another check. */
async function failedIn(snapshot: Snapshot, version: string): Promise<readonly FailedItem[]> {
  if (version < FAILED_ITEMS_SINCE) return []
  // As above.
  return snapshot.attempt((attempted) => failedItems(attempted)).catch(() => [])
}

const FAILED_ITEMS_SINCE = '0025'

/** @throws {StoreRefused} when it is unknown, unless damage explains that */
async function versionOf(snapshot: Snapshot, findings: Findings): Promise<string> {
  try {
    const { migrations } = catalogOf(await snapshot.migrations())
    return migrations.at(-1)?.name ?? ''
  } catch (error) {
    if (findings.faults.length === 0) throw error
    return ''
  }
}
