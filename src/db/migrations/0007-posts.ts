/** Posts, their states, and the records of deleted posts. */
import type { Migration } from '../migration.ts'

export const posts: Migration = {
  name: '0007-posts',
  statements: ({ int64, clustered }) => [
    'alter table user_counts add column statuses_count integer not null default 0',
    'alter table user_counts add column favourites_count integer not null default 0',
    `create table posts (
      id ${int64} primary key,
      author_id ${int64} not null references users (id),
      created_at ${int64} not null,
      initial_id ${int64} not null,
      in_reply_to_post_id ${int64},
      in_reply_to_user_id ${int64},
      quoted_id ${int64},
      reposted_id ${int64},
      conversation_id ${int64} not null,
      text_key text not null,
      content text not null,
      checksum ${int64} not null
    )`,
    // Mutable state is separate, so that a row of posts never changes and can have a checksum. The key is the id of the
    // first version of a post; each edit creates a further version. Without a row, the post was never edited, dropped,
    // hidden or withheld.
    `create table post_states (
      post_id ${int64} primary key,
      latest_id ${int64} not null,
      dropped_at ${int64},
      hidden_at ${int64},
      withheld_in_countries text not null default '[]'
    )`,
    // The index contains the text key, so that queries find duplicates and count the posts of a day without reading
    // posts.
    'create index posts_author on posts (author_id, id, text_key)',
    // Partial indexes, because these columns are not set in most posts.
    'create index posts_versions on posts (initial_id, id) where initial_id <> id',
    'create index posts_replies on posts (in_reply_to_post_id, id) where in_reply_to_post_id is not null',
    'create index posts_quotes on posts (quoted_id, author_id) where quoted_id is not null',
    'create index posts_reposts on posts (reposted_id, id) where reposted_id is not null',
    'create unique index posts_repost_pair on posts (reposted_id, author_id) where reposted_id is not null',
    // A post without a row has no counts yet. Only the first version of an edited post has a row.
    `create table post_counts (
      post_id ${int64} primary key,
      retweet_count integer not null default 0,
      reply_count integer not null default 0,
      like_count integer not null default 0,
      quote_count integer not null default 0,
      impression_count integer not null default 0,
      url_link_clicks integer not null default 0,
      user_profile_clicks integer not null default 0
    )`,
    // A separate table, so that locations can be scrubbed without changing posts. Few posts have a location.
    `create table post_geos (
      user_id ${int64} not null,
      post_id ${int64} not null,
      geo text not null,
      primary key (user_id, post_id)
    )${clustered}`,
    `create table post_mentions (
      user_id ${int64} not null,
      post_id ${int64} not null,
      primary key (user_id, post_id)
    )${clustered}`,
    'create index post_mentions_post on post_mentions (post_id)',
    `create table likes (
      user_id ${int64} not null,
      position ${int64} not null,
      post_id ${int64} not null,
      primary key (user_id, post_id)
    )${clustered}`,
    'create index likes_post on likes (post_id, position)',
    `create table pinned_posts (
      user_id ${int64} primary key,
      post_id ${int64} not null
    )`,
    'create index pinned_posts_post on pinned_posts (post_id)',
    `create table short_links (
      slug text primary key,
      expanded_url text not null,
      post_id ${int64} not null
    )${clustered}`,
    'create index short_links_post on short_links (post_id)',
    `create table deleted_posts (
      post_id ${int64} primary key,
      author_id ${int64} not null,
      deleted_at ${int64} not null,
      reason text not null,
      is_swept integer not null
    )`,
    'create index deleted_posts_author on deleted_posts (author_id, post_id)',
    'create index deleted_posts_unswept on deleted_posts (post_id) where is_swept = 0',
  ],
  sqliteStatements: [
    'drop index user_counts_copy',
    `create index user_counts_copy on user_counts (user_id, followers_count, friends_count, statuses_count,
      favourites_count)`,
    'create index post_states_copy on post_states (post_id, latest_id, dropped_at, hidden_at, withheld_in_countries)',
    `create index post_counts_copy on post_counts (post_id, retweet_count, reply_count, like_count, quote_count,
      impression_count, url_link_clicks, user_profile_clicks)`,
    'create index post_geos_copy on post_geos (user_id, post_id, geo)',
    'create index short_links_copy on short_links (slug, expanded_url, post_id)',
    'create index deleted_posts_copy on deleted_posts (post_id, author_id, deleted_at, reason, is_swept)',
  ],
}
