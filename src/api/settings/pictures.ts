/** POST settings/pictures: changes the picture and the banner of a member (spec/pages.md#settings). */
import { changePicture, removeBanner } from '../../domain/accounts/change-picture.ts'
import { UploadRefused } from '../../domain/media/refused.ts'
import { MAX_BYTES } from '../../domain/media/sizes.ts'
import type { MultipartBody } from '../../http/endpoint.ts'
import { optionalText, type ParamValues, parseParams } from '../../http/params.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'
import { memberForm } from '../_network/member-endpoint.ts'
import { PageError } from '../_pages/_errors.ts'
import { FORM_TOKEN_FIELD } from '../_pages/form-token.ts'
import { redirectAnswer } from '../_pages/page.ts'
import { visitorOf } from '../_pages/visitor.ts'
import type { Services } from '../_services.ts'
import { accountOwner, accountPage, PICTURES_ACT, refusedBy, SAVED_PATH } from './_account-page.ts'

const FIELDS = {
  remove_banner: optionalText('`true` to remove the banner.'),
  [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
}

/** The parts of the form, each with its name in messages. */
const PICTURES = { image: 'picture', banner: 'banner' } as const

export const settingsPictures = memberForm({
  paths: ['/settings/pictures'],
  summary: 'Changes the picture and the banner of a member, from the parts `image` and `banner`.',
  params: FIELDS,
  multipart: {
    files: { image: 'binary', banner: 'binary' },
    maxFileBytes: MAX_BYTES.photo,
    maxFormBytes: 64 * 1024,
  },
  async handle(call) {
    const { services, outer } = call
    // The member is checked before the body is read, because only members may send files.
    if ((await visitorOf(services, call)).user === undefined) throw new PageError('expiredForm')
    const body = await call.multipart()
    try {
      const params = body === undefined ? call.params : parseParams(FIELDS, body.fields)
      const visitor = await accountOwner(call, PICTURES_ACT, params[FORM_TOKEN_FIELD])
      const refused = await change(services, visitor.user.id, params, { body, outer })
      return refused === undefined
        ? redirectAnswer(SAVED_PATH, visitor.headers)
        : await accountPage(services, visitor, refusedBy('badPicture', refused))
    } finally {
      await body?.discard()
    }
  },
})

/**
 * @returns a message: why a change was refused, and which change was saved before; undefined after success
 */
async function change(
  services: Services,
  userId: bigint,
  params: ParamValues<typeof FIELDS>,
  { body, outer }: { readonly body: MultipartBody | undefined; readonly outer: RequestOrigin },
): Promise<string | undefined> {
  const origin = outer.host === '' ? '' : `${outer.scheme}://${outer.host}`
  const saved: string[] = []
  for (const picture of ['image', 'banner'] as const) {
    const file = body?.files.get(picture)
    // Browsers send an empty part for a field without a file.
    if (file === undefined || file.size === 0) continue
    try {
      await changePicture(services, { userId, picture, origin }, file)
      saved.push(PICTURES[picture])
    } catch (error) {
      if (!(error instanceof UploadRefused)) throw error
      const before = saved.length === 0 ? '' : ` The ${saved.join()} is saved.`
      return `The ${PICTURES[picture]} cannot be used. Choose a JPEG, PNG, WebP or GIF of up to 5 MB.${before}`
    }
  }
  if (params.remove_banner === 'true' && !saved.includes('banner')) await removeBanner(services, userId)
  else if (saved.length === 0) return 'Choose a picture or a banner.'
  return undefined
}
