/** The list of v1.1 endpoints. */
import { followersIds } from './followers/ids.ts'
import { friendsIds } from './friends/ids.ts'

export const V11_ENDPOINTS = [followersIds, friendsIds]
