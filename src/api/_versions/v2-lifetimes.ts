/**
 * The table of the days on which endpoints of API v2 began and ended. It applies with the setting `second_generation:
 * dated` (spec/v2.md#clock).
 */
import type { Lifetime } from './lifetime.ts'

const GET = ['GET'] as const
const WRITES = ['POST', 'PUT', 'DELETE'] as const

/** The lifetimes. The first matching row applies. */
export const V2_LIFETIMES: readonly Lifetime[] = [
  { since: '2020-08-19', paths: ['/2/tweets/:/hidden'] },
  { since: '2020-12-17', methods: GET, paths: ['/2/users/:/tweets', '/2/users/:/mentions'] },
  { since: '2020-12-17', methods: GET, paths: ['/2/users/:/followers', '/2/users/:/following'] },
  { since: '2021-01-26', paths: ['/2/tweets/search/all'] },
  { since: '2021-02-10', methods: WRITES, paths: ['/2/users/:/following', '/2/users/:/following/:'] },
  {
    since: '2021-04-07',
    until: '2023-06-12',
    methods: WRITES,
    paths: ['/2/users/:/blocking', '/2/users/:/blocking/:'],
  },
  { since: '2021-04-22', paths: ['/2/users/:/likes', '/2/users/:/likes/:'] },
  {
    since: '2021-05-20',
    paths: ['/2/users/:/blocking', '/2/users/:/liked_tweets', '/2/tweets/:/liking_users'],
  },
  { since: '2021-06-24', paths: ['/2/tweets/counts/*'] },
  { since: '2021-06-30', methods: WRITES, paths: ['/2/users/:/muting', '/2/users/:/muting/:'] },
  { since: '2021-09-22', paths: ['/2/users/:/muting'] },
  {
    since: '2021-07-14',
    paths: ['/2/users/:/retweets', '/2/users/:/retweets/:', '/2/tweets/:/retweeted_by'],
  },
  { since: '2021-08-18', paths: ['/2/spaces', '/2/spaces/*'] },
  { since: '2021-08-25', paths: ['/2/compliance/*'] },
  {
    since: '2021-09-29',
    methods: WRITES,
    paths: ['/2/lists', '/2/lists/*', '/2/users/:/followed_lists/*', '/2/users/:/pinned_lists/*'],
  },
  {
    since: '2021-09-29',
    methods: WRITES,
    paths: ['/2/users/:/followed_lists', '/2/users/:/pinned_lists'],
  },
  { since: '2021-11-03', methods: WRITES, paths: ['/2/tweets', '/2/tweets/:'] },
  {
    since: '2021-11-15',
    paths: [
      '/2/lists/*',
      '/2/users/:/owned_lists',
      '/2/users/:/followed_lists',
      '/2/users/:/list_memberships',
      '/2/users/:/pinned_lists',
    ],
  },
  { since: '2021-12-14', paths: ['/2/users/me', '/2/oauth2/*'] },
  { since: '2022-03-17', paths: ['/2/tweets/:/quote_tweets'] },
  { since: '2022-03-24', paths: ['/2/users/:/bookmarks', '/2/users/:/bookmarks/:'] },
  { since: '2022-05-19', paths: ['/2/users/:/timelines/reverse_chronological'] },
  {
    since: '2022-10-27',
    paths: ['/2/dm_events', '/2/dm_events/*', '/2/dm_conversations', '/2/dm_conversations/*'],
  },
  { since: '2023-09-28', paths: ['/2/tweets/:/retweets'] },
  { since: '2023-11-02', paths: ['/2/usage/*'] },
  { since: '2023-12-08', paths: ['/2/users/search'] },
  { since: '2023-12-12', paths: ['/2/trends/*'] },
  { since: '2024-11-22', paths: ['/2/communities/*'] },
  { since: '2025-01-16', paths: ['/2/media/upload', '/2/media/metadata', '/2/media/subtitles'] },
  { since: '2025-04-30', paths: ['/2/media/upload/*'] },
  // The first endpoints: lookups, recent search and streams.
  { since: '2020-08-12', paths: ['/2/*'] },
]
