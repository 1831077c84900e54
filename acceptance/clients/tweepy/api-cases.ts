/** Cases for every method of `tweepy.API`, the client of API v1.1. */
import type { Case } from '../support/cases.ts'
import { byFirst, first, idsOf, PICTURE } from '../support/facts.ts'

const TIMELINES: readonly Case[] = [
  {
    call: 'home_timeline',
    kwargs: () => ({ tweet_mode: 'extended' }),
    sees: ({ thread }) => ({
      '*.id_str': [thread.reposts[1], thread.quotes[1]?.id, thread.replies[1]?.id, thread.root.id],
    }),
  },
  { call: 'mentions_timeline', sees: ({ thread }) => ({ '*.id_str': [thread.replies[0]?.id] }) },
  {
    call: 'user_timeline',
    kwargs: (network) => ({ screen_name: first(network), count: 200, tweet_mode: 'extended' }),
    sees: (network) => ({
      '*.id_str': idsOf(byFirst(network)),
      '*.full_text': byFirst(network).map(({ text }) => text),
    }),
  },
  {
    call: 'get_favorites',
    kwargs: ({ cy }) => ({ user_id: cy.id }),
    sees: ({ thread }) => ({ '*.id_str': [thread.root.id] }),
  },
  {
    call: 'search_tweets',
    args: (network) => [`from:${first(network)}`],
    kwargs: () => ({ count: 100, result_type: 'recent' }),
    sees: (network) => ({ '*.id_str': idsOf(byFirst(network)) }),
  },
  { call: 'get_retweets_of_me', on: 'bob', sees: ({ thread }) => ({ '*.id_str': [thread.root.id] }) },
]

const POSTS: readonly Case[] = [
  {
    call: 'lookup_statuses',
    args: ({ week }) => [idsOf(week.slice(0, 3))],
    sees: ({ week }) => ({ '#': 3, '0.user.screen_name': week[0]?.author.name }),
  },
  {
    call: 'get_status',
    args: ({ thread }) => [thread.root.id],
    kwargs: () => ({ tweet_mode: 'extended' }),
    sees: ({ thread }) => ({ full_text: thread.root.text, favorite_count: 3 }),
  },
  {
    call: 'get_oembed',
    args: ({ thread, bob }) => [`https://twitter.com/${bob.name}/status/${thread.root.id}`],
    sees: ({ bob }) => ({ author_name: bob.name, type: 'rich', version: '1.0' }),
  },
  {
    call: 'get_retweeter_ids',
    args: ({ thread }) => [thread.root.id],
    kwargs: () => ({ stringify_ids: true }),
    sees: ({ thread }) => ({ '': thread.reposters }),
  },
  {
    call: 'get_retweets',
    args: ({ thread }) => [thread.root.id],
    sees: ({ thread }) => ({ '*.id_str': thread.reposts }),
  },
  {
    call: 'update_status',
    args: () => ['written by tweepy for 1.1'],
    saves: { status: 'id_str' },
    sees: ({ ada }) => ({ text: 'written by tweepy for 1.1', 'user.screen_name': ada.name }),
  },
  {
    call: 'update_status_with_media',
    args: () => ['a picture in one call', PICTURE],
    sees: () => ({ 'entities.media.0.type': 'photo' }),
  },
  {
    call: 'create_favorite',
    args: (_, { status }) => [status],
    sees: () => ({ favorited: true, favorite_count: 1 }),
  },
  { call: 'destroy_favorite', args: (_, { status }) => [status], sees: () => ({ favorited: false }) },
  {
    call: 'retweet',
    on: 'bob',
    args: (_, { status }) => [status],
    sees: (_, { status }) => ({ 'retweeted_status.id_str': status }),
  },
  {
    call: 'unretweet',
    on: 'bob',
    args: (_, { status }) => [status],
    sees: (_, { status }) => ({ id_str: status, retweeted: false }),
  },
  {
    call: 'destroy_status',
    args: (_, { status }) => [status],
    sees: (_, { status }) => ({ id_str: status }),
  },
  { call: 'get_status', note: 'a deleted one', args: (_, { status }) => [status], refused: 'NotFound' },
]

