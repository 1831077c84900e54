/** The list of endpoints of API v2. */

import { v2CommunitySearch } from './communities/search.ts'
import { v2Community } from './communities.ts'
import { v2DownloadCompliance } from './compliance/jobs/download.ts'
import { v2UploadComplianceIds } from './compliance/jobs/upload.ts'
import { v2ComplianceJob, v2ComplianceJobs, v2CreateComplianceJob } from './compliance/jobs.ts'
import { v2ConversationEvents } from './dm_conversations/dm_events.ts'
import { v2SendToConversation } from './dm_conversations/messages.ts'
import { v2EventsWithParticipant } from './dm_conversations/with/dm_events.ts'
import { v2SendToParticipant } from './dm_conversations/with/messages.ts'
import { v2CreateGroup } from './dm_conversations.ts'
import { v2DeleteDmEvent, v2DmEvent, v2DmEvents } from './dm_events.ts'
import { v2LikeCompliance } from './likes/compliance/stream.ts'
import { v2LikeFirehose } from './likes/firehose/stream.ts'
import { v2LikeSample10 } from './likes/sample10/stream.ts'
import { v2ListFollowers } from './lists/followers.ts'
import { v2ListMemberAdd, v2ListMemberRemove, v2ListMembers } from './lists/members.ts'
import { v2ListTweets } from './lists/tweets.ts'
import { v2List, v2ListDelete, v2ListsCreate, v2ListUpdate } from './lists.ts'
import { v2MediaMetadata } from './media/metadata.ts'
import { v2AddSubtitles, v2RemoveSubtitles } from './media/subtitles.ts'
import { v2AppendUpload } from './media/upload/append.ts'
import { v2FinalizeUpload } from './media/upload/finalize.ts'
import { v2InitializeUpload } from './media/upload/initialize.ts'
import { v2MediaUpload, v2MediaUploadStatus } from './media/upload.ts'
import { v2OpenApi } from './openapi.ts'
import { v2SpaceBuyers } from './spaces/buyers.ts'
import { v2SpacesByCreator } from './spaces/by/creator_ids.ts'
import { v2SpaceSearch } from './spaces/search.ts'
import { v2SpacePosts } from './spaces/tweets.ts'
import { v2Space, v2Spaces } from './spaces.ts'
import { v2Trends } from './trends/by/woeid.ts'
import { v2PostCompliance } from './tweets/compliance/stream.ts'
import { v2FullCounts } from './tweets/counts/all.ts'
import { v2RecentCounts } from './tweets/counts/recent.ts'
import { v2Firehose } from './tweets/firehose/stream.ts'
import { v2Hidden } from './tweets/hidden.ts'
import { v2LabelStream } from './tweets/label/stream.ts'
import { v2TweetsLikingUsers } from './tweets/liking_users.ts'
import { v2TweetsQuoteTweets } from './tweets/quote_tweets.ts'
import { v2TweetsRetweetedBy } from './tweets/retweeted_by.ts'
import { v2TweetsRetweets } from './tweets/retweets.ts'
import { v2SampleStream } from './tweets/sample/stream.ts'
import { v2Sample10 } from './tweets/sample10/stream.ts'
import { v2FullSearch } from './tweets/search/all.ts'
import { v2RecentSearch } from './tweets/search/recent.ts'
import { v2RuleChange, v2RuleList } from './tweets/search/stream/rules.ts'
import { v2FilterStream } from './tweets/search/stream.ts'
import { v2DeletePost, v2Post, v2Posts, v2WritePost } from './tweets.ts'
import { v2Usage } from './usage/tweets.ts'
import { v2Block, v2Blocking, v2Unblock } from './users/blocking.ts'
import { v2Bookmark, v2Bookmarks, v2Unbookmark } from './users/bookmarks.ts'
import { v2UserByName } from './users/by/username.ts'
import { v2UsersByName } from './users/by.ts'
import { v2UserCompliance } from './users/compliance/stream.ts'
import { v2FollowedLists, v2ListFollow, v2ListUnfollow } from './users/followed_lists.ts'
import { v2UsersFollowers } from './users/followers.ts'
import { v2Follow, v2Unfollow, v2UsersFollowing } from './users/following.ts'
import { v2UsersLikedTweets } from './users/liked_tweets.ts'
import { v2Like, v2Unlike } from './users/likes.ts'
import { v2ListMemberships } from './users/list_memberships.ts'
import { v2Me } from './users/me.ts'
import { v2UsersMentions } from './users/mentions.ts'
import { v2Mute, v2Muting, v2Unmute } from './users/muting.ts'
import { v2OwnedLists } from './users/owned_lists.ts'
import { v2ListPin, v2ListUnpin, v2PinnedLists } from './users/pinned_lists.ts'
import { v2Repost, v2UndoRepost } from './users/retweets.ts'
import { v2UsersSearch } from './users/search.ts'
import { v2ReverseChronological } from './users/timelines/reverse_chronological.ts'
import { v2UsersTweets } from './users/tweets.ts'
import { v2User, v2Users } from './users.ts'

