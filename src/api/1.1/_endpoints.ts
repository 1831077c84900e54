/** The list of v1.1 endpoints. */
import { accountSettings } from './account/settings.ts'
import { accountUpdateProfile } from './account/update_profile.ts'
import { accountVerifyCredentials } from './account/verify_credentials.ts'
import { applicationRateLimitStatus } from './application/rate_limit_status.ts'
import { blocksCreate } from './blocks/create.ts'
import { blocksDestroy } from './blocks/destroy.ts'
import { blocksIds } from './blocks/ids.ts'
import { blocksList } from './blocks/list.ts'
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
import { mutesUsersCreate } from './mutes/users/create.ts'
import { mutesUsersDestroy } from './mutes/users/destroy.ts'
import { mutesUsersIds } from './mutes/users/ids.ts'
import { mutesUsersList } from './mutes/users/list.ts'
import { oauthInvalidateToken } from './oauth/invalidate_token.ts'
import { usersLookup, usersLookupByPost } from './users/lookup.ts'
import { usersSearch } from './users/search.ts'
import { usersShow } from './users/show.ts'

export const V11_ENDPOINTS = [
  accountSettings,
  accountUpdateProfile,
  accountVerifyCredentials,
  applicationRateLimitStatus,
  blocksCreate,
  blocksDestroy,
  blocksIds,
  blocksList,
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
  mutesUsersCreate,
  mutesUsersDestroy,
  mutesUsersIds,
  mutesUsersList,
  oauthInvalidateToken,
  usersLookup,
  usersLookupByPost,
  usersSearch,
  usersShow,
]
