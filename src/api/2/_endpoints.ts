/** The list of endpoints of API v2. */
import { v2DownloadCompliance } from './compliance/jobs/download.ts'
import { v2UploadComplianceIds } from './compliance/jobs/upload.ts'
import { v2ComplianceJob, v2ComplianceJobs, v2CreateComplianceJob } from './compliance/jobs.ts'
import { v2ConversationEvents } from './dm_conversations/dm_events.ts'
import { v2SendToConversation } from './dm_conversations/messages.ts'
import { v2EventsWithParticipant } from './dm_conversations/with/dm_events.ts'
import { v2SendToParticipant } from './dm_conversations/with/messages.ts'
import { v2CreateGroup } from './dm_conversations.ts'
import { v2DeleteDmEvent, v2DmEvent, v2DmEvents } from './dm_events.ts'
import { v2OpenApi } from './openapi.ts'
import { v2FullCounts } from './tweets/counts/all.ts'
import { v2RecentCounts } from './tweets/counts/recent.ts'
import { v2Hidden } from './tweets/hidden.ts'
import { v2TweetsLikingUsers } from './tweets/liking_users.ts'
import { v2TweetsQuoteTweets } from './tweets/quote_tweets.ts'
import { v2TweetsRetweetedBy } from './tweets/retweeted_by.ts'
import { v2TweetsRetweets } from './tweets/retweets.ts'
import { v2SampleStream } from './tweets/sample/stream.ts'
import { v2FullSearch } from './tweets/search/all.ts'
import { v2RecentSearch } from './tweets/search/recent.ts'
import { v2RuleChange, v2RuleList } from './tweets/search/stream/rules.ts'
import { v2FilterStream } from './tweets/search/stream.ts'
import { v2DeletePost, v2Post, v2Posts, v2WritePost } from './tweets.ts'
import { v2UserByName } from './users/by/username.ts'
import { v2UsersByName } from './users/by.ts'
import { v2UsersFollowers } from './users/followers.ts'
import { v2UsersFollowing } from './users/following.ts'
import { v2UsersLikedTweets } from './users/liked_tweets.ts'
import { v2UsersMentions } from './users/mentions.ts'
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
