/**
 * Migrates a database to the version of the program. Numbered migrations run in order, each in one transaction that
 * also records it. A lock prevents two processes from migrating at the same time.
 *
 * Over the size stop: this file must import and list every migration.
 */
import { StoreRefused } from './errors.ts'
import type { DatabaseAddress, Migration, Migrator } from './migration.ts'
import { ground } from './migrations/0001-ground.ts'
import { consoleAccounts } from './migrations/0002-console.ts'
import { socialGraph } from './migrations/0003-social-graph.ts'
import { appEmail } from './migrations/0004-app-email.ts'
import { wordOrder } from './migrations/0005-word-order.ts'
import { complianceStreams } from './migrations/0006-compliance-streams.ts'
import { posts } from './migrations/0007-posts.ts'
import { messages } from './migrations/0008-messages.ts'
import { media } from './migrations/0009-media.ts'
import { webhooks } from './migrations/0010-webhooks.ts'
import { rules } from './migrations/0011-rules.ts'
import { labsEnrolment } from './migrations/0012-labs-enrolment.ts'
import { search } from './migrations/0013-search.ts'
import { compliance } from './migrations/0014-compliance.ts'
import { searchCopies } from './migrations/0015-search-copies.ts'
import { places } from './migrations/0016-places.ts'
import { postTexts } from './migrations/0017-post-texts.ts'
import { queueAge } from './migrations/0018-queue-age.ts'
import { lateEdits } from './migrations/0019-late-edits.ts'
import { deliveryLog } from './migrations/0020-delivery-log.ts'
import { wideCounts } from './migrations/0021-wide-counts.ts'
import { searchReach } from './migrations/0022-search-reach.ts'
import { searchStale } from './migrations/0023-search-stale.ts'
import { nonceFingerprints } from './migrations/0024-nonce-fingerprints.ts'
import { failedItems } from './migrations/0025-failed-items.ts'
import { importRepairs } from './migrations/0026-import-repairs.ts'
import { aheadNonces } from './migrations/0027-ahead-nonces.ts'
import { appHome } from './migrations/0028-app-home.ts'
import { loggedNonces } from './migrations/0029-logged-nonces.ts'
import { cluster } from './migrations/0030-cluster.ts'
import { webhookLeases } from './migrations/0031-webhook-leases.ts'
import { verifiedType } from './migrations/0032-verified-type.ts'
import { engagementOrder } from './migrations/0034-engagement-order.ts'
import { bookmarks } from './migrations/0037-bookmarks.ts'
import { lists } from './migrations/0039-lists.ts'
import { oauth2 } from './migrations/0041-oauth2.ts'
import { appLevels } from './migrations/0042-app-levels.ts'
import { v11Calls } from './migrations/0043-v11-calls.ts'
import { groupMessages } from './migrations/0044-group-messages.ts'
import { subtitles } from './migrations/0045-subtitles.ts'
import { importState } from './migrations/0046-import-state.ts'
import { sentAt } from './migrations/0047-sent-at.ts'
import { importNotices } from './migrations/0048-import-notices.ts'
import { earlyAndCountedPosts } from './migrations/0050-early-and-counted-posts.ts'
import { formerNames } from './migrations/0051-former-names.ts'
import { lateIndexes } from './migrations/0052-late-indexes.ts'
import { consoleSessions } from './migrations/0055-console-sessions.ts'
import { consoleLinks } from './migrations/0056-console-links.ts'
import { ownApps } from './migrations/0057-own-apps.ts'
import { requestHours } from './migrations/0058-request-hours.ts'
import { passkeyHosts } from './migrations/0059-passkey-hosts.ts'
import { auditLog } from './migrations/0060-audit-log.ts'
import { complianceHours } from './migrations/0061-compliance-hours.ts'
import { signUp } from './migrations/0062-sign-up.ts'
import { passwordLinks } from './migrations/0063-password-links.ts'
import { reports } from './migrations/0064-reports.ts'
import { nodeRoles } from './migrations/0065-node-roles.ts'
import { passwordRequests } from './migrations/0066-password-requests.ts'
import { ownChanges } from './migrations/0067-own-changes.ts'
import { signUpMails } from './migrations/0068-sign-up-mails.ts'
import { postgresMigrator } from './postgres/migrator.ts'
import { sqliteMigrator } from './sqlite/migrator.ts'

export const MIGRATIONS: readonly Migration[] = [
  ground,
  consoleAccounts,
  socialGraph,
  appEmail,
  wordOrder,
  complianceStreams,
  posts,
  messages,
  media,
  webhooks,
  rules,
  labsEnrolment,
  search,
  compliance,
  searchCopies,
  places,
  postTexts,
  queueAge,
  lateEdits,
  deliveryLog,
  wideCounts,
  searchReach,
  searchStale,
  nonceFingerprints,
  failedItems,
  importRepairs,
  aheadNonces,
  appHome,
  loggedNonces,
  cluster,
  webhookLeases,
  verifiedType,
  engagementOrder,
  bookmarks,
  lists,
  oauth2,
  appLevels,
  v11Calls,
  groupMessages,
  subtitles,
  importState,
  sentAt,
  importNotices,
  earlyAndCountedPosts,
  formerNames,
  lateIndexes,
  consoleSessions,
  consoleLinks,
  ownApps,
  requestHours,
  passkeyHosts,
  auditLog,
  complianceHours,
  signUp,
  passwordLinks,
  reports,
  nodeRoles,
  passwordRequests,
  ownChanges,
  signUpMails,
]

export interface MigrationReport {
  readonly applied: readonly string[]
  readonly version: string
}

/**
 * Migrates the database.
 * @param now milliseconds since the Unix epoch, recorded with each migration
 * @throws {StoreRefused} when the database is newer than the program, or is of an unsupported kind
 */
export async function migrate(address: DatabaseAddress, now: number): Promise<MigrationReport> {
  return withMigrator(address, async (migrator) => {
    refuseNewer(await migrator.applied())
    const applied = await migrator.apply(MIGRATIONS, now)
    // A newer program may have migrated the database since the first check.
    refuseNewer(await migrator.applied())
    return { applied, version: latest() }
  })
}

/**
 * Checks that the database has the program's version; changes nothing.
 * @throws {StoreRefused} when the database is older or newer
 */
export async function requireMigrated(address: DatabaseAddress): Promise<void> {
  await withMigrator(address, async (migrator) => {
    const applied = await migrator.applied()
    refuseNewer(applied)
    if (applied.length < MIGRATIONS.length) {
      throw new StoreRefused(
        `the database is at ${applied.at(-1) ?? 'no version yet'} and this program needs ${latest()}; run "aviary migrate"`,
      )
    }
  })
}

function refuseNewer(applied: readonly string[]): void {
  const known = new Set(MIGRATIONS.map((migration) => migration.name))
  const unknown = applied.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new StoreRefused(
    `the database was written by a newer Aviary (it has ${unknown.join(', ')}, this program ends at ${latest()}); ` +
      'start the newer program, or restore a backup that this one made',
  )
}

function latest(): string {
  return MIGRATIONS.at(-1)?.name ?? 'nothing'
}

async function withMigrator<T>(
  address: DatabaseAddress,
  work: (migrator: Migrator) => Promise<T>,
): Promise<T> {
  const migrator = address.url === '' ? sqliteMigrator(address.file) : postgresMigrator(address.url)
  try {
    await migrator.check()
    return await work(migrator)
  } finally {
    await migrator.close()
  }
}