const RELATIONS: readonly Case[] = [
  {
    call: 'get_follower_ids',
    kwargs: ({ star }) => ({ user_id: star.id, stringify_ids: true }),
    sees: ({ starFollowers }) => ({ '': starFollowers }),
  },
  {
    call: 'get_followers',
    kwargs: ({ star }) => ({ user_id: star.id, count: 200 }),
    sees: ({ starFollowers }) => ({ '*.id_str': starFollowers.slice(0, 200) }),
  },
  {
    call: 'get_friend_ids',
    kwargs: ({ ada }) => ({ user_id: ada.id, stringify_ids: true }),
    sees: ({ bob }) => ({ '': [bob.id] }),
  },
  {
    call: 'get_friends',
    kwargs: ({ star }) => ({ screen_name: star.name }),
    sees: ({ authors }) => ({ '*.screen_name': authors.map(({ name }) => name).toReversed() }),
  },
  {
    call: 'create_friendship',
    kwargs: ({ hidden }) => ({ user_id: hidden.id }),
    sees: ({ hidden }) => ({ id_str: hidden.id }),
  },
  {
    call: 'outgoing_friendships',
    kwargs: () => ({ stringify_ids: true }),
    sees: ({ hidden }) => ({ '': [hidden.id] }),
  },
  { call: 'incoming_friendships', sees: () => ({ '': [] }) },
  {
    call: 'update_friendship',
    kwargs: ({ bob }) => ({ user_id: bob.id, retweets: false }),
    sees: () => ({ '0.want_retweets': false }),
  },
  {
    call: 'no_retweets_friendships',
    kwargs: () => ({ stringify_ids: true }),
    sees: ({ bob }) => ({ '': [bob.id] }),
  },
  {
    call: 'lookup_friendships',
    kwargs: ({ bob }) => ({ user_id: [bob.id] }),
    sees: () => ({ '0.is_following': true, '0.is_followed_by': true }),
  },
  {
    call: 'get_friendship',
    kwargs: ({ ada, bob }) => ({ source_id: ada.id, target_id: bob.id }),
    sees: ({ ada, bob }) => ({ '0.screen_name': ada.name, '1.screen_name': bob.name, '0.following': true }),
  },
  {
    call: 'destroy_friendship',
    kwargs: ({ bob }) => ({ user_id: bob.id }),
    sees: ({ bob }) => ({ id_str: bob.id }),
  },
  {
    call: 'get_blocked_ids',
    kwargs: () => ({ stringify_ids: true }),
    sees: ({ blocked }) => ({ '': [blocked.id] }),
  },
  { call: 'get_blocks', sees: ({ blocked }) => ({ '*.screen_name': [blocked.name] }) },
  {
    call: 'create_block',
    kwargs: ({ star }) => ({ user_id: star.id }),
    sees: ({ star }) => ({ id_str: star.id }),
  },
  {
    call: 'destroy_block',
    kwargs: ({ star }) => ({ user_id: star.id }),
    sees: ({ star }) => ({ id_str: star.id }),
  },
  {
    call: 'create_mute',
    kwargs: ({ star }) => ({ user_id: star.id }),
    sees: ({ star }) => ({ id_str: star.id }),
  },
  {
    call: 'get_muted_ids',
    kwargs: () => ({ stringify_ids: true }),
    sees: ({ star }) => ({ '': [star.id] }),
  },
  { call: 'get_mutes', sees: ({ star }) => ({ '*.screen_name': [star.name] }) },
  {
    call: 'destroy_mute',
    kwargs: ({ star }) => ({ user_id: star.id }),
    sees: ({ star }) => ({ id_str: star.id }),
  },
  {
    call: 'report_spam',
    kwargs: ({ star }) => ({ user_id: star.id, perform_block: false }),
    sees: ({ star }) => ({ id_str: star.id }),
  },
]

const USERS: readonly Case[] = [
  {
    call: 'lookup_users',
    kwargs: ({ ada, bob }) => ({ screen_name: [ada.name, bob.name] }),
    sees: ({ ada, bob }) => ({ '*.id_str': [ada.id, bob.id] }),
  },
  {
    call: 'search_users',
    args: (network) => [first(network)],
    sees: (network) => ({ '0.screen_name': first(network) }),
  },
  {
    call: 'get_user',
    kwargs: ({ star }) => ({ screen_name: star.name }),
    sees: ({ star, starFollowers }) => ({ id_str: star.id, followers_count: starFollowers.length }),
  },
  {
    call: 'get_user',
    note: 'a missing one',
    kwargs: () => ({ screen_name: 'nobody_here' }),
    refused: 'NotFound',
  },
  { call: 'verify_credentials', sees: ({ ada }) => ({ screen_name: ada.name, id_str: ada.id }) },
  { call: 'get_settings', sees: ({ ada }) => ({ screen_name: ada.name, protected: false }) },
  { call: 'set_settings', kwargs: () => ({ lang: 'en' }), sees: ({ ada }) => ({ screen_name: ada.name }) },
  {
    call: 'update_profile',
    kwargs: () => ({ description: 'reads by tweepy' }),
    sees: () => ({ description: 'reads by tweepy' }),
  },
  { call: 'update_profile_image', args: () => [PICTURE], sees: ({ ada }) => ({ screen_name: ada.name }) },
  { call: 'update_profile_banner', args: () => [PICTURE] },
  {
    call: 'get_profile_banner',
    kwargs: ({ ada }) => ({ user_id: ada.id }),
    sees: () => ({ 'sizes.1500x500.w': 1_500 }),
  },
  { call: 'remove_profile_banner' },
  {
    call: 'get_profile_banner',
    note: 'after its removal',
    kwargs: ({ ada }) => ({ user_id: ada.id }),
    refused: 'NotFound',
  },
]

