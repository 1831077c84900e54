/** Cases for every method of `client.v2` of twitter-api-v2. */
import { readFileSync } from 'node:fs'
import type { Case } from '../support/cases.ts'
import { byFirst, first, idsOf, PICTURE } from '../support/facts.ts'

const READS: readonly Case[] = [
  {
    call: 'singleTweet',
    args: ({ thread }) => [thread.root.id, { 'tweet.fields': ['author_id', 'public_metrics'] }],
    sees: ({ thread, bob }) => ({
      'data.text': thread.root.text,
      'data.author_id': bob.id,
      'data.public_metrics.like_count': 3,
    }),
  },
  {
    call: 'tweets',
    args: ({ week }) => [idsOf(week.slice(0, 100))],
    sees: ({ week }) => ({ 'data.*.id': idsOf(week.slice(0, 100)) }),
  },
  {
    call: 'search',
    list: true,
    args: (network) => [`from:${first(network)}`, { max_results: 10 }],
    sees: (network) => ({ '*.id': idsOf(byFirst(network)) }),
  },
  {
    call: 'search',
    note: 'by until_id',
    args: (network) => [
      `from:${first(network)}`,
      { max_results: 10, until_id: byFirst(network)[0]?.id, 'tweet.fields': ['created_at'] },
    ],
    sees: (network) => ({ 'data.*.id': idsOf(byFirst(network).slice(1, 11)) }),
  },
  {
    call: 'searchAll',
    on: 'app.v2',
    args: () => ['from:jack', { start_time: '2006-03-21T00:00:00Z', max_results: 10 }],
    sees: () => ({ 'data.*.id': ['51', '29'] }),
  },
  {
    call: 'tweetCountRecent',
    on: 'app.v2',
    args: (network) => [`from:${first(network)}`, { granularity: 'day' }],
    sees: (network) => ({ 'meta.total_tweet_count': byFirst(network).length }),
  },
  {
    call: 'tweetCountAll',
    on: 'app.v2',
    args: () => [
      'from:jonhoo',
      { granularity: 'day', start_time: '2020-05-26T00:00:00Z', end_time: '2020-05-28T00:00:00Z' },
    ],
    sees: () => ({ 'data.*.tweet_count': [1, 2] }),
  },
  {
    call: 'tweetRetweetedBy',
    args: ({ thread }) => [thread.root.id],
    sees: ({ thread }) => ({ 'data.*.id': thread.reposters }),
  },
  {
    call: 'tweetRetweetedBy',
    note: 'page by page',
    list: true,
    args: ({ thread }) => [thread.root.id, { asPaginator: true, max_results: 1 }],
    sees: ({ thread }) => ({ '*.id': thread.reposters }),
  },
  {
    call: 'tweetLikedBy',
    list: true,
    args: ({ thread }) => [thread.root.id, { asPaginator: true, max_results: 2 }],
    sees: ({ ada, bob, cy }) => ({ '*.id': [cy.id, bob.id, ada.id] }),
  },
  {
    call: 'homeTimeline',
    args: () => [{ exclude: ['retweets', 'replies'] }],
    sees: ({ thread }) => ({ 'data.*.id': [thread.quotes[1]?.id, thread.root.id] }),
  },
  {
    call: 'userTimeline',
    list: true,
    args: ({ authors }) => [authors[0]?.id, { max_results: 5 }],
    sees: (network) => ({ '*.id': idsOf(byFirst(network)) }),
  },
  {
    call: 'userMentionTimeline',
    args: ({ bob }) => [bob.id],
    sees: ({ thread }) => ({ 'data.*.id': [thread.replies[2]?.id] }),
  },
  {
    call: 'quotes',
    args: ({ thread }) => [thread.root.id],
    sees: ({ thread }) => ({ 'data.*.id': idsOf(thread.quotes) }),
  },
  { call: 'me', sees: ({ ada }) => ({ 'data.username': ada.name }) },
  { call: 'user', args: ({ star }) => [star.id], sees: ({ star }) => ({ 'data.username': star.name }) },
  {
    call: 'users',
    args: ({ ada, bob }) => [[ada.id, bob.id]],
    sees: ({ ada, bob }) => ({ 'data.*.username': [ada.name, bob.name] }),
  },
  { call: 'userByUsername', args: ({ star }) => [star.name], sees: ({ star }) => ({ 'data.id': star.id }) },
  {
    call: 'usersByUsernames',
    args: ({ ada, bob }) => [[ada.name, bob.name]],
    sees: ({ ada, bob }) => ({ 'data.*.id': [ada.id, bob.id] }),
  },
  {
    call: 'followers',
    list: true,
    args: ({ star }) => [star.id, { asPaginator: true, max_results: 500 }],
    sees: ({ starFollowers }) => ({ '*.id': starFollowers }),
  },
  {
    call: 'following',
    args: ({ star }) => [star.id],
    sees: ({ authors }) => ({ 'data.*.id': authors.map(({ id }) => id).toReversed() }),
  },
  {
    call: 'userLikedTweets',
    args: ({ cy }) => [cy.id],
    sees: ({ thread }) => ({ 'data.*.id': [thread.root.id] }),
  },
  {
    call: 'userBlockingUsers',
    args: ({ ada }) => [ada.id],
    sees: ({ blocked }) => ({ 'data.*.id': [blocked.id] }),
  },
  {
    call: 'space',
    on: 'app.v2',
    args: () => ['1DXxyRYNejbKM'],
    sees: () => ({ 'errors.*.resource_type': ['space'] }),
  },
  { call: 'spaces', on: 'app.v2', args: () => [['1DXxyRYNejbKM']], sees: () => ({ 'errors.#': 1 }) },
  {
    call: 'spacesByCreators',
    on: 'app.v2',
    args: ({ ada }) => [[ada.id]],
    sees: () => ({ 'meta.result_count': 0 }),
  },
  {
    call: 'searchSpaces',
    on: 'app.v2',
    args: () => [{ query: 'music', state: 'live' }],
    sees: () => ({ 'meta.result_count': 0 }),
  },
  {
    call: 'spaceBuyers',
    on: 'oauth2.v2',
    args: () => ['1DXxyRYNejbKM'],
    sees: () => ({ 'meta.result_count': 0 }),
  },
  {
    call: 'spaceTweets',
    on: 'app.v2',
    args: () => ['1DXxyRYNejbKM'],
    sees: () => ({ 'meta.result_count': 0 }),
  },
  {
    call: 'usage',
    on: 'app.v2',
    args: () => [{ days: 1 }],
    sees: () => ({ 'data.daily_project_usage.usage.#': 1 }),
  },
  { call: 'community', on: 'app.v2', args: () => ['1'], refused: '403' },
  { call: 'searchCommunities', on: 'app.v2', args: () => ['birds'], refused: '403' },
]

