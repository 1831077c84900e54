/**
 * Uploads that profiles show. In the table of uses, a profile has the negative id of its user, which is never the id of
 * a post or a message.
 */
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { scheduleErase } from './erase-media.ts'
import type { MediaFacts, SizeName } from './facts.ts'
import type { ShownFile } from './find-file.ts'
import { usableMedia } from './usable.ts'

/** The pictures of a profile, each with the number by which the table of uses distinguishes them. */
const PLACES = { image: 0, banner: 1 } as const

export type ProfilePicture = keyof typeof PLACES

interface ProfilePlace {
  readonly userId: bigint
  readonly picture: ProfilePicture
}

/** Makes a profile show an upload. The upload replaces an earlier upload. */
export async function takeForProfile(
  tx: Tx,
  { userId, picture }: ProfilePlace,
  mediaId: bigint,
): Promise<void> {
  await releaseOfProfile(tx, { userId, picture })
  await tx.run(countUse, { id: mediaId })
  await tx.run(insertUse, { id: mediaId, shownBy: -userId, place: PLACES[picture] })
}

/** True if the profile shows an upload. */
export async function hasPicture(reader: Reader, { userId, picture }: ProfilePlace): Promise<boolean> {
  return (await reader.first(useOf, { shownBy: -userId, place: PLACES[picture] })) !== undefined
}

/** Releases the upload that a profile shows, if any. The bytes of the upload are erased soon. */
export async function releaseOfProfile(tx: Tx, { userId, picture }: ProfilePlace): Promise<void> {
  const place = { shownBy: -userId, place: PLACES[picture] }
  const shown = await tx.first(useOf, place)
  if (shown === undefined) return
  await tx.run(deleteUse, place)
  const media = await tx.first(usableMedia, { id: shown.media_id })
  if (media !== undefined) await scheduleErase(tx, media)
}

/** The file of a profile picture; undefined for an unknown folder, and for a suspended or deactivated user. */
export async function fileOfProfile(
  reader: Reader,
  request: { readonly userId: bigint; readonly folder: string; readonly size: SizeName },
): Promise<ShownFile | undefined> {
  const { userId, folder, size } = request
  const row = await reader.first(shownByProfile, { shownBy: -userId, user: userId, folder })
  if (row === undefined) return undefined
  const { picture } = JSON.parse(row.facts) as MediaFacts
  return { folder, name: `${size}.${picture}`, mime: picture === 'png' ? 'image/png' : 'image/jpeg' }
}

const countUse = query<{ id: bigint }>()((k, p) =>
  k.updateTable('media').set({ uses: 1, used_in: 'profile' }).where('id', '=', p('id')),
)

const insertUse = query<{ id: bigint; shownBy: bigint; place: number }>()((k, p) =>
  k.insertInto('media_uses').values({ shown_by_id: p('shownBy'), place: p('place'), media_id: p('id') }),
)

const useOf = query<{ shownBy: bigint; place: number }>()((k, p) =>
  k
    .selectFrom('media_uses')
    .select('media_id')
    .where('shown_by_id', '=', p('shownBy'))
    .where('place', '=', p('place')),
)

const deleteUse = query<{ shownBy: bigint; place: number }>()((k, p) =>
  k.deleteFrom('media_uses').where('shown_by_id', '=', p('shownBy')).where('place', '=', p('place')),
)

const shownByProfile = query<{ shownBy: bigint; user: bigint; folder: string }>()((k, p) =>
  k
    .selectFrom('media_uses')
    .innerJoin('media', 'media.id', 'media_uses.media_id')
    .select('media.facts')
    .where('media_uses.shown_by_id', '=', p('shownBy'))
    .where('media.folder', '=', p('folder'))
    .where('media.used_in', '=', 'profile')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hidden_users').select('user_id').where('user_id', '=', p('user')))),
    ),
)
