/**
 * Cases for the methods of `tweepy.Client` that write. After most writes, a case that reads checks the
 * result.
 */
import type { Case } from '../support/cases.ts'
import { byFirst, first, idsOf } from '../support/facts.ts'

const ENGAGEMENT: readonly Case[] = [
  {
    call: 'like',
    args: ({ week }) => [week[0]?.id],
    sees: () => ({ 'data.liked': true }),
  },
  {
    call: 'get_liked_tweets',
    note: 'after a like',
    args: ({ ada }) => [ada.id],
    sees: ({ week, thread }) => ({ 'data.*.id': [week[0]?.id, thread.root.id] }),
  },
  { call: 'unlike', args: ({ week }) => [week[0]?.id], sees: () => ({ 'data.liked': false }) },
  { call: 'retweet', args: ({ week }) => [week[0]?.id], sees: () => ({ 'data.retweeted': true }) },
  {
    call: 'get_retweeters',
    note: 'after a repost',
    args: ({ week }) => [week[0]?.id],
    sees: ({ ada }) => ({ 'data.*.username': [ada.name] }),
  },
  { call: 'unretweet', args: ({ week }) => [week[0]?.id], sees: () => ({ 'data.retweeted': false }) },
  {
    call: 'bookmark',
    on: 'oauth2',
    args: ({ week }) => [week[1]?.id],
    sees: () => ({ 'data.bookmarked': true }),
  },
  {
    call: 'get_bookmarks',
    on: 'oauth2',
    sees: ({ week }) => ({ 'data.*.id': [week[1]?.id] }),
  },
  {
    call: 'remove_bookmark',
    on: 'oauth2',
    args: ({ week }) => [week[1]?.id],
    sees: () => ({ 'data.bookmarked': false }),
  },
]

const POSTS: readonly Case[] = [
  {
    call: 'create_tweet',
    kwargs: () => ({ text: 'written by tweepy' }),
    saves: { tweet: 'data.id' },
    sees: () => ({ 'data.text': 'written by tweepy' }),
  },
  {
    call: 'create_tweet',
    note: 'the same again',
    kwargs: () => ({ text: 'written by tweepy' }),
    refused: 'Forbidden',
  },
  {
    call: 'create_tweet',
    note: 'a reply',
    kwargs: (_, { tweet }) => ({
      text: 'more',
      in_reply_to_tweet_id: tweet,
      reply_settings: 'mentionedUsers',
    }),
    saves: { reply: 'data.id' },
  },
  {
    call: 'create_tweet',
    note: 'a quote',
    kwargs: ({ thread }) => ({ text: 'look', quote_tweet_id: thread.root.id }),
    saves: { quote: 'data.id' },
  },
  {
    call: 'create_tweet',
    note: 'a poll',
    kwargs: () => ({ text: 'cats or dogs?', poll_options: ['cats', 'dogs'], poll_duration_minutes: 60 }),
    saves: { poll: 'data.id' },
  },
  {
    call: 'get_tweets',
    note: 'the written ones',
    args: (_, { tweet, reply, quote, poll }) => [[tweet, reply, quote, poll]],
    kwargs: () => ({
      expansions: ['attachments.poll_ids', 'referenced_tweets.id'],
      poll_fields: ['duration_minutes', 'options', 'voting_status'],
      tweet_fields: ['conversation_id', 'reply_settings'],
    }),
    sees: ({ thread }, { tweet }) => ({
      'data.0.text': 'written by tweepy',
      'data.1.conversation_id': tweet,
      'data.1.reply_settings': 'mentionedUsers',
      'data.2.referenced_tweets': [{ type: 'quoted', id: thread.root.id }],
      'includes.polls.0.options.*.label': ['cats', 'dogs'],
      'includes.polls.0.voting_status': 'open',
      // `includes` does not repeat the posts of `data`.
      'includes.tweets.*.id': [thread.root.id],
    }),
  },
  {
    call: 'hide_reply',
    args: (_, { reply }) => [reply],
    sees: () => ({ 'data.hidden': true }),
  },
  { call: 'unhide_reply', args: (_, { reply }) => [reply], sees: () => ({ 'data.hidden': false }) },
  { call: 'delete_tweet', args: (_, { quote }) => [quote], sees: () => ({ 'data.deleted': true }) },
  {
    call: 'get_tweet',
    note: 'a deleted one',
    args: (_, { quote }) => [quote],
    sees: (_, { quote }) => ({ data: null, 'errors.*.resource_id': [quote] }),
  },
]

