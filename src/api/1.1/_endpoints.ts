/** The list of v1.1 endpoints. */

import { accountRemoveProfileBanner } from './account/remove_profile_banner.ts'
import { accountSettings, accountUpdateSettings } from './account/settings.ts'
import { accountUpdateProfile } from './account/update_profile.ts'
import { accountUpdateProfileBanner } from './account/update_profile_banner.ts'
import { accountUpdateProfileImage } from './account/update_profile_image.ts'
import { accountVerifyCredentials } from './account/verify_credentials.ts'
import { environmentSubscriptionsCount } from './account_activity/all/subscriptions/count.ts'
import { environmentSubscriptions } from './account_activity/all/subscriptions/list.ts'
import {
  environmentSubscribe,
  environmentSubscription,
  environmentUnsubscribe,
  environmentUnsubscribeUser,
} from './account_activity/all/subscriptions.ts'
import {
  environments,
  environmentWebhookChallenge,
  environmentWebhookRegister,
  environmentWebhookRemove,
  environmentWebhooks,
} from './account_activity/all/webhooks.ts'
import { webhookReplay } from './account_activity/replay/webhooks/subscriptions/all.ts'
import { webhookSubscriptionsCount } from './account_activity/subscriptions/count.ts'
import { webhookSubscriptions } from './account_activity/webhooks/subscriptions/all/list.ts'
import {
  webhookSubscribe,
  webhookSubscription,
  webhookUnsubscribeUser,
} from './account_activity/webhooks/subscriptions/all.ts'
import { webhookChallenge, webhookList, webhookRegister, webhookRemove } from './account_activity/webhooks.ts'
import { applicationRateLimitStatus } from './application/rate_limit_status.ts'
import { blocksCreate } from './blocks/create.ts'
import { blocksDestroy } from './blocks/destroy.ts'
import { blocksIds } from './blocks/ids.ts'
import { blocksList } from './blocks/list.ts'
import { directMessagesDestroy } from './direct_messages/destroy.ts'
import { messagesDestroy } from './direct_messages/events/destroy.ts'
import { messagesList } from './direct_messages/events/list.ts'
import { messagesNew } from './direct_messages/events/new.ts'
import { messagesShow } from './direct_messages/events/show.ts'
import { messagesIndicateTyping } from './direct_messages/indicate_typing.ts'
import { messagesMarkRead } from './direct_messages/mark_read.ts'
import { directMessagesNew } from './direct_messages/new.ts'
import { directMessagesSent } from './direct_messages/sent.ts'
import { directMessagesShow } from './direct_messages/show.ts'
import { welcomeMessagesDestroy } from './direct_messages/welcome_messages/destroy.ts'
import { welcomeMessagesList } from './direct_messages/welcome_messages/list.ts'
import { welcomeMessagesNew } from './direct_messages/welcome_messages/new.ts'
import { welcomeRulesDestroy } from './direct_messages/welcome_messages/rules/destroy.ts'
import { welcomeRulesList } from './direct_messages/welcome_messages/rules/list.ts'
import { welcomeRulesNew } from './direct_messages/welcome_messages/rules/new.ts'
import { welcomeRulesShow } from './direct_messages/welcome_messages/rules/show.ts'
import { welcomeMessagesShow } from './direct_messages/welcome_messages/show.ts'
import { welcomeMessagesUpdate } from './direct_messages/welcome_messages/update.ts'
import { directMessages } from './direct_messages.ts'
import { favoritesCreate } from './favorites/create.ts'
import { favoritesDestroy } from './favorites/destroy.ts'
import { favoritesList } from './favorites/list.ts'
import { followersIds } from './followers/ids.ts'
import { followersList } from './followers/list.ts'
import { friendsIds } from './friends/ids.ts'
import { friendsList } from './friends/list.ts'
import { friendshipsAccept } from './friendships/accept.ts'
import { friendshipsCreate } from './friendships/create.ts'
import { friendshipsDeny } from './friendships/deny.ts'
import { friendshipsDestroy } from './friendships/destroy.ts'
import { friendshipsIncoming } from './friendships/incoming.ts'
import { friendshipsLookup } from './friendships/lookup.ts'
import { friendshipsNoRetweetsIds } from './friendships/no_retweets/ids.ts'
import { friendshipsOutgoing } from './friendships/outgoing.ts'
import { friendshipsShow } from './friendships/show.ts'
import { friendshipsUpdate } from './friendships/update.ts'
import { geoId } from './geo/id.ts'
import { geoReverseGeocode } from './geo/reverse_geocode.ts'
import { geoSearch } from './geo/search.ts'
import { helpConfiguration } from './help/configuration.ts'
import { helpLanguages } from './help/languages.ts'
import { helpPrivacy } from './help/privacy.ts'
import { helpTos } from './help/tos.ts'
import { listsCreate } from './lists/create.ts'
import { listsDestroy } from './lists/destroy.ts'
import { listsList } from './lists/list.ts'
import { listsMembersCreate } from './lists/members/create.ts'
import { listsMembersCreateAll } from './lists/members/create_all.ts'
import { listsMembersDestroy } from './lists/members/destroy.ts'
import { listsMembersDestroyAll } from './lists/members/destroy_all.ts'
import { listsMembersShow } from './lists/members/show.ts'
import { listsMembers } from './lists/members.ts'
import { listsMemberships } from './lists/memberships.ts'
import { listsOwnerships } from './lists/ownerships.ts'
import { listsShow } from './lists/show.ts'
import { listsStatuses } from './lists/statuses.ts'
import { listsSubscribersCreate } from './lists/subscribers/create.ts'
import { listsSubscribersDestroy } from './lists/subscribers/destroy.ts'
import { listsSubscribersShow } from './lists/subscribers/show.ts'
import { listsSubscribers } from './lists/subscribers.ts'
import { listsSubscriptions } from './lists/subscriptions.ts'
import { listsUpdate } from './lists/update.ts'
import { mediaMetadataCreate } from './media/metadata/create.ts'
import { mediaUpload, mediaUploadStatus } from './media/upload.ts'
import { mutesUsersCreate } from './mutes/users/create.ts'
import { mutesUsersDestroy } from './mutes/users/destroy.ts'
import { mutesUsersIds } from './mutes/users/ids.ts'
import { mutesUsersList } from './mutes/users/list.ts'
import { oauthInvalidateToken } from './oauth/invalidate_token.ts'
import { savedSearchesCreate } from './saved_searches/create.ts'
import { savedSearchesDestroy } from './saved_searches/destroy.ts'
import { savedSearchesList } from './saved_searches/list.ts'
import { savedSearchesShow } from './saved_searches/show.ts'
import { searchTweets } from './search/tweets.ts'
import { siteStreamByGet, siteStreamByPost } from './site.ts'
import { statusesDestroy } from './statuses/destroy.ts'
import { statusesFilter, statusesFilterByPost } from './statuses/filter.ts'
import { statusesHomeTimeline } from './statuses/home_timeline.ts'
import { statusesLookup, statusesLookupByPost } from './statuses/lookup.ts'
import { statusesMentionsTimeline } from './statuses/mentions_timeline.ts'
import { statusesOembed } from './statuses/oembed.ts'
import { statusesRetweet } from './statuses/retweet.ts'
import { statusesRetweetersIds } from './statuses/retweeters/ids.ts'
import { statusesRetweets } from './statuses/retweets.ts'
import { statusesRetweetsOfMe } from './statuses/retweets_of_me.ts'
import { statusesSample, statusesSampleByPost } from './statuses/sample.ts'
import { statusesShow } from './statuses/show.ts'
import { statusesUnretweet } from './statuses/unretweet.ts'
import { statusesUpdate } from './statuses/update.ts'
import { statusesUpdateWithMedia } from './statuses/update_with_media.ts'
import { statusesUserTimeline } from './statuses/user_timeline.ts'
import { tonDataDm } from './ton/data/dm.ts'
import { trendsAvailable } from './trends/available.ts'
import { trendsClosest } from './trends/closest.ts'
import { trendsPlace } from './trends/place.ts'
import { userStreamByGet, userStreamByPost } from './user.ts'
import { usersLookup, usersLookupByPost } from './users/lookup.ts'
import { usersProfileBanner } from './users/profile_banner.ts'
import { usersReportSpam } from './users/report_spam.ts'
import { usersSearch } from './users/search.ts'
import { usersShow } from './users/show.ts'

