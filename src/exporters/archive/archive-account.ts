/** Makes the archive files about the account, the profile and the archive itself (spec/pages.md#archive). */
import { findEmail } from '../../domain/accounts/find-email.ts'
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { formerNamesOf } from '../../domain/accounts/names/former-names.ts'
import { fileOfProfile } from '../../domain/media/profile-use.ts'
import { type ArchiveFile, lastPartOf, shortList, textFile } from './archive-file.ts'
import { type ArchiveSource, blobFile } from './archive-source.ts'

const README = `This is the archive of an account of Aviary, in the form of the archives of the public service.

data/account.js, profile.js, verified.js      the account and its profile
data/protected-history.js                     whether the posts are protected
data/screen-name-change.js                    earlier names
data/tweets.js, tweets_media                  posts, replies, reposts and quotes, with pictures and videos
data/like.js                                  ids of liked posts
data/follower.js, following.js                ids of followers and followed users
data/block.js, mute.js                        ids of blocked and muted users
data/direct-messages*.js, their folders       direct messages with one user and with groups

Not in it: posts of others that are protected, also where a post reposts or quotes them; lists, bookmarks, saved
searches and connected apps; the password.

"aviary import archive FILE" reads it into a server.
`

/** The files with small content, which is read before the archive begins. */
export async function accountFiles(source: ArchiveSource, user: FullUser): Promise<readonly ArchiveFile[]> {
  const { store, clock } = source
  const { id, screenName, name, createdAt, profile, isProtected } = user
  const accountId = String(id)
  const now = new Date(clock.now()).toISOString()
  const email = await findEmail(store, id)
  const names = await formerNamesOf(store, id)
  const later = [...names.slice(1).map((each) => each.screenName), screenName]
  return [
    textFile('README.txt', README),
    textFile('data/manifest.js', manifestOf({ accountId, userName: screenName, displayName: name }, now)),
    shortList('account', [
      {
        account: {
          ...(email === null ? {} : { email }),
          ...{ createdVia: 'web', username: screenName, accountId },
          ...{ createdAt: new Date(createdAt).toISOString(), accountDisplayName: name },
        },
      },
    ]),
    shortList('profile', [{ profile: profileOf(profile) }]),
    shortList('verified', [{ verified: { accountId, verified: profile.isVerified } }]),
    shortList('protected-history', [
      { protectedHistory: { protectedAt: now, action: isProtected ? 'Protect' : 'Unprotect' } },
    ]),
    shortList(
      'screen-name-change',
      names.map(({ screenName: changedFrom, changedAt }, index) => ({
        screenNameChange: {
          accountId,
          screenNameChange: {
            ...{ changedAt: new Date(changedAt).toISOString(), changedFrom, changedTo: later[index] },
          },
        },
      })),
    ),
  ]
}

function manifestOf(userInfo: object, generationDate: string): string {
  const manifest = { userInfo, archiveInfo: { generationDate, isPartialArchive: false } }
  return `window.__THAR_CONFIG = ${JSON.stringify(manifest, undefined, 2)}\n`
}

function profileOf({ description, location, link, imageUrl, bannerUrl }: FullUser['profile']): object {
  return {
    description: {
      ...{ bio: description, location, website: link?.url ?? '' },
      ...(link === undefined ? {} : { expandedWebsite: link.expanded_url }),
    },
    ...(imageUrl === undefined ? {} : { avatarMediaUrl: imageUrl }),
    ...(bannerUrl === undefined ? {} : { headerMediaUrl: bannerUrl }),
  }
}

const PICTURE = /\/profile_images\/\d+\/([0-9a-f]{32})(?:_[a-z0-9]+)?\.(?:jpg|png)$/
const BANNER = /\/profile_banners\/\d+\/([0-9a-f]{32})$/

/** The profile pictures that are files of this server. */
export async function* profilePictureFiles(
  source: ArchiveSource,
  { id: userId, profile: { imageUrl = '', bannerUrl = '' } }: FullUser,
): AsyncGenerator<ArchiveFile> {
  for (const [address, pattern, size] of [
    [imageUrl, PICTURE, 'medium'],
    [bannerUrl, BANNER, 'large'],
  ] as const) {
    const folder = pattern.exec(address)?.[1]
    const file = folder && (await fileOfProfile(source.store, { userId, folder, size }))
    if (file) yield blobFile(source, `data/profile_media/${userId}-${lastPartOf(address)}`, file)
  }
}
