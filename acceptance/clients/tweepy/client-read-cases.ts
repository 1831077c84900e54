/** Cases for the methods of `tweepy.Client` that read, as the app and as a user. */
import type { Case } from '../support/cases.ts'
import { byFirst, first, idsOf } from '../support/facts.ts'

const FIELDS = {
  expansions: ['author_id', 'referenced_tweets.id', 'attachments.media_keys', 'geo.place_id'],
  tweet_fields: ['author_id', 'conversation_id', 'created_at', 'edit_controls', 'public_metrics'],
  user_fields: ['created_at', 'public_metrics', 'verified_type'],
  media_fields: ['alt_text', 'duration_ms', 'public_metrics', 'url', 'variants'],
  place_fields: ['country', 'full_name'],
  poll_fields: ['options'],
}

const POSTS: readonly Case[] = [
  {
    call: 'get_tweet',
    args: ({ thread }) => [thread.root.id],
    kwargs: () => FIELDS,
    sees: ({ thread, bob }) => ({
      'data.id': thread.root.id,
      'data.text': thread.root.text,
      'data.edit_history_tweet_ids': [thread.root.id],
      'data.edit_controls.edits_remaining': 5,
      'data.public_metrics.like_count': 3,
      'includes.users.*.username': [bob.name],
    }),
  },
  {
    call: 'get_tweet',
    note: 'as a user',
    args: ({ thread }) => [thread.quotes[0]?.id],
    kwargs: () => ({ user_auth: true, ...FIELDS }),
    sees: ({ thread }) => ({ 'includes.tweets.*.id': [thread.root.id] }),
  },
  {
    call: 'get_tweets',
    args: ({ week }) => [idsOf(week.slice(0, 100))],
    sees: ({ week }) => ({
      'data.*.id': idsOf(week.slice(0, 100)),
      'data.*.text': week.slice(0, 100).map(({ text }) => text),
    }),
  },
  {
    call: 'get_tweets',
    note: 'a missing one',
    args: ({ thread }) => [[thread.root.id, '1']],
    sees: () => ({ 'data.#': 1, 'errors.*.resource_id': ['1'] }),
  },
  {
    call: 'get_users_tweets',
    args: ({ authors }) => [authors[0]?.id],
    kwargs: () => ({ max_results: 100, exclude: ['retweets'], ...FIELDS }),
    sees: (network) => ({
      'data.*.id': idsOf(byFirst(network)),
      'meta.result_count': byFirst(network).length,
      'meta.newest_id': byFirst(network)[0]?.id,
    }),
  },
  {
    call: 'get_users_mentions',
    args: ({ ada }) => [ada.id],
    kwargs: () => FIELDS,
    sees: ({ thread }) => ({ 'data.*.id': [thread.replies[0]?.id] }),
  },
  {
    call: 'get_home_timeline',
    kwargs: () => FIELDS,
    sees: ({ thread }) => ({
      'data.*.id': [thread.reposts[1], thread.quotes[1]?.id, thread.replies[1]?.id, thread.root.id],
    }),
  },
  {
    call: 'search_recent_tweets',
    args: (network) => [`from:${first(network)}`],
    kwargs: () => ({ max_results: 10, ...FIELDS }),
    sees: (network) => ({
      'data.*.id': idsOf(byFirst(network).slice(0, 10)),
      'data.*.text': byFirst(network)
        .slice(0, 10)
        .map(({ text }) => text),
      'includes.users.*.username': [first(network)],
      'meta.result_count': 10,
    }),
  },
  {
    call: 'search_recent_tweets',
    note: 'as a user, in a conversation',
    args: ({ thread }) => [`conversation_id:${thread.root.id} is:reply`],
    kwargs: () => ({ user_auth: true }),
    sees: ({ thread }) => ({ 'data.*.id': idsOf(thread.replies) }),
  },
  {
    call: 'search_all_tweets',
    args: () => ['from:jack'],
    kwargs: () => ({ start_time: { $time: '2006-03-21T00:00:00Z' }, max_results: 500 }),
    sees: () => ({ 'data.*.id': ['51', '29'], 'data.*.text': ['lunch', 'inviting coworkers'] }),
  },
  {
    call: 'get_recent_tweets_count',
    args: (network) => [`from:${first(network)}`],
    kwargs: () => ({ granularity: 'day' }),
    sees: (network) => ({ 'meta.total_tweet_count': byFirst(network).length, 'data.#': 8 }),
  },
  {
    call: 'get_all_tweets_count',
    args: () => ['from:jonhoo'],
    kwargs: () => ({
      granularity: 'day',
      start_time: { $time: '2020-05-26T00:00:00Z' },
      end_time: { $time: '2020-05-29T00:00:00Z' },
    }),
    sees: () => ({ 'meta.total_tweet_count': 3, 'data.*.tweet_count': [1, 2, 0] }),
  },
  {
    call: 'get_quote_tweets',
    args: ({ thread }) => [thread.root.id],
    kwargs: () => FIELDS,
    sees: ({ thread }) => ({ 'data.*.id': idsOf(thread.quotes) }),
  },
  {
    call: 'get_retweeters',
    args: ({ thread }) => [thread.root.id],
    kwargs: () => FIELDS,
    sees: ({ thread }) => ({ 'data.*.id': thread.reposters }),
  },
  {
    call: 'get_liking_users',
    args: ({ thread }) => [thread.root.id],
    kwargs: () => FIELDS,
    sees: ({ cy, bob, ada }) => ({ 'data.*.id': [cy.id, bob.id, ada.id] }),
  },
  {
    call: 'get_liked_tweets',
    args: ({ cy }) => [cy.id],
    kwargs: () => FIELDS,
    sees: ({ thread }) => ({ 'data.*.id': [thread.root.id] }),
  },
]