const LISTS: readonly Case[] = [
  {
    call: 'create_list',
    args: () => ['Friends of birds'],
    kwargs: () => ({ mode: 'public', description: 'made by tweepy' }),
    saves: { list: 'id_str', slug: 'slug' },
    sees: ({ ada }) => ({ name: 'Friends of birds', 'user.screen_name': ada.name, mode: 'public' }),
  },
  {
    call: 'update_list',
    args: () => [],
    kwargs: (_, { list }) => ({ list_id: list, description: 'changed' }),
    sees: () => ({ description: 'changed' }),
  },
  {
    call: 'get_list',
    kwargs: ({ ada }, { slug }) => ({ slug, owner_screen_name: ada.name }),
    sees: (_, { list }) => ({ id_str: list, description: 'changed' }),
  },
  { call: 'get_lists', sees: (_, { list }) => ({ '*.id_str': [list] }) },
  {
    call: 'add_list_member',
    kwargs: ({ authors }, { list }) => ({ list_id: list, user_id: authors[0]?.id }),
    sees: () => ({ member_count: 1 }),
  },
  {
    call: 'add_list_members',
    kwargs: ({ authors }, { list }) => ({ list_id: list, user_id: [authors[1]?.id, authors[2]?.id] }),
    sees: () => ({ member_count: 3 }),
  },
  {
    call: 'get_list_members',
    kwargs: (_, { list }) => ({ list_id: list }),
    sees: () => ({ '#': 3 }),
  },
  {
    call: 'get_list_member',
    kwargs: ({ authors }, { list }) => ({ list_id: list, user_id: authors[0]?.id }),
    sees: (network) => ({ screen_name: first(network) }),
  },
  {
    call: 'get_list_member',
    note: 'of others',
    kwargs: ({ star }, { list }) => ({ list_id: list, user_id: star.id }),
    refused: 'NotFound',
  },
  {
    call: 'get_list_memberships',
    kwargs: ({ authors }) => ({ user_id: authors[0]?.id }),
    sees: (_, { list }) => ({ '*.id_str': [list] }),
  },
  { call: 'get_list_ownerships', sees: (_, { list }) => ({ '*.id_str': [list] }) },
  {
    call: 'list_timeline',
    kwargs: (_, { list }) => ({ list_id: list, count: 6 }),
    sees: ({ week, authors }) => ({
      '*.id_str': idsOf(week.filter(({ author }) => author.id !== authors[3]?.id)).slice(0, 6),
    }),
  },
  {
    call: 'remove_list_member',
    kwargs: ({ authors }, { list }) => ({ list_id: list, user_id: authors[0]?.id }),
    sees: () => ({ member_count: 2 }),
  },
  {
    call: 'remove_list_members',
    kwargs: ({ authors }, { list }) => ({ list_id: list, user_id: [authors[1]?.id, authors[2]?.id] }),
    sees: () => ({ member_count: 0 }),
  },
  {
    call: 'subscribe_list',
    on: 'bob',
    kwargs: (_, { list }) => ({ list_id: list }),
    sees: (_, { list }) => ({ id_str: list }),
  },
  {
    call: 'get_list_subscribers',
    kwargs: (_, { list }) => ({ list_id: list }),
    sees: ({ bob }) => ({ '*.screen_name': [bob.name] }),
  },
  {
    call: 'get_list_subscriber',
    kwargs: ({ bob }, { list }) => ({ list_id: list, user_id: bob.id }),
    sees: ({ bob }) => ({ screen_name: bob.name }),
  },
  {
    call: 'get_list_subscriptions',
    kwargs: ({ bob }) => ({ user_id: bob.id }),
    sees: (_, { list }) => ({ '*.id_str': [list] }),
  },
  {
    call: 'unsubscribe_list',
    on: 'bob',
    kwargs: (_, { list }) => ({ list_id: list }),
    sees: (_, { list }) => ({ id_str: list }),
  },
  {
    call: 'destroy_list',
    kwargs: (_, { list }) => ({ list_id: list }),
    sees: (_, { list }) => ({ id_str: list }),
  },
]