export const V11_ENDPOINTS = [
  accountRemoveProfileBanner,
  accountSettings,
  accountUpdateProfile,
  accountUpdateProfileBanner,
  accountUpdateProfileImage,
  accountUpdateSettings,
  accountVerifyCredentials,
  environments,
  environmentSubscribe,
  environmentSubscription,
  environmentSubscriptions,
  environmentSubscriptionsCount,
  environmentUnsubscribe,
  environmentUnsubscribeUser,
  environmentWebhookChallenge,
  environmentWebhookRegister,
  environmentWebhookRemove,
  environmentWebhooks,
  webhookChallenge,
  webhookList,
  webhookRegister,
  webhookRemove,
  webhookReplay,
  webhookSubscribe,
  webhookSubscription,
  webhookSubscriptions,
  webhookSubscriptionsCount,
  webhookUnsubscribeUser,
  applicationRateLimitStatus,
  blocksCreate,
  blocksDestroy,
  blocksIds,
  blocksList,
  messagesDestroy,
  messagesIndicateTyping,
  directMessages,
  directMessagesSent,
  directMessagesShow,
  directMessagesNew,
  directMessagesDestroy,
  messagesList,
  messagesMarkRead,
  messagesNew,
  messagesShow,
  welcomeMessagesDestroy,
  welcomeMessagesList,
  welcomeMessagesNew,
  welcomeMessagesShow,
  welcomeMessagesUpdate,
  welcomeRulesDestroy,
  welcomeRulesList,
  welcomeRulesNew,
  welcomeRulesShow,
  favoritesCreate,
  favoritesDestroy,
  favoritesList,
  followersIds,
  followersList,
  friendsIds,
  friendsList,
  friendshipsAccept,
  friendshipsCreate,
  friendshipsDeny,
  friendshipsDestroy,
  friendshipsIncoming,
  friendshipsLookup,
  friendshipsNoRetweetsIds,
  friendshipsOutgoing,
  friendshipsShow,
  friendshipsUpdate,
  geoId,
  geoReverseGeocode,
  geoSearch,
  helpConfiguration,
  helpLanguages,
  helpPrivacy,
  helpTos,
  listsCreate,
  listsDestroy,
  listsList,
  listsMembers,
  listsMembersCreate,
  listsMembersCreateAll,
  listsMembersDestroy,
  listsMembersDestroyAll,
  listsMembersShow,
  listsMemberships,
  listsOwnerships,
  listsShow,
  listsStatuses,
  listsSubscribers,
  listsSubscribersCreate,
  listsSubscribersDestroy,
  listsSubscribersShow,
  listsSubscriptions,
  listsUpdate,
  mediaMetadataCreate,
  mediaUpload,
  mediaUploadStatus,
  mutesUsersCreate,
  mutesUsersDestroy,
  mutesUsersIds,
  mutesUsersList,
  oauthInvalidateToken,
  savedSearchesCreate,
  savedSearchesDestroy,
  savedSearchesList,
  savedSearchesShow,
  searchTweets,
  statusesDestroy,
  statusesFilter,
  statusesFilterByPost,
  statusesHomeTimeline,
  statusesLookup,
  statusesLookupByPost,
  statusesMentionsTimeline,
  statusesOembed,
  statusesRetweet,
  statusesRetweetersIds,
  statusesRetweets,
  statusesRetweetsOfMe,
  statusesSample,
  statusesSampleByPost,
  statusesShow,
  statusesUnretweet,
  statusesUpdate,
  statusesUpdateWithMedia,
  statusesUserTimeline,
  userStreamByGet,
  userStreamByPost,
  siteStreamByGet,
  siteStreamByPost,
  tonDataDm,
  trendsAvailable,
  trendsClosest,
  trendsPlace,
  usersLookup,
  usersLookupByPost,
  usersProfileBanner,
  usersReportSpam,
  usersSearch,
  usersShow,
]