const RELATIONS: readonly Case[] = [
  {
    call: 'follow_user',
    args: ({ star }) => [star.id],
    sees: () => ({ 'data.following': true, 'data.pending_follow': false }),
  },
  {
    call: 'follow_user',
    note: 'a protected user',
    args: ({ hidden }) => [hidden.id],
    sees: () => ({ 'data.following': false, 'data.pending_follow': true }),
  },
  {
    call: 'get_users_following',
    note: 'after a follow',
    args: ({ ada }) => [ada.id],
    sees: ({ star, bob }) => ({ 'data.*.id': [star.id, bob.id] }),
  },
  { call: 'unfollow_user', args: ({ star }) => [star.id], sees: () => ({ 'data.following': false }) },
  { call: 'follow', args: ({ star }) => [star.id], sees: () => ({ 'data.following': true }) },
  { call: 'unfollow', args: ({ star }) => [star.id], sees: () => ({ 'data.following': false }) },
  { call: 'mute', args: ({ star }) => [star.id], sees: () => ({ 'data.muting': true }) },
  { call: 'get_muted', sees: ({ star }) => ({ 'data.*.id': [star.id] }) },
  { call: 'unmute', args: ({ star }) => [star.id], sees: () => ({ 'data.muting': false }) },
]

const LISTS: readonly Case[] = [
  {
    call: 'create_list',
    args: () => ['Reading'],
    kwargs: () => ({ description: 'made by tweepy', private: false }),
    saves: { list: 'data.id' },
    sees: () => ({ 'data.name': 'Reading' }),
  },
  {
    call: 'update_list',
    args: (_, { list }) => [list],
    kwargs: () => ({ name: 'Reading more', description: 'changed' }),
    sees: () => ({ 'data.updated': true }),
  },
  {
    call: 'get_list',
    args: (_, { list }) => [list],
    kwargs: () => ({ list_fields: ['description', 'owner_id', 'private'], expansions: 'owner_id' }),
    sees: ({ ada }) => ({
      'data.name': 'Reading more',
      'data.description': 'changed',
      'data.private': false,
      'includes.users.*.id': [ada.id],
    }),
  },
  {
    call: 'add_list_member',
    args: ({ authors }, { list }) => [list, authors[0]?.id],
    sees: () => ({ 'data.is_member': true }),
  },
  {
    call: 'get_list_members',
    args: (_, { list }) => [list],
    sees: (network) => ({ 'data.*.username': [first(network)] }),
  },
  {
    call: 'get_list_memberships',
    args: ({ authors }) => [authors[0]?.id],
    sees: (_, { list }) => ({ 'data.*.id': [list] }),
  },
  {
    call: 'get_list_tweets',
    args: (_, { list }) => [list],
    kwargs: () => ({ max_results: 5 }),
    sees: (network) => ({ 'data.*.id': idsOf(byFirst(network)).slice(0, 5) }),
  },
  {
    call: 'remove_list_member',
    args: ({ authors }, { list }) => [list, authors[0]?.id],
    sees: () => ({ 'data.is_member': false }),
  },
  {
    call: 'get_owned_lists',
    args: ({ ada }) => [ada.id],
    sees: (_, { list }) => ({ 'data.*.id': [list] }),
  },
  {
    call: 'follow_list',
    on: 'bob',
    args: (_, { list }) => [list],
    sees: () => ({ 'data.following': true }),
  },
  {
    call: 'get_list_followers',
    args: (_, { list }) => [list],
    sees: ({ bob }) => ({ 'data.*.id': [bob.id] }),
  },
  {
    call: 'get_followed_lists',
    args: ({ bob }) => [bob.id],
    sees: (_, { list }) => ({ 'data.*.id': [list] }),
  },
  {
    call: 'unfollow_list',
    on: 'bob',
    args: (_, { list }) => [list],
    sees: () => ({ 'data.following': false }),
  },
  { call: 'pin_list', args: (_, { list }) => [list], sees: () => ({ 'data.pinned': true }) },
  { call: 'get_pinned_lists', sees: (_, { list }) => ({ 'data.*.id': [list], 'meta.result_count': 1 }) },
  { call: 'unpin_list', args: (_, { list }) => [list], sees: () => ({ 'data.pinned': false }) },
  { call: 'delete_list', args: (_, { list }) => [list], sees: () => ({ 'data.deleted': true }) },
]

