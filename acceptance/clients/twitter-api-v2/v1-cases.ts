/** Cases for every method of `client.v1` of twitter-api-v2. */
import { readFileSync } from 'node:fs'
import type { Case } from '../support/cases.ts'
import { byFirst, first, idsOf, PICTURE } from '../support/facts.ts'

/**
 * Cases pass the bytes of the picture and not its path. The client does not close files that it opens, and current versions
 * of Node end such a process.
 */
const BYTES = { $bytes: readFileSync(PICTURE).toString('base64') }

const READS: readonly Case[] = [
  {
    call: 'singleTweet',
    args: ({ thread }) => [thread.root.id],
    sees: ({ thread }) => ({ full_text: thread.root.text }),
  },
  {
    call: 'tweets',
    args: ({ week }) => [idsOf(week.slice(0, 2))],
    sees: () => ({ '#': 2 }),
  },
  {
    call: 'tweets',
    note: 'as a map',
    args: ({ thread }) => [[thread.root.id, '1'], { map: true }],
    sees: ({ thread }) => ({ 'id.1': null, [`id.${thread.root.id}.full_text`]: thread.root.text }),
  },
  {
    call: 'homeTimeline',
    args: () => [{ exclude_replies: true }],
    sees: ({ thread }) => ({ '*.id_str': [thread.reposts[1], thread.quotes[1]?.id, thread.root.id] }),
  },
  { call: 'mentionTimeline', sees: ({ thread }) => ({ '*.id_str': [thread.replies[0]?.id] }) },
  {
    call: 'userTimeline',
    list: true,
    args: ({ authors }) => [authors[0]?.id, { count: 10 }],
    sees: (network) => ({ '*.id_str': idsOf(byFirst(network)) }),
  },
  {
    call: 'userTimelineByUsername',
    args: (network) => [first(network), { count: 200 }],
    sees: (network) => ({ '*.full_text': byFirst(network).map(({ text }) => text) }),
  },
  {
    call: 'favoriteTimeline',
    args: ({ cy }) => [cy.id],
    sees: ({ thread }) => ({ '*.id_str': [thread.root.id] }),
  },
  {
    call: 'favoriteTimelineByUsername',
    args: ({ cy }) => [cy.name],
    sees: ({ thread }) => ({ '*.id_str': [thread.root.id] }),
  },
  {
    call: 'user',
    args: ({ star }) => [{ user_id: star.id }],
    sees: ({ star }) => ({ screen_name: star.name }),
  },
  {
    call: 'users',
    args: ({ ada, bob }) => [{ user_id: [ada.id, bob.id] }],
    sees: ({ ada, bob }) => ({ '*.screen_name': [ada.name, bob.name] }),
  },
  { call: 'verifyCredentials', sees: ({ ada }) => ({ screen_name: ada.name }) },
  {
    call: 'searchUsers',
    args: (network) => [first(network)],
    sees: (network) => ({ '0.screen_name': first(network) }),
  },
  {
    call: 'userFollowerIds',
    list: true,
    args: ({ star }) => [{ user_id: star.id, count: 400 }],
    sees: ({ starFollowers }) => ({ '': starFollowers }),
  },
  {
    call: 'userFollowerList',
    list: true,
    args: ({ star }) => [{ user_id: star.id, count: 200 }],
    sees: ({ starFollowers }) => ({ '*.id_str': starFollowers }),
  },
  {
    call: 'userFollowingIds',
    args: ({ ada }) => [{ user_id: ada.id }],
    sees: ({ bob }) => ({ ids: [bob.id] }),
  },
  {
    call: 'userFriendList',
    args: ({ ada }) => [{ user_id: ada.id }],
    sees: ({ bob }) => ({ 'users.*.screen_name': [bob.name] }),
  },
  { call: 'accountSettings', sees: ({ ada }) => ({ screen_name: ada.name }) },
  { call: 'trendsByPlace', args: () => [1], sees: () => ({ '0.locations.0.woeid': 1 }) },
  { call: 'trendsAvailable', sees: () => ({ '*.woeid': [1] }) },
  { call: 'trendsClosest', args: () => [37.7, -122.4], sees: () => ({ '*.woeid': [1] }) },
  { call: 'geoPlace', args: () => ['f1d3a53f8a3cc7e9'], sees: () => ({ full_name: 'Nepal' }) },
  {
    call: 'geoSearch',
    args: () => [{ query: 'Nepal' }],
    sees: () => ({ 'result.places.*.id': ['f1d3a53f8a3cc7e9'] }),
  },
  { call: 'geoReverseGeoCode', args: () => [{ lat: 0, long: 0 }], sees: () => ({ 'result.places': [] }) },
  {
    call: 'rateLimitStatuses',
    args: () => ['users'],
    sees: () => ({ 'resources.users./users/lookup.limit': 900 }),
  },
  { call: 'supportedLanguages', sees: () => ({ '0.status': 'production' }) },
]

