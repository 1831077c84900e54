/** Uploads, their segments and uses, and folders to erase. */
import type { Migration } from '../migration.ts'

export const media: Migration = {
  name: '0009-media',
  statements: ({ int64, clustered }) => [
    `create table media (
      id ${int64} primary key,
      owner_id ${int64} not null references users (id),
      folder text not null unique,
      category text not null,
      state text not null,
      is_shared integer not null,
      additional_owners text not null,
      total_bytes ${int64} not null,
      facts text not null,
      alt_text text not null,
      uses integer not null,
      used_in text not null,
      created_at ${int64} not null,
      expires_at ${int64} not null
    )`,
    'create index media_of_owner on media (owner_id, uses, total_bytes)',
    'create index media_expiring on media (uses, expires_at, id)',
    `create table media_segments (
      media_id ${int64} not null,
      segment_index integer not null,
      name text not null,
      bytes integer not null,
      primary key (media_id, segment_index)
    )${clustered}`,
    // The id of a post or a message that shows the media; ids of posts and messages are never equal.
    `create table media_uses (
      shown_by_id ${int64} not null,
      place integer not null,
      media_id ${int64} not null,
      primary key (shown_by_id, place)
    )${clustered}`,
    'create index media_uses_media on media_uses (media_id, shown_by_id)',
    `create table doomed_media (folder text primary key)${clustered}`,
  ],
  // Indexes as a second copy of each row, so that "aviary verify" finds a corrupt byte in either copy.
  sqliteStatements: [
    'create index media_segments_copy on media_segments (name, bytes)',
    'create index doomed_media_copy on doomed_media (folder)',
    `create index media_copy on media (id, owner_id, folder, category, state, is_shared, additional_owners, total_bytes,
      facts, alt_text, uses, used_in, created_at, expires_at)`,
  ],
}
