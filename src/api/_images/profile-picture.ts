/** Answers requests for profile pictures and banners. */

import type { SizeName } from '../../domain/media/facts.ts'
import { fileOfProfile } from '../../domain/media/profile-use.ts'
import { type Answer, EdgeError } from '../../http/endpoint.ts'
import { optionalText } from '../../http/params.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { fileAnswer } from '../_media-file.ts'
import type { Services } from '../_services.ts'

/**
 * Caches may keep a picture only for an hour, so that they stop showing replaced pictures. Media of posts have this
 * limit too.
 */
const CACHE_CONTROL = 'public, max-age=3600'

export function pictureParams<Name extends string>(name: Name) {
  const text = optionalText('Part of the address.')
  return { user_id: text, [name]: text } as { readonly [Each in Name | 'user_id']: typeof text }
}

interface PictureCall {
  readonly params: { readonly user_id: string | undefined }
  readonly services: Services
  header(name: string): string | undefined
}

/**
 * @param folder the folder of the picture; undefined for a URL of another form
 * @throws {EdgeError} `unknown-path`
 */
export async function pictureAnswer(
  { params: { user_id = '' }, services, header }: PictureCall,
  folder: string | undefined,
  size: SizeName,
): Promise<Answer> {
  const userId = /^[0-9]{1,19}$/.test(user_id) ? BigInt(user_id) : LARGEST_ID + 1n
  const isAddress = folder !== undefined && userId <= LARGEST_ID
  const file = isAddress ? await fileOfProfile(services.store, { userId, folder, size }) : undefined
  const bytes = { range: undefined, known: header('if-none-match'), cacheControl: CACHE_CONTROL }
  const answer = file === undefined ? undefined : await fileAnswer(services.media.blobs, file, bytes)
  if (answer === undefined) throw new EdgeError('unknown-path', 'there is no such picture')
  return answer
}