const WRITES: readonly Case[] = [
  {
    call: 'tweet',
    args: () => ['written by twitter-api-v2 in 1.1'],
    saves: { tweet: 'id_str' },
    sees: () => ({ full_text: 'written by twitter-api-v2 in 1.1' }),
  },
  {
    call: 'reply',
    args: (_, { tweet }) => ['an answer', tweet],
    sees: (_, { tweet }) => ({ in_reply_to_status_id_str: tweet }),
  },
  {
    call: 'quote',
    args: ({ thread }) => ['a quote', thread.root.id],
    sees: ({ thread }) => ({ quoted_status_id_str: thread.root.id }),
  },
  {
    call: 'tweetThread',
    args: () => [['one of two', 'two of two']],
    sees: () => ({ '*.full_text': ['one of two', 'two of two'] }),
  },
  { call: 'deleteTweet', args: (_, { tweet }) => [tweet], sees: (_, { tweet }) => ({ id_str: tweet }) },
  { call: 'uploadMedia', args: () => [BYTES, { mimeType: 'image/png' }], saves: { media: '' } },
  {
    call: 'mediaInfo',
    args: (_, { media }) => [media],
    sees: (_, { media }) => ({ media_id_string: media }),
  },
  { call: 'createMediaMetadata', args: (_, { media }) => [media, { alt_text: { text: 'made by hand' } }] },
]

const RELATIONS: readonly Case[] = [
  {
    call: 'friendship',
    args: ({ ada, bob }) => [{ source_id: ada.id, target_id: bob.id }],
    sees: () => ({ 'relationship.source.following': true }),
  },
  {
    call: 'friendships',
    args: ({ bob }) => [{ user_id: [bob.id] }],
    sees: () => ({ '*.connections': [['following', 'followed_by']] }),
  },
  { call: 'friendshipsIncoming', sees: () => ({ ids: [] }) },
  {
    call: 'createFriendship',
    args: ({ hidden }) => [{ user_id: hidden.id }],
    sees: ({ hidden }) => ({ id_str: hidden.id }),
  },
  { call: 'friendshipsOutgoing', sees: ({ hidden }) => ({ ids: [hidden.id] }) },
  {
    call: 'updateFriendship',
    args: ({ bob }) => [{ user_id: bob.id, retweets: false }],
    sees: () => ({ 'relationship.source.want_retweets': false }),
  },
  { call: 'friendshipsNoRetweets', sees: ({ bob }) => ({ '': [bob.id] }) },
  {
    call: 'destroyFriendship',
    args: ({ bob }) => [{ user_id: bob.id }],
    sees: ({ bob }) => ({ id_str: bob.id }),
  },
  { call: 'listMutedUsers', sees: () => ({ users: [] }) },
  { call: 'listMutedUserIds', sees: () => ({ ids: [] }) },
  {
    call: 'reportUserAsSpam',
    args: ({ star }) => [{ user_id: star.id, perform_block: false }],
    sees: ({ star }) => ({ id_str: star.id }),
  },
]

const PROFILE: readonly Case[] = [
  {
    call: 'updateAccountSettings',
    args: () => [{ lang: 'en' }],
    sees: ({ ada }) => ({ screen_name: ada.name }),
  },
  {
    call: 'updateAccountProfile',
    args: () => [{ description: 'changed' }],
    sees: () => ({ description: 'changed' }),
  },
  {
    call: 'updateAccountProfileImage',
    args: () => [BYTES],
    sees: ({ ada }) => ({ screen_name: ada.name }),
  },
  { call: 'updateAccountProfileBanner', args: () => [BYTES] },
  {
    call: 'userProfileBannerSizes',
    args: ({ ada }) => [{ user_id: ada.id }],
    sees: () => ({ 'sizes.1500x500.h': 500 }),
  },
  { call: 'removeAccountProfileBanner' },
]

