/** Batch compliance jobs, and for each user the newest post whose location was removed. */
import type { Migration } from '../migration.ts'

export const compliance: Migration = {
  name: '0014-compliance',
  statements: ({ int64, clustered }) => [
    `create table geo_scrubs (
      user_id ${int64} primary key,
      up_to_post_id ${int64} not null,
      scrubbed_at ${int64} not null
    )`,
    `create table compliance_jobs (
      id ${int64} primary key,
      app_id ${int64} not null references apps (id),
      kind text not null,
      name text not null,
      is_resumable integer not null,
      status text not null,
      address_key text not null,
      created_at ${int64} not null
    )`,
    'create index compliance_jobs_app on compliance_jobs (app_id, id)',
    // Input and result of a job, in pieces of a few hundred lines.
    `create table compliance_pieces (
      job_id ${int64} not null,
      place integer not null,
      ids text not null,
      found text,
      primary key (job_id, place)
    )${clustered}`,
  ],
  sqliteStatements: [
    'create index geo_scrubs_copy on geo_scrubs (user_id, up_to_post_id, scrubbed_at)',
    `create index compliance_jobs_copy on compliance_jobs (id, app_id, kind, name, is_resumable, status, address_key,
      created_at)`,
    'create index compliance_pieces_copy on compliance_pieces (job_id, place, ids, found)',
  ],
}
