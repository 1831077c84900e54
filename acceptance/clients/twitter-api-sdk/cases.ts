/**
 * Cases for every method of the official TypeScript SDK. With `on: 'user'` the call uses ada's OAuth 2.0
 * token, otherwise the app's token.
 */
import type { Case } from '../support/cases.ts'
import { byFirst, first, idsOf } from '../support/facts.ts'

const FIELDS = {
  expansions: ['author_id', 'referenced_tweets.id'],
  'tweet.fields': ['author_id', 'created_at', 'public_metrics'],
  'user.fields': ['created_at', 'public_metrics'],
}

const TWEETS: readonly Case[] = [
  {
    call: 'tweets.findTweetById',
    args: ({ thread }) => [thread.root.id, FIELDS],
    sees: ({ thread, bob }) => ({ 'data.text': thread.root.text, 'includes.users.*.username': [bob.name] }),
  },
  {
    call: 'tweets.findTweetsById',
    args: ({ week }) => [{ ids: idsOf(week.slice(0, 3)), ...FIELDS }],
    sees: ({ week }) => ({ 'data.*.id': idsOf(week.slice(0, 3)) }),
  },
  {
    call: 'tweets.tweetsRecentSearch',
    list: true,
    args: (network) => [{ query: `from:${first(network)}`, max_results: 10, ...FIELDS }],
    sees: (network) => ({
      '0.data.*.id': idsOf(byFirst(network)).slice(0, 10),
      '1.data.*.id': idsOf(byFirst(network)).slice(10, 20),
      '3.data.*.id': idsOf(byFirst(network)).slice(30),
    }),
  },
  {
    call: 'tweets.tweetsFullarchiveSearch',
    args: () => [{ query: 'from:jack', start_time: '2006-03-21T00:00:00Z' }],
    sees: () => ({ 'data.*.id': ['51', '29'] }),
  },
  {
    call: 'tweets.tweetCountsRecentSearch',
    args: (network) => [{ query: `from:${first(network)}`, granularity: 'day' }],
    sees: (network) => ({ 'meta.total_tweet_count': byFirst(network).length }),
  },
  {
    call: 'tweets.tweetCountsFullArchiveSearch',
    list: true,
    args: () => [
      {
        query: 'from:jonhoo',
        granularity: 'day',
        start_time: '2020-05-01T00:00:00Z',
        end_time: '2020-07-01T00:00:00Z',
      },
    ],
    sees: () => ({ '*.meta.total_tweet_count': [0, 3] }),
  },
  {
    call: 'tweets.usersIdTweets',
    list: true,
    args: ({ authors }) => [authors[0]?.id, { max_results: 100, ...FIELDS }],
    sees: (network) => ({ '*.data.*.id': [idsOf(byFirst(network))] }),
  },
  {
    call: 'tweets.usersIdMentions',
    args: ({ ada }) => [ada.id, FIELDS],
    sees: ({ thread }) => ({ 'data.*.id': [thread.replies[0]?.id] }),
  },
  {
    call: 'tweets.usersIdTimeline',
    on: 'user',
    args: ({ ada }) => [ada.id, { exclude: ['replies', 'retweets'] }],
    sees: ({ thread }) => ({ 'data.*.id': [thread.quotes[1]?.id, thread.root.id] }),
  },
  {
    call: 'tweets.findTweetsThatQuoteATweet',
    args: ({ thread }) => [thread.root.id],
    sees: ({ thread }) => ({ 'data.*.id': idsOf(thread.quotes) }),
  },
  {
    call: 'tweets.usersIdLikedTweets',
    args: ({ cy }) => [cy.id],
    sees: ({ thread }) => ({ 'data.*.id': [thread.root.id] }),
  },
  {
    call: 'tweets.createTweet',
    on: 'user',
    args: () => [{ text: 'written by the SDK' }],
    saves: { tweet: 'data.id' },
  },
  {
    call: 'tweets.createTweet',
    note: 'a reply',
    on: 'user',
    args: (_, { tweet }) => [{ text: 'more', reply: { in_reply_to_tweet_id: tweet } }],
    saves: { reply: 'data.id' },
  },
  {
    call: 'tweets.hideReplyById',
    on: 'user',
    args: (_, { reply }) => [reply, { hidden: true }],
    sees: () => ({ 'data.hidden': true }),
  },
  {
    call: 'tweets.deleteTweetById',
    on: 'user',
    args: (_, { tweet }) => [tweet],
    sees: () => ({ 'data.deleted': true }),
  },
  {
    call: 'tweets.usersIdLike',
    on: 'user',
    args: ({ ada, week }) => [ada.id, { tweet_id: week[0]?.id }],
    sees: () => ({ 'data.liked': true }),
  },
  {
    call: 'tweets.usersIdUnlike',
    on: 'user',
    args: ({ ada, week }) => [ada.id, week[0]?.id],
    sees: () => ({ 'data.liked': false }),
  },
  {
    call: 'tweets.usersIdRetweets',
    on: 'user',
    args: ({ ada, week }) => [ada.id, { tweet_id: week[0]?.id }],
    sees: () => ({ 'data.retweeted': true }),
  },
  {
    call: 'tweets.usersIdUnretweets',
    on: 'user',
    args: ({ ada, week }) => [ada.id, week[0]?.id],
    sees: () => ({ 'data.retweeted': false }),
  },
  {
    call: 'tweets.addOrDeleteRules',
    args: () => [{ add: [{ value: 'cat', tag: 'cats' }, { value: 'dog' }] }],
    sees: () => ({ 'meta.summary.created': 2 }),
  },
  {
    call: 'tweets.getRules',
    args: () => [],
    sees: () => ({ 'data.*.value': ['cat', 'dog'], 'data.*.tag': ['cats', ''] }),
  },
  {
    call: 'tweets.listsIdTweets',
    list: true,
    args: (_, { list }) => [list, { max_results: 20 }],
    sees: (network) => ({ '0.data.*.id': idsOf(byFirst(network)).slice(0, 20), '#': 2 }),
  },
]