const WRITES: readonly Case[] = [
  { call: 'tweet', args: () => ['written by twitter-api-v2'], saves: { tweet: 'data.id' } },
  {
    call: 'reply',
    args: (_, { tweet }) => ['an answer', tweet],
    saves: { reply: 'data.id' },
    sees: () => ({ 'data.text': 'an answer' }),
  },
  { call: 'quote', args: ({ thread }) => ['a quote', thread.root.id], saves: { quote: 'data.id' } },
  {
    call: 'tweetThread',
    args: () => [['one of two', 'two of two']],
    sees: () => ({ '*.data.text': ['one of two', 'two of two'] }),
  },
  { call: 'hideReply', args: (_, { reply }) => [reply, true], sees: () => ({ 'data.hidden': true }) },
  { call: 'deleteTweet', args: (_, { quote }) => [quote], sees: () => ({ 'data.deleted': true }) },
  {
    call: 'uploadMedia',
    args: () => [{ $bytes: readFileSync(PICTURE).toString('base64') }, { media_type: 'image/png' }],
    saves: { media: '' },
  },
  {
    call: 'createMediaMetadata',
    args: (_, { media }) => [media, { alt_text: { text: 'made by hand' } }],
    sees: (_, { media }) => ({ 'data.id': media }),
  },
  {
    call: 'tweet',
    note: 'with the picture',
    args: (_, { media }) => ['a picture', { media: { media_ids: [media] } }],
    saves: { pictured: 'data.id' },
  },
  {
    call: 'singleTweet',
    note: 'with the picture',
    args: (_, { pictured }) => [
      pictured,
      { expansions: ['attachments.media_keys'], 'media.fields': ['alt_text', 'type'] },
    ],
    sees: () => ({ 'includes.media.*.alt_text': ['made by hand'], 'includes.media.*.type': ['photo'] }),
  },
  { call: 'like', args: ({ ada, week }) => [ada.id, week[0]?.id], sees: () => ({ 'data.liked': true }) },
  { call: 'unlike', args: ({ ada, week }) => [ada.id, week[0]?.id], sees: () => ({ 'data.liked': false }) },
  {
    call: 'retweet',
    args: ({ ada, week }) => [ada.id, week[0]?.id],
    sees: () => ({ 'data.retweeted': true }),
  },
  {
    call: 'unretweet',
    args: ({ ada, week }) => [ada.id, week[0]?.id],
    sees: () => ({ 'data.retweeted': false }),
  },
  {
    call: 'bookmark',
    on: 'oauth2.v2',
    args: ({ week }) => [week[0]?.id],
    sees: () => ({ 'data.bookmarked': true }),
  },
  { call: 'bookmarks', on: 'oauth2.v2', sees: ({ week }) => ({ 'data.*.id': [week[0]?.id] }) },
  {
    call: 'deleteBookmark',
    on: 'oauth2.v2',
    args: ({ week }) => [week[0]?.id],
    sees: () => ({ 'data.bookmarked': false }),
  },
  { call: 'follow', args: ({ ada, star }) => [ada.id, star.id], sees: () => ({ 'data.following': true }) },
  { call: 'unfollow', args: ({ ada, star }) => [ada.id, star.id], sees: () => ({ 'data.following': false }) },
  { call: 'block', args: ({ ada, star }) => [ada.id, star.id], sees: () => ({ 'data.blocking': true }) },
  { call: 'unblock', args: ({ ada, star }) => [ada.id, star.id], sees: () => ({ 'data.blocking': false }) },
  { call: 'mute', args: ({ ada, star }) => [ada.id, star.id], sees: () => ({ 'data.muting': true }) },
  { call: 'userMutingUsers', args: ({ ada }) => [ada.id], sees: ({ star }) => ({ 'data.*.id': [star.id] }) },
  { call: 'unmute', args: ({ ada, star }) => [ada.id, star.id], sees: () => ({ 'data.muting': false }) },
]

