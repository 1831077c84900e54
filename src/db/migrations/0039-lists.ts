/** Lists of users: members, followers and pins. */
import type { Migration } from '../migration.ts'

export const lists: Migration = {
  name: '0039-lists',
  statements: ({ int64, clustered }) => [
    `create table lists (
      id ${int64} primary key,
      owner_id ${int64} not null references users (id),
      slug text not null,
      name text not null,
      description text not null,
      is_private integer not null,
      created_at ${int64} not null,
      member_count integer not null,
      follower_count integer not null
    )`,
    'create unique index lists_slug on lists (owner_id, slug)',
    'create index lists_owner on lists (owner_id, id, is_private)',
    `create table list_members (
      list_id ${int64} not null,
      position ${int64} not null,
      user_id ${int64} not null,
      is_private integer not null,
      primary key (list_id, position)
    )${clustered}`,
    'create unique index list_members_pair on list_members (list_id, user_id)',
    'create index list_members_user on list_members (user_id, is_private, position, list_id)',
    `create table list_followers (
      list_id ${int64} not null,
      position ${int64} not null,
      user_id ${int64} not null,
      primary key (list_id, position)
    )${clustered}`,
    'create unique index list_followers_pair on list_followers (list_id, user_id)',
    'create index list_followers_user on list_followers (user_id, position, list_id)',
    `create table list_pins (
      user_id ${int64} not null,
      position ${int64} not null,
      list_id ${int64} not null,
      primary key (user_id, position)
    )${clustered}`,
    'create unique index list_pins_pair on list_pins (list_id, user_id)',
    // Deleted lists whose followers are still stored.
    `create table deleted_lists (
      list_id ${int64} primary key
    )`,
    'alter table user_counts add column memberships_count integer not null default 0',
  ],
  sqliteStatements: [
    `create index lists_copy on lists (id, owner_id, slug, name, description, is_private, created_at, member_count,
      follower_count)`,
    'create index deleted_lists_copy on deleted_lists (list_id)',
    'drop index user_counts_copy',
    `create index user_counts_copy on user_counts (user_id, followers_count, friends_count, statuses_count,
      favourites_count, memberships_count)`,
  ],
}