const BOOKMARKS: readonly Case[] = [
  {
    call: 'bookmarks.postUsersIdBookmarks',
    on: 'user',
    args: ({ ada, week }) => [ada.id, { tweet_id: week[0]?.id }],
    sees: () => ({ 'data.bookmarked': true }),
  },
  {
    call: 'bookmarks.getUsersIdBookmarks',
    on: 'user',
    args: ({ ada }) => [ada.id],
    sees: ({ week }) => ({ 'data.*.id': [week[0]?.id] }),
  },
  {
    call: 'bookmarks.usersIdBookmarksDelete',
    on: 'user',
    args: ({ ada, week }) => [ada.id, week[0]?.id],
    sees: () => ({ 'data.bookmarked': false }),
  },
]

const USERS: readonly Case[] = [
  {
    call: 'users.findUserById',
    args: ({ ada }) => [ada.id],
    sees: ({ ada }) => ({ 'data.username': ada.name }),
  },
  {
    call: 'users.findUsersById',
    args: ({ ada, bob }) => [{ ids: [ada.id, bob.id] }],
    sees: ({ ada, bob }) => ({ 'data.*.username': [ada.name, bob.name] }),
  },
  {
    call: 'users.findUserByUsername',
    args: ({ ada }) => [ada.name],
    sees: ({ ada }) => ({ 'data.id': ada.id }),
  },
  {
    call: 'users.findUsersByUsername',
    args: ({ ada, bob }) => [{ usernames: [ada.name, bob.name] }],
    sees: ({ ada, bob }) => ({ 'data.*.id': [ada.id, bob.id] }),
  },
  { call: 'users.findMyUser', on: 'user', args: () => [FIELDS], sees: ({ ada }) => ({ 'data.id': ada.id }) },
  {
    call: 'users.usersIdFollowers',
    list: true,
    args: ({ star }) => [star.id, { max_results: 1_000 }],
    sees: ({ starFollowers }) => ({
      '*.data.*.id': [starFollowers.slice(0, 1_000), starFollowers.slice(1_000)],
    }),
  },
  {
    call: 'users.usersIdFollowing',
    args: ({ star }) => [star.id],
    sees: ({ authors }) => ({ 'data.*.id': authors.map(({ id }) => id).toReversed() }),
  },
  {
    call: 'users.tweetsIdLikingUsers',
    args: ({ thread }) => [thread.root.id],
    sees: ({ ada, bob, cy }) => ({ 'data.*.id': [cy.id, bob.id, ada.id] }),
  },
  {
    call: 'users.tweetsIdRetweetingUsers',
    args: ({ thread }) => [thread.root.id],
    sees: ({ thread }) => ({ 'data.*.id': thread.reposters }),
  },
  {
    call: 'users.usersIdBlocking',
    on: 'user',
    args: ({ ada }) => [ada.id],
    sees: ({ blocked }) => ({ 'data.*.id': [blocked.id] }),
  },
  {
    call: 'users.usersIdBlock',
    on: 'user',
    args: ({ ada, star }) => [ada.id, { target_user_id: star.id }],
    sees: () => ({ 'data.blocking': true }),
  },
  {
    call: 'users.usersIdUnblock',
    on: 'user',
    args: ({ ada, star }) => [ada.id, star.id],
    sees: () => ({ 'data.blocking': false }),
  },
  {
    call: 'users.usersIdFollow',
    on: 'user',
    args: ({ ada, star }) => [ada.id, { target_user_id: star.id }],
    sees: () => ({ 'data.following': true }),
  },
  {
    call: 'users.usersIdUnfollow',
    on: 'user',
    args: ({ ada, star }) => [ada.id, star.id],
    sees: () => ({ 'data.following': false }),
  },
  {
    call: 'users.usersIdMute',
    on: 'user',
    args: ({ ada, star }) => [ada.id, { target_user_id: star.id }],
    sees: () => ({ 'data.muting': true }),
  },
  {
    call: 'users.usersIdMuting',
    on: 'user',
    args: ({ ada }) => [ada.id],
    sees: ({ star }) => ({ 'data.*.id': [star.id] }),
  },
  {
    call: 'users.usersIdUnmute',
    on: 'user',
    args: ({ ada, star }) => [ada.id, star.id],
    sees: () => ({ 'data.muting': false }),
  },
  {
    call: 'users.listGetMembers',
    args: (_, { list }) => [list],
    sees: ({ authors }) => ({ 'data.*.id': [authors[0]?.id] }),
  },
  {
    call: 'users.listGetFollowers',
    args: (_, { list }) => [list],
    sees: ({ bob }) => ({ 'data.*.id': [bob.id] }),
  },
]