const LISTS: readonly Case[] = [
  { call: 'createList', args: () => [{ name: 'Reading', private: false }], saves: { list: 'data.id' } },
  {
    call: 'updateList',
    args: (_, { list }) => [list, { name: 'More' }],
    sees: () => ({ 'data.updated': true }),
  },
  { call: 'list', args: (_, { list }) => [list], sees: () => ({ 'data.name': 'More' }) },
  {
    call: 'addListMember',
    args: ({ authors }, { list }) => [list, authors[0]?.id],
    sees: () => ({ 'data.is_member': true }),
  },
  {
    call: 'listMembers',
    args: (_, { list }) => [list],
    sees: ({ authors }) => ({ 'data.*.id': [authors[0]?.id] }),
  },
  {
    call: 'listMemberships',
    args: ({ authors }) => [authors[0]?.id],
    sees: (_, { list }) => ({ 'data.*.id': [list] }),
  },
  {
    call: 'listTweets',
    list: true,
    args: (_, { list }) => [list, { max_results: 5 }],
    sees: (network) => ({ '*.id': idsOf(byFirst(network)) }),
  },
  {
    call: 'removeListMember',
    args: ({ authors }, { list }) => [list, authors[0]?.id],
    sees: () => ({ 'data.is_member': false }),
  },
  { call: 'listsOwned', args: ({ ada }) => [ada.id], sees: (_, { list }) => ({ 'data.*.id': [list] }) },
  {
    call: 'subscribeToList',
    on: 'bob.v2',
    args: ({ bob }, { list }) => [bob.id, list],
    sees: () => ({ 'data.following': true }),
  },
  { call: 'listFollowers', args: (_, { list }) => [list], sees: ({ bob }) => ({ 'data.*.id': [bob.id] }) },
  { call: 'listFollowed', args: ({ bob }) => [bob.id], sees: (_, { list }) => ({ 'data.*.id': [list] }) },
  {
    call: 'unsubscribeOfList',
    on: 'bob.v2',
    args: ({ bob }, { list }) => [bob.id, list],
    sees: () => ({ 'data.following': false }),
  },
  { call: 'pinList', args: ({ ada }, { list }) => [ada.id, list], sees: () => ({ 'data.pinned': true }) },
  { call: 'unpinList', args: ({ ada }, { list }) => [ada.id, list], sees: () => ({ 'data.pinned': false }) },
  { call: 'removeList', args: (_, { list }) => [list], sees: () => ({ 'data.deleted': true }) },
]

