/** Profiles, and relations other than follow edges: requests, blocks, mutes, follow settings. */
import type { Migration } from '../migration.ts'

export const socialGraph: Migration = {
  name: '0003-social-graph',
  statements: ({ int64, clustered }) => [
    // This table is separate from `users`, because every request reads its user and few requests read the profile. A
    // user without a row has never set a profile field.
    `create table profiles (
      user_id ${int64} primary key references users (id),
      location text not null default '',
      description text not null default '',
      description_urls text not null default '[]',
      url text not null default '',
      expanded_url text not null default '',
      image_url text not null default '',
      banner_url text not null default '',
      is_verified integer not null default 0,
      listed_count integer not null default 0,
      appearance text not null default '{}'
    )`,
    // Words of names in lower case, for prefix searches.
    `create table user_words (
      word text not null,
      user_id ${int64} not null,
      primary key (word, user_id)
    )${clustered}`,
    'create index user_words_user on user_words (user_id, word)',
    `create table follow_requests (
      target_id ${int64} not null,
      position ${int64} not null,
      requester_id ${int64} not null,
      primary key (target_id, position)
    )${clustered}`,
    'create unique index follow_requests_pair on follow_requests (requester_id, target_id)',
    'create index follow_requests_outgoing on follow_requests (requester_id, position, target_id)',
    `create table blocks (
      user_id ${int64} not null,
      position ${int64} not null,
      blocked_id ${int64} not null,
      primary key (user_id, position)
    )${clustered}`,
    'create unique index blocks_pair on blocks (user_id, blocked_id)',
    `create table mutes (
      user_id ${int64} not null,
      position ${int64} not null,
      muted_id ${int64} not null,
      primary key (user_id, position)
    )${clustered}`,
    'create unique index mutes_pair on mutes (user_id, muted_id)',
    // Settings of a follow edge. An edge without a row has retweets on and notifications off.
    `create table follow_settings (
      follower_id ${int64} not null,
      followee_id ${int64} not null,
      wants_retweets integer not null,
      wants_notifications integer not null,
      primary key (follower_id, followee_id)
    )${clustered}`,
  ],
  sqliteStatements: [
    `create index profiles_copy on profiles (user_id, location, description, description_urls, url, expanded_url,
      image_url, banner_url, is_verified, listed_count, appearance)`,
    'create index follow_settings_copy on follow_settings (follower_id, followee_id, wants_retweets, wants_notifications)',
  ],
}
