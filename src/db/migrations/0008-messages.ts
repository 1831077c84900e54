/** Direct messages, their copies per user, message settings, and welcome messages. */
import type { Migration } from '../migration.ts'

export const messages: Migration = {
  name: '0008-messages',
  statements: ({ int64, clustered }) => [
    `create table messages (
      id ${int64} primary key,
      sender_id ${int64} not null,
      recipient_id ${int64} not null,
      app_id ${int64},
      content text not null,
      erased_at ${int64},
      checksum ${int64} not null
    )`,
    // Finds the last message from one user to another.
    'create index messages_pair on messages (sender_id, recipient_id, id)',
    // A separate table with the user as key, so that the newest messages of a user are found quickly, however many
    // messages exist.
    `create table message_copies (
      user_id ${int64} not null,
      message_id ${int64} not null,
      primary key (user_id, message_id)
    )${clustered}`,
    `create table message_settings (
      user_id ${int64} primary key,
      accepts_anyone integer not null
    )`,
    `create table welcome_messages (
      id ${int64} primary key,
      user_id ${int64} not null,
      app_id ${int64} not null,
      name text,
      content text not null
    )`,
    'create index welcome_messages_user on welcome_messages (user_id, id)',
    `create table welcome_rules (
      id ${int64} primary key,
      user_id ${int64} not null,
      welcome_message_id ${int64} not null
    )`,
    'create unique index welcome_rules_user on welcome_rules (user_id)',
    'create index welcome_rules_message on welcome_rules (welcome_message_id)',
  ],
  sqliteStatements: [
    'create index message_copies_copy on message_copies (message_id, user_id)',
    'create index message_settings_copy on message_settings (user_id, accepts_anyone)',
    'create index welcome_messages_copy on welcome_messages (id, user_id, app_id, name, content)',
    'create index welcome_rules_copy on welcome_rules (id, user_id, welcome_message_id)',
  ],
}