const MESSAGES: readonly Case[] = [
  {
    call: 'sendDmToParticipant',
    args: ({ bob }) => [bob.id, { text: 'hello bob' }],
    saves: { conversation: 'data.dm_conversation_id', event: 'data.dm_event_id' },
  },
  {
    call: 'sendDmInConversation',
    args: (_, { conversation }) => [conversation, { text: 'hello again' }],
    saves: { later: 'data.dm_event_id' },
  },
  {
    call: 'createDmConversation',
    args: ({ bob, cy }) => [
      { conversation_type: 'Group', participant_ids: [bob.id, cy.id], message: { text: 'hello both' } },
    ],
    saves: { group: 'data.dm_conversation_id' },
  },
  {
    call: 'listDmEvents',
    list: true,
    args: () => [{ event_types: 'MessageCreate', max_results: 1 }],
    sees: () => ({ '*.text': ['hello both', 'hello again', 'hello bob'] }),
  },
  {
    call: 'listDmEventsWithParticipant',
    args: ({ bob }) => [bob.id],
    sees: (_, { later, event }) => ({ 'data.*.id': [later, event] }),
  },
  {
    call: 'listDmEventsOfConversation',
    args: (_, { group }) => [group, { event_types: 'MessageCreate' }],
    sees: () => ({ 'data.*.text': ['hello both'] }),
  },
]

const APP: readonly Case[] = [
  { call: 'streamRules', on: 'app.v2', sees: () => ({ data: undefined, 'meta.result_count': 0 }) },
  {
    call: 'updateStreamRules',
    on: 'app.v2',
    args: () => [{ add: [{ value: 'cat', tag: 'cats' }] }],
    saves: { rule: 'data.0.id' },
    sees: () => ({ 'meta.summary.created': 1 }),
  },
  {
    call: 'updateStreamRules',
    note: 'delete',
    on: 'app.v2',
    args: (_, { rule }) => [{ delete: { ids: [rule] } }],
    sees: () => ({ 'meta.summary.deleted': 1 }),
  },
  {
    call: 'sendComplianceJob',
    on: 'app.v2',
    args: ({ ada, hidden }) => [{ type: 'users', ids: [ada.id, hidden.id] }],
    saves: { job: 'data.id' },
  },
  {
    call: 'complianceJob',
    on: 'app.v2',
    args: (_, { job }) => [job],
    sees: (_, { job }) => ({ 'data.id': job }),
  },
  { call: 'complianceJob', note: 'saved', on: 'app.v2', as: 'job', args: (_, { job }) => [job] },
  {
    call: 'complianceJobResult',
    on: 'app.v2',
    args: () => [{ $: 'job.data' }],
    sees: ({ hidden }) => ({ '*.id': [hidden.id], '*.reason': ['protected'] }),
  },
  {
    call: 'complianceJobs',
    on: 'app.v2',
    args: () => [{ type: 'users' }],
    sees: (_, { job }) => ({ 'data.*.id': [job] }),
  },
]

export const V2_CASES: readonly Case[] = [...READS, ...WRITES, ...LISTS, ...MESSAGES, ...APP]
