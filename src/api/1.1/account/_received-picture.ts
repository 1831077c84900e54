/** Reads a picture of a profile, from a part of a multipart body or as base64 from a form. */
import { changePicture } from '../../../domain/accounts/change-picture.ts'
import type { FullUser } from '../../../domain/accounts/find-users.ts'
import type { ProfilePicture } from '../../../domain/media/profile-use.ts'
import { UploadRefused } from '../../../domain/media/refused.ts'
import { MAX_BYTES } from '../../../domain/media/sizes.ts'
import { EdgeError, type MultipartSpec } from '../../../http/endpoint.ts'
import { base64Bytes } from '../../../http/multipart.ts'
import type { ParamSpec } from '../../../http/params.ts'
import type { StagedFile } from '../../../lib/files/staging.ts'
import type { EndpointCall } from '../../_endpoint.ts'
import { V11Error } from '../_errors.ts'

/** Maximum bytes of a form: a picture of the largest size in base64, with its escapes. */
const MAX_FORM_BYTES = 8 * 1024 * 1024

/** @param name the name of the part or parameter */
export function pictureSpec<Name extends string>(name: Name) {
  return {
    files: { [name]: 'binary' },
    maxFileBytes: MAX_BYTES.photo,
    maxFormBytes: MAX_FORM_BYTES,
  } as const satisfies MultipartSpec
}

type PictureCall = Pick<
  EndpointCall<'user', ParamSpec, never, MultipartSpec>,
  'caller' | 'services' | 'outer' | 'sent' | 'multipart'
>

/**
 * Stores the sent picture in the profile of the user.
 * @param name the name of the part or parameter
 * @returns the user after the change
 * @throws {V11Error} 38 without a picture, 324 for a file that is not a picture or that is too large
 */
export async function receivePicture(
  { caller, services, outer, sent, multipart }: PictureCall,
  name: string,
  picture: ProfilePicture,
): Promise<FullUser> {
  const body = await multipart()
  let decoded: StagedFile | undefined
  try {
    let file = body?.files.get(name)
    if (file === undefined) {
      const text = sent.get(name)?.[0] ?? body?.fields.get(name)?.[0] ?? ''
      if (text === '') throw new V11Error('parameterMissing', name)
      // A `+` that a client did not percent-encode is decoded to a space, so spaces become `+` again.
      decoded = await services.media.staging.of([base64Bytes(text.replaceAll(' ', '+'))])
      file = decoded
    }
    const origin = outer.host === '' ? '' : `${outer.scheme}://${outer.host}`
    return await changePicture(services, { userId: caller.user.id, picture, origin }, file)
  } catch (error) {
    // Other endpoints report a general error for text that is not base64. This endpoint reports an invalid
    // picture.
    const isInvalid =
      error instanceof UploadRefused || (error instanceof EdgeError && error.reason === 'bad-request')
    throw isInvalid ? new V11Error('mediaInvalid') : error
  } finally {
    await decoded?.discard()
    await body?.discard()
  }
}
