/**
 * The command "aviary verify" checks that the database is not corrupt, and that its tables are consistent with each
 * other. The command reads one snapshot of the database and changes nothing. The list of checks is in checks.ts.
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
  /** Name of the last migration that the database has; empty for a database without tables. */
  readonly version: string
  readonly faults: readonly Fault[]
  /**
   * The first failed items: events and jobs that a server skipped because their processing failed. Failed items do
   * not mean that the database is corrupt, but an operator must look at them.
   */
  readonly failedItems: readonly FailedItem[]
  /** The numbers of checked objects, by name. */
  readonly checked: Readonly<Record<string, number>>
}

export type VerifySettings = Pick<Config, 'database'> & KeySettings

/** Called after each check, with the number of finished checks and the number of all checks. */
export type OnCheck = (done: number, of: number) => void

/**
 * Runs all checks that the state of the data permits.
 *
 * @throws {StoreRefused} when the data is newer than the program
 * @throws {StoreUnavailable} when no database exists, or the database cannot be reached
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
      const onDone: OnCheck = (done) => onCheck(done, first.length + others.length)
      await runChecks(first, snapshot, findings, onDone)
      version = await versionOf(snapshot, findings)
      if (version === '') return
      await runChecks(others, snapshot, findings, (done) => onDone(first.length + done, 0))
      failed = await failedIn(snapshot, version)
    })
  } catch (error) {
    // For some kinds of corruption, SQLite throws a generic error.
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

/** The first failed items; an older database has no table for them. */
async function failedIn(snapshot: Snapshot, version: string): Promise<readonly FailedItem[]> {
  if (version < FAILED_ITEMS_SINCE) return []
  // Another check reports a table that cannot be read.
  return snapshot.attempt((attempted) => failedItems(attempted)).catch(() => [])
}

const FAILED_ITEMS_SINCE = '0025'

/** @throws {StoreRefused} when the version is unknown, unless a fault was found that explains the unknown version */
async function versionOf(snapshot: Snapshot, findings: Findings): Promise<string> {
  try {
    const { migrations } = catalogOf(await snapshot.migrations())
    return migrations.at(-1)?.name ?? ''
  } catch (error) {
    if (findings.faults.length === 0) throw error
    return ''
  }
}
