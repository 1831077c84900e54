/** Group conversations: their members, their events, and the copies of events per member. */
import type { Migration } from '../migration.ts'

export const groupMessages: Migration = {
  name: '0044-group-messages',
  statements: ({ int64, clustered }) => [
    `create table message_groups (
      id ${int64} primary key,
      creator_id ${int64} not null,
      created_at ${int64} not null
    )`,
    `create table group_members (
      group_id ${int64} not null,
      user_id ${int64} not null,
      primary key (group_id, user_id)
    )${clustered}`,
    'create index group_members_user on group_members (user_id, group_id)',
    `create table group_events (
      id ${int64} primary key,
      group_id ${int64} not null,
      kind text not null,
      sender_id ${int64} not null,
      app_id ${int64},
      content text not null,
      erased_at ${int64},
      checksum ${int64} not null
    )`,
    `create table group_copies (
      user_id ${int64} not null,
      event_id ${int64} not null,
      group_id ${int64} not null,
      kind text not null,
      primary key (user_id, event_id)
    )${clustered}`,
    'create index group_copies_group on group_copies (user_id, group_id, event_id, kind)',
    'create index group_copies_event on group_copies (event_id, user_id)',
  ],
  sqliteStatements: ['create index message_groups_copy on message_groups (id, creator_id, created_at)'],
}
