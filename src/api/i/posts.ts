/** POST /i/posts: a member writes a post or a reply, with a picture if it likes (spec/pages.md#writing). */
import { Refusal, type RefusalReason } from '../../domain/context.ts'
import { describeMedia } from '../../domain/media/describe.ts'
import { uploadWhole } from '../../domain/media/finish-upload.ts'
import { UploadRefused } from '../../domain/media/refused.ts'
import { MAX_BYTES } from '../../domain/media/sizes.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import type { Answer, MultipartBody } from '../../http/endpoint.ts'
import { optionalId, optionalText, type ParamValues, parseParams } from '../../http/params.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'
import { act, actingMember, FORM_TOKEN_FIELD, type Member, memberOf, safeBack } from '../_network/member.ts'
import { memberForm } from '../_network/member-endpoint.ts'
import { networkAnswer } from '../_network/page.ts'
import { shownViews } from '../_network/posts.ts'
import { MEMBER_SOURCE } from '../_network/source.ts'
import { WRITE_ACT, writeForm } from '../_network/write-form.ts'
import { PageError } from '../_pages/_errors.ts'
import { PAGE_HEADERS, redirectAnswer } from '../_pages/page.ts'
import type { Services } from '../_services.ts'

const PICTURE = 'picture'

const FIELDS = {
  text: optionalText('The text; optional with a picture.'),
  in_reply_to: optionalId('The answered post.'),
  alt: optionalText('Description of the picture, up to 1,000 characters.'),
  back: optionalText('Path to return to.'),
  [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
}

type Fields = ParamValues<typeof FIELDS>

export const writtenPost = memberForm({
  paths: ['/i/posts'],
  summary: 'Writes a post or a reply for a member, with a picture in the part `picture`.',
  params: FIELDS,
  multipart: {
    files: { [PICTURE]: 'binary' },
    maxFileBytes: MAX_BYTES.animated_gif,
    maxFormBytes: 64 * 1024,
  },
  async handle(call) {
    const { services, outer } = call
    // Before the body: only members may send files.
    const reader = await memberOf(call, '/home')
    if (reader === undefined) throw new PageError('expiredForm')
    const body = await call.multipart()
    try {
      const fields = body === undefined ? call.params : parseParams(FIELDS, body.fields)
      const member = await actingMember(call, WRITE_ACT, fields[FORM_TOKEN_FIELD])
      const back = safeBack(fields.back)
      const refused = await write(services, { ...member, back }, fields, { body, outer })
      return refused === undefined
        ? redirectAnswer(back, PAGE_HEADERS)
        : await again(services, { ...member, back }, fields, { refused, outer })
    } finally {
      await body?.discard()
    }
  },
})

/** @returns why nothing was written; undefined after success */
async function write(
  services: Services,
  { user }: Member,
  fields: Fields,
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

/** Browsers send line breaks of a form as two characters. */
function textOf(typed: string | undefined): string {
  return (typed ?? '').replaceAll('\r\n', '\n')
}

/** The upload of the request, if it has one: browsers send an empty part for a field without a file. */
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

/** The form with what was typed; the picture must be chosen again. */
async function again(
  services: Services,
  member: Member,
  { text = '', alt = '', in_reply_to: answeredId }: Fields,
  { refused, outer }: { readonly refused: string; readonly outer: RequestOrigin },
): Promise<Answer> {
  const [answered] = answeredId === undefined ? [] : await shownViews(services, [answeredId], member)
  const target =
    answered === undefined ? undefined : { id: answered.post.id, screenName: answered.author.screenName }
  return networkAnswer(
    403,
    { services, outer, member },
    {
      title: target === undefined ? 'Write a post' : 'Reply',
      main: writeForm(member, target, { text, alt, refused }),
    },
  )
}
