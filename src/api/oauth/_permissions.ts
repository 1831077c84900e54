/** For each permission level of an app, the texts that tell users what the app can and cannot do. */
import { allows, PERMISSIONS, type Permissions } from '../../domain/apps/app.ts'
import type { Html } from '../../text/html.ts'
import { actionLists } from '../_pages/consent.ts'

/** Actions that each level adds to the previous level. */
const ACTIONS_OF_LEVEL: Record<Permissions, readonly string[]> = {
  read: [
    'See your posts, and those of people you follow, protected ones too',
    'See your profile, whom you follow and who follows you',
  ],
  'read-write': [
    'Post, repost and like for you, and delete what you posted',
    'Follow, unfollow, mute and block people for you',
    'Change your profile',
  ],
  'read-write-directmessages': ['Read, send and delete your direct messages'],
}

const NEVER = ['See your e-mail address', 'See your password']

/** The lists of allowed and forbidden actions, for the page on which a user decides. */
export function permissionsList(level: Permissions): Html {
  const actions = (isAllowed: boolean) =>
    PERMISSIONS.filter((each) => allows(level, each) === isAllowed).flatMap((each) => ACTIONS_OF_LEVEL[each])
  return actionLists(actions(true), [...actions(false), ...NEVER])
}

/** A short name of a level. */
export const LEVEL_NAMES: Record<Permissions, string> = {
  read: 'may read',
  'read-write': 'may read and write',
  'read-write-directmessages': 'may read, write and use direct messages',
}