const LISTS: readonly Case[] = [
  { call: 'createList', args: () => [{ name: 'Birds', mode: 'public' }], saves: { list: 'id_str' } },
  {
    call: 'updateList',
    args: (_, { list }) => [{ list_id: list, description: 'changed' }],
    sees: () => ({ description: 'changed' }),
  },
  { call: 'list', args: (_, { list }) => [{ list_id: list }], sees: () => ({ name: 'Birds' }) },
  { call: 'lists', sees: (_, { list }) => ({ '*.id_str': [list] }) },
  { call: 'addListMembers', args: ({ authors }, { list }) => [{ list_id: list, user_id: authors[0]?.id }] },
  {
    call: 'addListMembers',
    note: 'several',
    args: ({ authors }, { list }) => [{ list_id: list, user_id: [authors[1]?.id, authors[2]?.id] }],
  },
  { call: 'listMembers', args: (_, { list }) => [{ list_id: list }], sees: () => ({ 'users.#': 3 }) },
  {
    call: 'listGetMember',
    args: ({ authors }, { list }) => [{ list_id: list, user_id: authors[0]?.id }],
    sees: (network) => ({ screen_name: first(network) }),
  },
  {
    call: 'listMemberships',
    args: ({ authors }) => [{ user_id: authors[0]?.id }],
    sees: (_, { list }) => ({ 'lists.*.id_str': [list] }),
  },
  {
    call: 'listOwnerships',
    args: ({ ada }) => [{ user_id: ada.id }],
    sees: (_, { list }) => ({ 'lists.*.id_str': [list] }),
  },
  {
    call: 'listStatuses',
    args: (_, { list }) => [{ list_id: list, count: 6 }],
    sees: ({ week, authors }) => ({
      '*.id_str': idsOf(week.filter(({ author }) => author.id !== authors[3]?.id)).slice(0, 6),
    }),
  },
  {
    call: 'removeListMembers',
    args: ({ authors }, { list }) => [{ list_id: list, user_id: authors[0]?.id }],
  },
  {
    call: 'subscribeToList',
    on: 'bob.v1',
    args: (_, { list }) => [{ list_id: list }],
    sees: (_, { list }) => ({ id_str: list }),
  },
  {
    call: 'listSubscribers',
    args: (_, { list }) => [{ list_id: list }],
    sees: ({ bob }) => ({ 'users.*.id_str': [bob.id] }),
  },
  {
    call: 'listGetSubscriber',
    args: ({ bob }, { list }) => [{ list_id: list, user_id: bob.id }],
    sees: ({ bob }) => ({ screen_name: bob.name }),
  },
  {
    call: 'listSubscriptions',
    args: ({ bob }) => [{ user_id: bob.id }],
    sees: (_, { list }) => ({ 'lists.*.id_str': [list] }),
  },
  {
    call: 'unsubscribeOfList',
    on: 'bob.v1',
    args: (_, { list }) => [{ list_id: list }],
    sees: (_, { list }) => ({ id_str: list }),
  },
  {
    call: 'removeList',
    args: (_, { list }) => [{ list_id: list }],
    sees: (_, { list }) => ({ id_str: list }),
  },
]

/** Messages have more cases in acceptance/messages. */
const MESSAGES: readonly Case[] = [
  {
    call: 'sendDm',
    args: ({ cy }) => [{ recipient_id: cy.id, text: 'hello' }],
    saves: { message: 'event.id' },
  },
  {
    call: 'getDmEvent',
    args: (_, { message }) => [message],
    sees: () => ({ 'event.message_create.message_data.text': 'hello' }),
  },
  { call: 'listDmEvents', sees: (_, { message }) => ({ 'events.*.id': [message] }) },
  { call: 'indicateDmTyping', args: ({ cy }) => [cy.id] },
  { call: 'markDmAsRead', args: ({ cy }, { message }) => [message, cy.id] },
  { call: 'deleteDm', args: (_, { message }) => [message] },
  {
    call: 'newWelcomeDm',
    args: () => ['first', { text: 'welcome' }],
    saves: { welcome: 'welcome_message.id' },
  },
  {
    call: 'getWelcomeDm',
    args: (_, { welcome }) => [welcome],
    sees: () => ({ 'welcome_message.message_data.text': 'welcome' }),
  },
  { call: 'updateWelcomeDm', args: (_, { welcome }) => [welcome, { text: 'come in' }] },
  { call: 'listWelcomeDms', sees: (_, { welcome }) => ({ 'welcome_messages.*.id': [welcome] }) },
  {
    call: 'newWelcomeDmRule',
    args: (_, { welcome }) => [welcome],
    saves: { rule: 'welcome_message_rule.id' },
  },
  {
    call: 'getWelcomeDmRule',
    args: (_, { rule }) => [rule],
    sees: (_, { rule }) => ({ 'welcome_message_rule.id': rule }),
  },
  { call: 'listWelcomeDmRules', sees: (_, { rule }) => ({ 'welcome_message_rules.*.id': [rule] }) },
  { call: 'deleteWelcomeDmRule', args: (_, { rule }) => [rule] },
  { call: 'setWelcomeDm', args: (_, { welcome }) => [welcome], saves: { rule: 'welcome_message_rule.id' } },
  { call: 'deleteWelcomeDm', args: (_, { welcome }) => [welcome] },
]

export const V1_CASES: readonly Case[] = [
  ...READS,
  ...WRITES,
  ...PROFILE,
  ...LISTS,
  ...RELATIONS,
  ...MESSAGES,
]
