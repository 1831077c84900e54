/** Changes the picture or the banner of a user (spec/users.md#pictures). */
import type { Tx } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import type { StagedFile } from '../../lib/files/staging.ts'
import { append } from '../../log/append.ts'
import type { Context } from '../context.ts'
import { uploadWhole } from '../media/finish-upload.ts'
import { type ProfilePicture, releaseOfProfile, takeForProfile } from '../media/profile-use.ts'
import type { MediaContext } from '../media/tools.ts'
import { requireUpload } from '../media/upload.ts'
import { type FullUser, findFullUsers, lockAndFindUsers } from './find-users.ts'
import type { Profile } from './profile.ts'
import { putProfiles } from './profiles/columns.ts'

export interface ChangePictureInput {
  readonly userId: bigint
  readonly picture: ProfilePicture
  /** Scheme and host in the URL of the picture. */
  readonly origin: string
}

const CATEGORIES = { image: 'profile_image', banner: 'banner_image' } as const

/**
 * Replaces the picture or the banner of a user by a file.
 * @returns the user after the change
 * @throws {UploadRefused} for a file that is not a picture or is too large
 */
export async function changePicture(
  context: MediaContext,
  { userId, picture, origin }: ChangePictureInput,
  file: StagedFile,
): Promise<FullUser> {
  const { store, clock } = context
  const wishes = { ownerId: userId, category: CATEGORIES[picture], additionalOwners: [], isShared: false }
  const { id: mediaId, facts } = await uploadWhole(context, wishes, file)
  const { folder } = await requireUpload(store, { ownerId: userId, mediaId, now: clock.now() })
  const url = picture === 'image' ? `${folder}_normal.${facts.picture}` : folder
  const address = `${origin}/profile_${picture}s/${userId}/${url}`
  return changeProfile(context, userId, async (tx, profile) => {
    await takeForProfile(tx, { userId, picture }, mediaId)
    return withPicture(profile, picture, address)
  })
}

/** Removes the banner of a user. Succeeds also for a user without a banner. */
export async function removeBanner(context: Context, userId: bigint): Promise<void> {
  await changeProfile(context, userId, async (tx, profile) => {
    await releaseOfProfile(tx, { userId, picture: 'banner' })
    return { ...profile, bannerUrl: undefined }
  })
}

function withPicture(profile: Profile, picture: ProfilePicture, address: string): Profile {
  if (picture === 'banner') return { ...profile, bannerUrl: address }
  // Imported pictures would take precedence over the new picture.
  const { profile_image_url: _plain, profile_image_url_https: _secure, ...appearance } = profile.appearance
  const { default_profile_image: _default, ...rest } = appearance
  return { ...profile, imageUrl: address, appearance: rest }
}

async function changeProfile(
  { store, clock }: Context,
  userId: bigint,
  change: (tx: Tx, profile: Profile) => Promise<Profile>,
): Promise<FullUser> {
  const now = clock.now()
  return store.write(async (tx) => {
    await lockAndFindUsers(tx, userId, userId)
    const before = must((await findFullUsers(tx, [userId])).get(userId), 'the locked user')
    const profile = await change(tx, before.profile)
    await putProfiles(tx, [{ userId, profile }])
    append(tx, now, { kind: 'user.profile_changed', user_id: userId })
    return { ...before, profile }
  })
}