const SAVED_SEARCHES: readonly Case[] = [
  {
    call: 'create_saved_search',
    args: () => ['from:bob birds'],
    saves: { search: 'id_str' },
    sees: () => ({ query: 'from:bob birds' }),
  },
  { call: 'get_saved_searches', sees: (_, { search }) => ({ '*.id_str': [search] }) },
  {
    call: 'get_saved_search',
    args: (_, { search }) => [search],
    sees: () => ({ name: 'from:bob birds' }),
  },
  {
    call: 'destroy_saved_search',
    args: (_, { search }) => [search],
    sees: (_, { search }) => ({ id_str: search }),
  },
]

const MESSAGES: readonly Case[] = [
  {
    call: 'send_direct_message',
    args: ({ bob }) => [bob.id, 'hello from tweepy'],
    saves: { message: 'id' },
    sees: ({ ada }) => ({
      'message_create.message_data.text': 'hello from tweepy',
      'message_create.sender_id': ada.id,
    }),
  },
  {
    call: 'get_direct_message',
    args: (_, { message }) => [message],
    sees: (_, { message }) => ({ id: message }),
  },
  { call: 'get_direct_messages', sees: (_, { message }) => ({ '*.id': [message] }) },
  { call: 'indicate_direct_message_typing', args: ({ bob }) => [bob.id] },
  {
    call: 'mark_direct_message_read',
    on: 'bob',
    args: ({ ada }, { message }) => [message, ada.id],
  },
  { call: 'delete_direct_message', args: (_, { message }) => [message] },
  {
    call: 'get_direct_message',
    note: 'a deleted one',
    args: (_, { message }) => [message],
    refused: 'NotFound',
  },
]

const MEDIA: readonly Case[] = [
  {
    call: 'media_upload',
    args: () => [PICTURE],
    saves: { media: 'media_id_string' },
    sees: () => ({ 'image.image_type': 'image/png' }),
  },
  { call: 'create_media_metadata', args: (_, { media }) => [media, 'made by hand'] },
  {
    call: 'update_status',
    note: 'with the picture',
    args: () => ['a picture'],
    kwargs: (_, { media }) => ({ media_ids: [media] }),
    saves: { pictured: 'id_str' },
  },
  {
    call: 'get_status',
    note: 'with the picture',
    args: (_, { pictured }) => [pictured],
    kwargs: () => ({ include_ext_alt_text: true }),
    sees: () => ({ 'extended_entities.media.*.ext_alt_text': ['made by hand'] }),
  },
  { call: 'simple_upload', args: () => [PICTURE], sees: () => ({ 'image.image_type': 'image/png' }) },
  {
    call: 'chunked_upload',
    args: () => [PICTURE],
    kwargs: () => ({ file_type: 'image/png', media_category: 'tweet_image' }),
    sees: () => ({ 'image.image_type': 'image/png' }),
  },
  {
    call: 'chunked_upload_init',
    args: () => [4, 'video/mp4'],
    kwargs: () => ({ media_category: 'tweet_video' }),
    saves: { upload: 'media_id_string' },
  },
  {
    call: 'chunked_upload_append',
    args: (_, { upload }) => [upload, ['video.mp4', 'none'], 0],
  },
  { call: 'chunked_upload_finalize', args: (_, { upload }) => [upload], refused: 'BadRequest' },
  {
    call: 'get_media_upload_status',
    args: (_, { media }) => [media],
    sees: (_, { media }) => ({ media_id_string: media }),
  },
]

const PLACES: readonly Case[] = [
  { call: 'available_trends', sees: () => ({ '*.woeid': [1] }) },
  { call: 'closest_trends', args: () => [37.7, -122.4], sees: () => ({ '*.name': ['Worldwide'] }) },
  { call: 'get_place_trends', args: () => [1], sees: () => ({ '0.locations.0.woeid': 1 }) },
  { call: 'get_place_trends', note: 'elsewhere', args: () => [23424977], refused: 'NotFound' },
  {
    call: 'search_geo',
    kwargs: () => ({ query: 'Nepal' }),
    saves: { place: '0.id' },
    sees: () => ({ '*.full_name': ['Nepal'] }),
  },
  { call: 'geo_id', args: (_, { place }) => [place], sees: (_, { place }) => ({ id: place }) },
  { call: 'reverse_geocode', args: () => [0, 0], sees: () => ({ '#': 0 }) },
]

const REST: readonly Case[] = [
  { call: 'supported_languages', sees: () => ({ '0.status': 'production' }) },
  { call: 'rate_limit_status', sees: () => ({ 'resources.users./users/lookup.limit': 900 }) },
]

export const API_CASES: readonly Case[] = [
  ...TIMELINES,
  ...POSTS,
  ...RELATIONS,
  ...USERS,
  ...LISTS,
  ...SAVED_SEARCHES,
  ...MESSAGES,
  ...MEDIA,
  ...PLACES,
  ...REST,
]