const USERS: readonly Case[] = [
  {
    call: 'get_user',
    kwargs: ({ ada }) => ({ username: ada.name, user_fields: FIELDS.user_fields }),
    sees: ({ ada }) => ({ 'data.id': ada.id, 'data.public_metrics.following_count': 1 }),
  },
  {
    call: 'get_user',
    note: 'by id',
    kwargs: ({ star }) => ({ id: star.id, user_fields: FIELDS.user_fields }),
    sees: ({ star, starFollowers }) => ({
      'data.username': star.name,
      'data.public_metrics.followers_count': starFollowers.length,
    }),
  },
  {
    call: 'get_users',
    kwargs: ({ ada, bob }) => ({ ids: [ada.id, bob.id] }),
    sees: ({ ada, bob }) => ({ 'data.*.username': [ada.name, bob.name] }),
  },
  {
    call: 'get_users',
    note: 'by name, one missing',
    kwargs: ({ ada }) => ({ usernames: [ada.name, 'nobody_here'] }),
    sees: ({ ada }) => ({ 'data.*.id': [ada.id], 'errors.*.value': ['nobody_here'] }),
  },
  {
    call: 'get_me',
    kwargs: () => ({ user_fields: FIELDS.user_fields }),
    sees: ({ ada }) => ({ 'data.id': ada.id, 'data.username': ada.name }),
  },
  {
    call: 'get_users_followers',
    args: ({ star }) => [star.id],
    kwargs: () => ({ max_results: 1_000, user_fields: FIELDS.user_fields }),
    sees: ({ starFollowers }) => ({
      'data.*.id': starFollowers.slice(0, 1_000),
      'meta.result_count': 1_000,
    }),
  },
  {
    call: 'get_users_following',
    args: ({ star }) => [star.id],
    sees: ({ authors }) => ({ 'data.*.id': authors.map(({ id }) => id).toReversed() }),
  },
  { call: 'get_blocked', sees: ({ blocked }) => ({ 'data.*.id': [blocked.id] }) },
]

const SPACES: readonly Case[] = [
  { call: 'search_spaces', args: () => ['music'], sees: () => ({ data: null, 'meta.result_count': 0 }) },
  {
    call: 'get_spaces',
    kwargs: () => ({ ids: ['1DXxyRYNejbKM'] }),
    sees: () => ({ data: null, 'errors.*.resource_type': ['space'] }),
  },
  {
    call: 'get_spaces',
    note: 'of users',
    kwargs: ({ ada }) => ({ user_ids: [ada.id] }),
    sees: () => ({ data: null, 'meta.result_count': 0 }),
  },
  {
    call: 'get_space',
    args: () => ['1DXxyRYNejbKM'],
    sees: () => ({ data: null, 'errors.*.resource_id': ['1DXxyRYNejbKM'] }),
  },
  {
    call: 'get_space_buyers',
    on: 'oauth2',
    args: () => ['1DXxyRYNejbKM'],
    sees: () => ({ data: null, 'meta.result_count': 0 }),
  },
  {
    call: 'get_space_tweets',
    args: () => ['1DXxyRYNejbKM'],
    sees: () => ({ data: null, 'meta.result_count': 0 }),
  },
]

/** These cases run before the cases that write, because writes would change their results. */
export const CLIENT_READ_CASES: readonly Case[] = [...POSTS, ...USERS, ...SPACES]
