/** Endpoints of the operator's desk about users and posts. */
import { editDeskPost } from '../api/operator/posts/edit.ts'
import { moderateDeskPost } from '../api/operator/posts/moderation.ts'
import { pinDeskPost } from '../api/operator/posts/pin.ts'
import { findDeskPosts, showDeskPost } from '../api/operator/posts.ts'
import { eraseDeskLocations } from '../api/operator/users/locations.ts'
import { moderateDeskUser } from '../api/operator/users/moderation.ts'
import { makeDeskPasswordLink } from '../api/operator/users/password_link.ts'
import { listDeskUserPosts } from '../api/operator/users/posts.ts'
import { addDeskUser, findDeskUsers, showDeskUser } from '../api/operator/users.ts'

export const MODERATION_ENDPOINTS = [
  findDeskUsers,
  addDeskUser,
  showDeskUser,
  listDeskUserPosts,
  moderateDeskUser,
  eraseDeskLocations,
  makeDeskPasswordLink,
  findDeskPosts,
  showDeskPost,
  moderateDeskPost,
  editDeskPost,
  pinDeskPost,
]
