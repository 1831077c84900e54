/** Writes a post that a member has entered on a page, with an optional picture (spec/pages.md#writing). */
import type { User } from '../../domain/accounts/user.ts'
import { Refusal, type RefusalReason } from '../../domain/context.ts'
import { describeMedia } from '../../domain/media/describe.ts'
import { uploadWhole } from '../../domain/media/finish-upload.ts'
import { UploadRefused } from '../../domain/media/refused.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import type { MultipartBody } from '../../http/endpoint.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'
import type { Services } from '../_services.ts'
import { act } from './member.ts'
import { MEMBER_SOURCE } from './source.ts'

/** Name of the multipart field with the picture. */
export const PICTURE = 'picture'

interface WrittenFields {
  readonly text: string | undefined
  readonly alt: string | undefined
  readonly in_reply_to: bigint | undefined
}

/** @returns the reason of a refusal; undefined after success */
export async function writeAsMember(
  services: Services,
  user: Pick<User, 'id'>,
  fields: WrittenFields,
  { body, outer }: { readonly body: MultipartBody | undefined; readonly outer: RequestOrigin },
): Promise<string | undefined> {
  try {
    const mediaIds = await pictureOf(services, user.id, fields.alt, body)
    const written = createPost(services, {
      ...{ authorId: user.id, text: textOf(fields.text), mediaIds, source: MEMBER_SOURCE },
      inReplyToId: fields.in_reply_to,
      autoPopulateReplyMetadata: true,
      hosts: outer.host === '' ? [] : [outer.host],
      isLimited: services.limits !== 'off',
    })
    await written
    return undefined
  } catch (error) {
    if (error instanceof UploadRefused) return UPLOAD_REFUSED
    const said = error instanceof Refusal ? REFUSED[error.reason] : undefined
    if (said === undefined) await act(() => Promise.reject(error))
    return said
  }
}

/** The text of the form. Browsers send a line break in a form as two characters. */
function textOf(typed: string | undefined): string {
  return (typed ?? '').replaceAll('\r\n', '\n')
}

/** The picture of the request, if there is one. Browsers send an empty part for a field without a file. */
async function pictureOf(
  services: Services,
  ownerId: bigint,
  alt: string | undefined,
  body: MultipartBody | undefined,
): Promise<readonly bigint[] | undefined> {
  const file = body?.files.get(PICTURE)
  if (file === undefined || file.size === 0) return undefined
  const input = { ownerId, category: 'tweet_image', additionalOwners: [], isShared: false } as const
  const { id } = await uploadWhole(services, input, file)
  if (alt !== undefined && alt.trim() !== '')
    await describeMedia(services, { ownerId, mediaId: id, altText: alt.trim() })
  return [id]
}

const UPLOAD_REFUSED =
  'This picture cannot be used. Choose a JPEG, PNG, WebP or GIF of up to 5 MB, with a description of up to 1,000 characters.'

const REFUSED: Partial<Record<RefusalReason, string>> = {
  'post-empty': 'Write a text, or choose a picture.',
  'post-too-long': 'This text is too long: 280 characters at most.',
  'post-text-invalid': 'This text has characters that no post may have.',
  'post-duplicate': 'You have written this already.',
  'post-looks-like-message': 'This text begins like a command for a message.',
  'posts-too-many': 'You have written too many posts today. Try again later.',
  'reply-target-unseen': 'The post that you answer is not there any more.',
  'reply-not-allowed': 'The author of this post has limited who may reply.',
  'attachment-invalid': 'The quoted post is not there any more.',
  'attachments-too-many': 'A post has either pictures or a quoted post.',
  'media-invalid': UPLOAD_REFUSED,
}