const LISTS: readonly Case[] = [
  { call: 'lists.listIdCreate', on: 'user', args: () => [{ name: 'SDK' }], saves: { made: 'data.id' } },
  {
    call: 'lists.listIdUpdate',
    on: 'user',
    args: (_, { made }) => [made, { name: 'SDK 2' }],
    sees: () => ({ 'data.updated': true }),
  },
  { call: 'lists.listIdGet', args: (_, { made }) => [made], sees: () => ({ 'data.name': 'SDK 2' }) },
  {
    call: 'lists.listAddMember',
    on: 'user',
    args: ({ authors }, { made }) => [made, { user_id: authors[1]?.id }],
    sees: () => ({ 'data.is_member': true }),
  },
  {
    call: 'lists.getUserListMemberships',
    args: ({ authors }) => [authors[1]?.id],
    sees: (_, { made }) => ({ 'data.*.id': [made] }),
  },
  {
    call: 'lists.listRemoveMember',
    on: 'user',
    args: ({ authors }, { made }) => [made, authors[1]?.id],
    sees: () => ({ 'data.is_member': false }),
  },
  {
    call: 'lists.listUserOwnedLists',
    args: ({ ada }) => [ada.id],
    sees: (_, { made, list }) => ({ 'data.*.id': [made, list] }),
  },
  {
    call: 'lists.listUserFollow',
    on: 'user',
    args: ({ ada }, { made }) => [ada.id, { list_id: made }],
    sees: () => ({ 'data.following': true }),
  },
  {
    call: 'lists.userFollowedLists',
    args: ({ bob }) => [bob.id],
    sees: (_, { list }) => ({ 'data.*.id': [list] }),
  },
  {
    call: 'lists.listUserUnfollow',
    on: 'user',
    args: ({ ada }, { made }) => [ada.id, made],
    sees: () => ({ 'data.following': false }),
  },
  {
    call: 'lists.listUserPin',
    on: 'user',
    args: ({ ada }, { made }) => [ada.id, { list_id: made }],
    sees: () => ({ 'data.pinned': true }),
  },
  {
    call: 'lists.listUserPinnedLists',
    on: 'user',
    args: ({ ada }) => [ada.id],
    sees: (_, { made }) => ({ 'data.*.id': [made] }),
  },
  {
    call: 'lists.listUserUnpin',
    on: 'user',
    args: ({ ada }, { made }) => [ada.id, made],
    sees: () => ({ 'data.pinned': false }),
  },
  {
    call: 'lists.listIdDelete',
    on: 'user',
    args: (_, { made }) => [made],
    sees: () => ({ 'data.deleted': true }),
  },
]

