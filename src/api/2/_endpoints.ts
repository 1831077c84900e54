/** The list of endpoints of API v2. */
import { v2DownloadCompliance } from './compliance/jobs/download.ts'
import { v2UploadComplianceIds } from './compliance/jobs/upload.ts'
import { v2ComplianceJob, v2ComplianceJobs, v2CreateComplianceJob } from './compliance/jobs.ts'
import { v2OpenApi } from './openapi.ts'
import { v2FullCounts } from './tweets/counts/all.ts'
import { v2RecentCounts } from './tweets/counts/recent.ts'
import { v2Hidden } from './tweets/hidden.ts'
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
  v2RuleList,
  v2RuleChange,
  v2FilterStream,
  v2SampleStream,
]
