/**
 * Attaches uploads to posts and messages, and releases them. Every function runs in the transaction that stores the
 * post or message, so that the store keeps both changes or neither.
 */
import { sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { Refusal } from '../context.ts'
import { type AttachedMedia, attachedMedia } from './attached.ts'
import { scheduleErase } from './erase-media.ts'
import { requireUsable, type UsableMedia, usableMedia } from './usable.ts'

export interface TakeForPost {
  /** The author of the post. */
  readonly ownerId: bigint
  /** Ids of the uploads, in display order. */
  readonly mediaIds: readonly bigint[]
  readonly postId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export interface TakeForMessage {
  /** The sender of the message. */
  readonly ownerId: bigint
  readonly mediaId: bigint
  readonly messageId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Maximum number of photos in a post. A post can have up to 4 photos, or 1 GIF, or 1 video (spec/posts.md#update). */
const MAX_PHOTOS = 4

/**
 * Attaches uploads to a new post.
 * @returns the stored media entities, in the order of the input
 * @throws {Refusal} `media-not-found` for an upload that is unknown, expired or of another user; `media-mixed` for an
 * animated GIF with other media; `media-invalid` for an upload that is not ready, not for posts, used elsewhere or
 * repeated, for a video with other media, and for more than four uploads
 */
export async function takeForPost(
  tx: Tx,
  { ownerId, mediaIds, postId, now }: TakeForPost,
): Promise<readonly AttachedMedia[]> {
  if (mediaIds.length > MAX_PHOTOS || new Set(mediaIds).size < mediaIds.length) {
    throw new Refusal('media-invalid', `${mediaIds.length} media for one post, or one of them twice`)
  }
  const media: UsableMedia[] = []
  for (const mediaId of mediaIds) media.push(await requireUsable(tx, { mediaId, ownerId, now, for: 'post' }))
  requireOneKind(media)
  for (const [place, { id }] of media.entries()) await use(tx, { id, usedIn: 'post', shownBy: postId, place })
  return media.map(attachedForPost)
}

export interface TakeForImportedPost {
  readonly ownerId: bigint
  readonly mediaId: bigint
  readonly postId: bigint
  /** Index of the upload in the post. */
  readonly place: number
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/**
 * Attaches an upload to an imported post. Such a post can have more media, and more kinds of media, than a new post.
 * @throws {Refusal} `media-not-found`, `media-invalid`
 */
export async function takeForImportedPost(
  tx: Tx,
  { ownerId, mediaId, postId, place, now }: TakeForImportedPost,
): Promise<AttachedMedia> {
  const media = await requireUsable(tx, { mediaId, ownerId, now, for: 'post' })
  await use(tx, { id: mediaId, usedIn: 'post', shownBy: postId, place })
  return attachedForPost(media)
}

function attachedForPost(media: UsableMedia): AttachedMedia {
  return attachedMedia(media, (extension) => `/media/${media.folder}.${extension}`)
}

/**
 * Attaches an upload to a new message. Several messages can use a shared upload.
 * @throws {Refusal} `media-not-found`, `media-invalid`; see {@link takeForPost}
 */
export async function takeForMessage(
  tx: Tx,
  { ownerId, mediaId, messageId, now }: TakeForMessage,
): Promise<AttachedMedia> {
  const media = await requireUsable(tx, { mediaId, ownerId, now, for: 'message' })
  await use(tx, { id: mediaId, usedIn: 'message', shownBy: messageId, place: 0 })
  const base = `/1.1/ton/data/dm/${messageId}/${mediaId}/${media.folder}`
  return attachedMedia(media, (extension) => `${base}.${extension}`)
}

/** Releases the media of a post. After the commit the media cannot be read, and their bytes are erased soon. */
export function releaseOfPost(tx: Tx, postId: bigint): Promise<void> {
  return release(tx, postId)
}

/** As {@link releaseOfPost}, for many posts. One statement finds the posts that have media. */
export async function releaseOfPosts(tx: Tx, postIds: readonly bigint[]): Promise<void> {
  const showing = await tx.rows(showingOf, { ids: idList(postIds) })
  for (const { shown_by_id: postId } of showing) await release(tx, postId)
}

/** Releases the media of a message. Call this when no participant has the message any more. */
export function releaseOfMessage(tx: Tx, messageId: bigint): Promise<void> {
  return release(tx, messageId)
}

function requireOneKind(media: readonly UsableMedia[]): void {
  if (media.length < 2) return
  if (media.some(({ facts }) => facts.type === 'animated_gif')) {
    throw new Refusal('media-mixed', 'an animated GIF among other media')
  }
  if (media.some(({ facts }) => facts.type !== 'photo')) {
    throw new Refusal('media-invalid', 'a video among other media')
  }
}

interface Use {
  readonly id: bigint
  readonly usedIn: 'post' | 'message'
  readonly shownBy: bigint
  readonly place: number
}

/** @throws {Refusal} `media-invalid` when another command has used the upload at the same time */
async function use(tx: Tx, { id, usedIn, shownBy, place }: Use): Promise<void> {
  const counted = await tx.run(countUse, { id, usedIn })
  if (counted === 0) throw new Refusal('media-invalid', `${id} was given to something else in this moment`)
  await tx.run(insertUse, { id, shownBy, place })
}

async function release(tx: Tx, shownBy: bigint): Promise<void> {
  const media = await tx.rows(usesOf, { shownBy })
  if (media.length === 0) return
  await tx.run(deleteUses, { shownBy })
  for (const { media_id: id } of media) {
    await tx.run(discountUse, { id })
    const unused = await tx.first(usableMedia, { id })
    // A shared upload can be used until it expires.
    if (unused !== undefined && unused.uses === 0 && unused.is_shared === 0) await scheduleErase(tx, unused)
  }
}

const countUse = query<{ id: bigint; usedIn: string }>()((k, p) =>
  k
    .updateTable('media')
    .set((eb) => ({ uses: eb('uses', '+', 1), used_in: p('usedIn') }))
    .where('id', '=', p('id'))
    .where('state', '=', 'ready')
    .where((eb) => eb.or([eb('used_in', '=', ''), eb('is_shared', '=', 1).and('used_in', '=', p('usedIn'))])),
)

const insertUse = query<{ id: bigint; shownBy: bigint; place: number }>()((k, p) =>
  k.insertInto('media_uses').values({ shown_by_id: p('shownBy'), place: p('place'), media_id: p('id') }),
)

const usesOf = query<{ shownBy: bigint }>()((k, p) =>
  k.selectFrom('media_uses').select('media_id').where('shown_by_id', '=', p('shownBy')),
)

// Uses the primary key for each id.
const showingOf = query<{ ids: string }>()(
  (_, p, engine) => sql<{ shown_by_id: bigint }>`
    select distinct media_uses.shown_by_id from ${idsOf(p('ids'), engine)} as wanted
      join media_uses on media_uses.shown_by_id = wanted.id`,
)

const deleteUses = query<{ shownBy: bigint }>()((k, p) =>
  k.deleteFrom('media_uses').where('shown_by_id', '=', p('shownBy')),
)

const discountUse = query<{ id: bigint }>()((k, p) =>
  k
    .updateTable('media')
    .set((eb) => ({ uses: eb('uses', '-', 1) }))
    .where('id', '=', p('id')),
)