export const V2_ENDPOINTS = [
  v2CreateComplianceJob,
  v2ComplianceJobs,
  v2ComplianceJob,
  v2UploadComplianceIds,
  v2DownloadCompliance,
  v2RecentSearch,
  v2FullSearch,
  v2RecentCounts,
  v2FullCounts,
  v2Posts,
  v2Post,
  v2WritePost,
  v2DeletePost,
  v2Hidden,
  v2OpenApi,
  v2Users,
  v2User,
  v2UsersByName,
  v2UserByName,
  v2UsersFollowers,
  v2UsersFollowing,
  v2ListsCreate,
  v2List,
  v2ListUpdate,
  v2ListDelete,
  v2ListTweets,
  v2ListMembers,
  v2ListMemberAdd,
  v2ListMemberRemove,
  v2ListFollowers,
  v2OwnedLists,
  v2FollowedLists,
  v2ListFollow,
  v2ListUnfollow,
  v2ListMemberships,
  v2PinnedLists,
  v2ListPin,
  v2ListUnpin,
  v2Me,
  v2UsersSearch,
  v2Follow,
  v2Unfollow,
  v2Blocking,
  v2Block,
  v2Unblock,
  v2Muting,
  v2Mute,
  v2Unmute,
  v2Like,
  v2Unlike,
  v2Repost,
  v2UndoRepost,
  v2Bookmarks,
  v2Bookmark,
  v2Unbookmark,
  v2Usage,
  v2Trends,
  v2Spaces,
  v2Space,
  v2SpacesByCreator,
  v2SpaceSearch,
  v2SpacePosts,
  v2SpaceBuyers,
  v2Community,
  v2CommunitySearch,
  v2Firehose,
  v2Sample10,
  v2LabelStream,
  v2PostCompliance,
  v2UserCompliance,
  v2LikeCompliance,
  v2LikeFirehose,
  v2LikeSample10,
  v2MediaUpload,
  v2MediaUploadStatus,
  v2InitializeUpload,
  v2AppendUpload,
  v2FinalizeUpload,
  v2MediaMetadata,
  v2AddSubtitles,
  v2RemoveSubtitles,
  v2UsersTweets,
  v2UsersMentions,
  v2ReverseChronological,
  v2UsersLikedTweets,
  v2TweetsQuoteTweets,
  v2TweetsRetweets,
  v2TweetsRetweetedBy,
  v2TweetsLikingUsers,
  v2RuleList,
  v2RuleChange,
  v2FilterStream,
  v2SampleStream,
  v2DmEvents,
  v2DmEvent,
  v2DeleteDmEvent,
  v2CreateGroup,
  v2ConversationEvents,
  v2EventsWithParticipant,
  v2SendToConversation,
  v2SendToParticipant,
]
