/** POST /i/posts: a member writes a post or a reply, optionally with a picture (spec/pages.md#writing). */
import { MAX_BYTES } from '../../domain/media/sizes.ts'
import type { Answer } from '../../http/endpoint.ts'
import { optionalId, optionalText, type ParamValues, parseParams } from '../../http/params.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'
import { actingMember, FORM_TOKEN_FIELD, type Member, memberOf, safeBack } from '../_network/member.ts'
import { memberForm } from '../_network/member-endpoint.ts'
import { networkAnswer } from '../_network/page.ts'
import { shownViews } from '../_network/posts.ts'
import { PICTURE, writeAsMember } from '../_network/write.ts'
import { WRITE_ACT, writeForm } from '../_network/write-form.ts'
import { PageError } from '../_pages/_errors.ts'
import { PAGE_HEADERS, redirectAnswer } from '../_pages/page.ts'
import type { Services } from '../_services.ts'

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
    // The member is checked before the body is read, because only members may send files.
    const reader = await memberOf(call, '/home')
    if (reader === undefined) throw new PageError('expiredForm')
    const body = await call.multipart()
    try {
      const fields = body === undefined ? call.params : parseParams(FIELDS, body.fields)
      const member = await actingMember(call, WRITE_ACT, fields[FORM_TOKEN_FIELD])
      const back = safeBack(fields.back)
      const refused = await writeAsMember(services, member.user, fields, { body, outer })
      return refused === undefined
        ? redirectAnswer(back, PAGE_HEADERS)
        : await again(services, { ...member, back }, fields, { refused, outer })
    } finally {
      await body?.discard()
    }
  },
})

/** The form with the sent text. The picture must be chosen again. */
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