const SPACES: readonly Case[] = [
  {
    call: 'spaces.findSpacesByIds',
    args: () => [{ ids: ['1DXxyRYNejbKM'] }],
    sees: () => ({ 'errors.#': 1 }),
  },
  { call: 'spaces.findSpaceById', args: () => ['1DXxyRYNejbKM'], sees: () => ({ 'errors.#': 1 }) },
  {
    call: 'spaces.findSpacesByCreatorIds',
    args: ({ ada }) => [{ user_ids: [ada.id] }],
    sees: () => ({ 'meta.result_count': 0 }),
  },
  { call: 'spaces.searchSpaces', args: () => [{ query: 'music' }], sees: () => ({ 'meta.result_count': 0 }) },
  {
    call: 'spaces.spaceBuyers',
    on: 'user',
    args: () => ['1DXxyRYNejbKM'],
    sees: () => ({ 'meta.result_count': 0 }),
  },
  { call: 'spaces.spaceTweets', args: () => ['1DXxyRYNejbKM'], sees: () => ({ 'meta.result_count': 0 }) },
]

const COMPLIANCE: readonly Case[] = [
  {
    call: 'compliance.createBatchComplianceJob',
    args: () => [{ type: 'users', name: 'by the SDK' }],
    saves: { job: 'data.id' },
  },
  {
    call: 'compliance.getBatchComplianceJob',
    args: (_, { job }) => [job],
    sees: () => ({ 'data.name': 'by the SDK' }),
  },
  {
    call: 'compliance.listBatchComplianceJobs',
    args: () => [{ type: 'users' }],
    sees: (_, { job }) => ({ 'data.*.id': [job] }),
  },
  { call: 'general.getOpenApiSpec', sees: () => ({ openapi: '3.1.1' }) },
]

/** Streams that only some customers had. The server refuses them. */
export const REFUSED_STREAMS: readonly string[] = [
  ...['compliance.getTweetsComplianceStream', 'compliance.getTweetsLabelStream'],
  ...[
    'compliance.getUsersComplianceStream',
    'tweets.getTweetsFirehoseStream',
    'tweets.getTweetsSample10Stream',
  ],
]

export const SDK_CASES: readonly Case[] = [
  ...TWEETS,
  ...BOOKMARKS,
  ...USERS,
  ...LISTS,
  ...SPACES,
  ...COMPLIANCE,
]
