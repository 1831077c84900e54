/** Finds media files for requests. */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { isShownSomewhere } from '../withheld.ts'
import { type MediaFacts, ORIGINAL_NAMES, SIZE_NAMES, type SizeName } from './facts.ts'

/** A file of the blob store, with its MIME type. */
export interface ShownFile {
  readonly folder: string
  readonly name: string
  readonly mime: string
}

/** The requested file, from the last part of a URL such as `0f….jpg:small` or `0f….jpg?name=small`. */
export interface FileRequest {
  readonly folder: string
  readonly extension: string
  /** `medium` by default, as in the documented network. */
  readonly size: SizeName
}

const FILE_NAME = /^([0-9a-f]{32})\.(jpg|png|mp4|mov|gif)(?::([a-z]+))?$/

/** Parses the last part of a URL; undefined for an invalid name. `orig` is the largest stored size. */
export function parseFileName(text: string, sizeName: string | undefined): FileRequest | undefined {
  const [, folder, extension, suffix] = FILE_NAME.exec(text) ?? []
  if (folder === undefined || extension === undefined) return undefined
  const named = suffix ?? sizeName ?? 'medium'
  const size = named === 'orig' ? 'large' : SIZE_NAMES.find((name) => name === named)
  return size === undefined ? undefined : { folder, extension, size }
}

/**
 * The media file of a post. Undefined when no visible post uses the file. A post is invisible when it is deleted,
 * dropped or withheld in all countries, or when its author is suspended, deactivated or withheld in all countries.
 */
export async function fileOfPost(reader: Reader, request: FileRequest): Promise<ShownFile | undefined> {
  const row = await reader.first(shownByPost, { folder: request.folder })
  return row === undefined ? undefined : fileOf(request, row.facts)
}

/** A media file of a message, and the viewer. */
export interface MessageFileRequest {
  readonly viewerId: bigint
  readonly messageId: bigint
  readonly mediaId: bigint
}

/**
 * The media file of a message. Undefined when the message does not use the file, and for viewers who are not
 * participants or have deleted the message. A client cannot distinguish these cases.
 */
export async function fileOfMessage(
  reader: Reader,
  message: MessageFileRequest,
  request: FileRequest,
): Promise<ShownFile | undefined> {
  const parameters = { ...message, folder: request.folder }
  const row =
    (await reader.first(shownByMessage, parameters)) ?? (await reader.first(shownByGroupEvent, parameters))
  return row === undefined ? undefined : fileOf(request, row.facts)
}

const PICTURE_MIMES = { jpg: 'image/jpeg', png: 'image/png' } as const

function fileOf({ folder, extension, size }: FileRequest, stored: string): ShownFile | undefined {
  const { mime, picture, type } = JSON.parse(stored) as MediaFacts
  if (extension === picture) return { folder, name: `${size}.${picture}`, mime: PICTURE_MIMES[picture] }
  const name = type === 'photo' ? undefined : ORIGINAL_NAMES[mime]
  return name?.endsWith(`.${extension}`) === true ? { folder, name, mime } : undefined
}

const shownByPost = query<{ folder: string }>()((k, p) =>
  k
    .selectFrom('media')
    .innerJoin('media_uses', 'media_uses.media_id', 'media.id')
    .select('media.facts')
    .where('media.folder', '=', p('folder'))
    .where('media.used_in', '=', 'post')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hidden_users').select('user_id').whereRef('user_id', '=', 'media.owner_id'))),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'media.owner_id')
          .where(isShownSomewhere(sql.ref('users.withheld_in_countries'))),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('posts')
            .innerJoin('post_states', 'post_states.post_id', 'posts.initial_id')
            .select('posts.id')
            .whereRef('posts.id', '=', 'media_uses.shown_by_id')
            .where(({ or, eb, not }) =>
              or([
                eb('post_states.dropped_at', 'is not', null),
                not(isShownSomewhere(sql.ref('post_states.withheld_in_countries'))),
              ]),
            ),
        ),
      ),
    )
    .limit(1),
)

const shownByMessage = query<MessageFileRequest & { readonly folder: string }>()((k, p) =>
  k
    .selectFrom('media_uses')
    .innerJoin('media', 'media.id', 'media_uses.media_id')
    .innerJoin('message_copies', 'message_copies.message_id', 'media_uses.shown_by_id')
    .select('media.facts')
    .where('message_copies.user_id', '=', p('viewerId'))
    .where('media_uses.shown_by_id', '=', p('messageId'))
    .where('media_uses.media_id', '=', p('mediaId'))
    .where('media.folder', '=', p('folder'))
    .where('media.used_in', '=', 'message'),
)

// Ids of messages and of group events never collide, so both can be in `media_uses`.
const shownByGroupEvent = query<MessageFileRequest & { readonly folder: string }>()((k, p) =>
  k
    .selectFrom('media_uses')
    .innerJoin('media', 'media.id', 'media_uses.media_id')
    .innerJoin('group_copies', 'group_copies.event_id', 'media_uses.shown_by_id')
    .select('media.facts')
    .where('group_copies.user_id', '=', p('viewerId'))
    .where('media_uses.shown_by_id', '=', p('messageId'))
    .where('media_uses.media_id', '=', p('mediaId'))
    .where('media.folder', '=', p('folder'))
    .where('media.used_in', '=', 'message'),
)