const MESSAGES: readonly Case[] = [
  {
    call: 'create_direct_message',
    kwargs: ({ bob }) => ({ participant_id: bob.id, text: 'hello bob' }),
    saves: { conversation: 'data.dm_conversation_id', event: 'data.dm_event_id' },
  },
  {
    call: 'create_direct_message',
    note: 'in the conversation',
    kwargs: (_, { conversation }) => ({ dm_conversation_id: conversation, text: 'hello again' }),
    saves: { later: 'data.dm_event_id' },
  },
  {
    call: 'create_direct_message_conversation',
    kwargs: ({ bob, cy }) => ({ participant_ids: [bob.id, cy.id], text: 'hello both' }),
    saves: { group: 'data.dm_conversation_id' },
  },
  {
    call: 'get_direct_message_events',
    kwargs: () => ({ event_types: 'MessageCreate', dm_event_fields: ['sender_id', 'text'] }),
    sees: ({ ada }) => ({
      'data.*.text': ['hello both', 'hello again', 'hello bob'],
      'data.*.sender_id': [ada.id, ada.id, ada.id],
    }),
  },
  {
    call: 'get_direct_message_events',
    note: 'with a person',
    kwargs: ({ bob }) => ({ participant_id: bob.id }),
    sees: (_, { event, later }) => ({ 'data.*.id': [later, event] }),
  },
  {
    call: 'get_direct_message_events',
    note: 'of a conversation',
    kwargs: (_, { group }) => ({ dm_conversation_id: group, event_types: 'MessageCreate' }),
    sees: () => ({ 'data.*.text': ['hello both'] }),
  },
]

/** Calls under the shorter names that the library also gives them. */
const SHORT_NAMES: readonly Case[] = [
  { call: 'create_dm', kwargs: ({ cy }) => ({ participant_id: cy.id, text: 'hello cy' }) },
  {
    call: 'create_dm_conversation',
    kwargs: ({ bob, cy }) => ({ participant_ids: [bob.id, cy.id], text: 'again' }),
  },
  {
    call: 'get_dm_events',
    kwargs: ({ cy }) => ({ participant_id: cy.id }),
    sees: () => ({ 'data.*.text': ['hello cy'] }),
  },
]

const COMPLIANCE: readonly Case[] = [
  {
    call: 'create_compliance_job',
    args: () => ['tweets'],
    kwargs: () => ({ name: 'by tweepy', resumable: false }),
    saves: { job: 'data.id' },
    sees: () => ({ 'data.type': 'tweets', 'data.status': 'created' }),
  },
  {
    call: 'get_compliance_job',
    args: (_, { job }) => [job],
    sees: () => ({ 'data.name': 'by tweepy' }),
  },
  {
    call: 'get_compliance_jobs',
    args: () => ['tweets'],
    sees: (_, { job }) => ({ 'data.*.id': [job] }),
  },
]

export const CLIENT_WRITE_CASES: readonly Case[] = [
  ...ENGAGEMENT,
  ...POSTS,
  ...RELATIONS,
  ...LISTS,
  ...MESSAGES,
  ...SHORT_NAMES,
  ...COMPLIANCE,
]
