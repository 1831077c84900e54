/** Lists the columns of posts in the order of twarc-csv (spec/exports.md#csv-columns). */
import { type Column, columnsOf } from './column.ts'
import { USER_COLUMNS } from './user-columns.ts'

/** Columns before the columns of the author. */
export const LEADING_COLUMNS: readonly Column[] = [
  ...columnsOf(
    'id',
    `id conversation_id referenced_tweets.replied_to.id referenced_tweets.retweeted.id referenced_tweets.quoted.id
    author_id in_reply_to_user_id`,
  ),
  ...columnsOf('text', 'in_reply_to_username'),
  ...columnsOf('id', 'retweeted_user_id'),
  ...columnsOf('text', 'retweeted_username'),
  ...columnsOf('id', 'quoted_user_id'),
  ...columnsOf('text', 'quoted_username'),
  ...columnsOf('time', 'created_at'),
  ...columnsOf('text', 'text lang source'),
  ...columnsOf(
    'count',
    `public_metrics.impression_count public_metrics.reply_count public_metrics.retweet_count
    public_metrics.quote_count public_metrics.like_count public_metrics.bookmark_count`,
  ),
  ...columnsOf('text', 'reply_settings'),
  ...columnsOf('list', 'edit_history_tweet_ids'),
  ...columnsOf('count', 'edit_controls.edits_remaining'),
  ...columnsOf('time', 'edit_controls.editable_until'),
  ...columnsOf('flag', 'edit_controls.is_edit_eligible possibly_sensitive'),
  ...columnsOf('text', 'withheld.scope'),
  ...columnsOf('flag', 'withheld.copyright'),
  ...columnsOf(
    'list',
    `withheld.country_codes entities.annotations entities.cashtags entities.hashtags entities.mentions entities.urls
    context_annotations attachments.media attachments.media_keys`,
  ),
  ...columnsOf('count', 'attachments.poll.duration_minutes'),
  ...columnsOf('time', 'attachments.poll.end_datetime'),
  ...columnsOf('id', 'attachments.poll.id'),
  ...columnsOf('list', 'attachments.poll.options'),
  ...columnsOf('text', 'attachments.poll.voting_status'),
  ...columnsOf('list', 'attachments.poll_ids'),
]

/**
 * Columns of the author: the columns of tables of users in another order, without the columns that twarc
 * itself adds.
 */
export const AUTHOR_COLUMNS: readonly Column[] = [
  ...['id', 'created_at', 'username', 'name', 'description', 'entities.description.cashtags'],
  ...['entities.description.hashtags', 'entities.description.mentions', 'entities.description.urls'],
  ...['entities.url.urls', 'url', 'location', 'pinned_tweet_id', 'profile_image_url', 'protected'],
  ...['public_metrics.followers_count', 'public_metrics.following_count', 'public_metrics.listed_count'],
  ...['public_metrics.tweet_count', 'verified', 'verified_type'],
  ...['withheld.scope', 'withheld.copyright', 'withheld.country_codes'],
].flatMap((name) => USER_COLUMNS.filter((column) => column.name === name))

/** Columns after the columns of the author. */
export const TRAILING_COLUMNS: readonly Column[] = [
  ...columnsOf('list', 'geo.coordinates.coordinates'),
  ...columnsOf('text', 'geo.coordinates.type geo.country geo.country_code geo.full_name'),
  ...columnsOf('list', 'geo.geo.bbox'),
  ...columnsOf('text', 'geo.geo.type geo.id geo.name geo.place_id geo.place_type'),
  ...columnsOf('list', 'matching_rules'),
  ...columnsOf('text', '__twarc.retrieved_at __twarc.url __twarc.version'),
]

/** All 84 columns. */
export const POST_COLUMNS: readonly Column[] = [
  ...LEADING_COLUMNS,
  ...AUTHOR_COLUMNS.map(({ name, kind }) => ({ name: `author.${name}`, kind })),
  ...TRAILING_COLUMNS,
]
