/** Reads an upload request, whose body is multipart or a form with base64. */
import { UploadRefused } from '../../../domain/media/refused.ts'
import type { MultipartSpec } from '../../../http/endpoint.ts'
import type { Sent } from '../../../http/form.ts'
import { base64Bytes } from '../../../http/multipart.ts'
import {
  optionalBoolean,
  optionalId,
  optionalText,
  type ParamSpec,
  type ParamValues,
  parseParams,
} from '../../../http/params.ts'
import type { StagedFile } from '../../../lib/files/staging.ts'
import type { EndpointCall } from '../../_endpoint.ts'

export const UPLOAD_PARAMS = {
  command: optionalText('`INIT`, `APPEND` or `FINALIZE`; omitted for an upload in one request.'),
  media: optionalText('The bytes: a part of a multipart body, or base64 in a form.'),
  media_data: optionalText('The bytes in base64.'),
  media_category: optionalText('Purpose of the upload, such as `tweet_image` or `dm_video`.'),
  media_type: optionalText(
    'Media type according to the client. Ignored: the type is detected from the bytes.',
  ),
  additional_owners: optionalText(
    'Ids of up to 100 other users that may attach the upload, separated by commas.',
  ),
  shared: optionalBoolean('Allow several messages to attach the upload.'),
  total_bytes: optionalText('INIT: total size in bytes.'),
  media_id: optionalId('APPEND, FINALIZE: the upload.'),
  segment_index: optionalText('APPEND: index of the segment, from 0 to 999.'),
}

export type UploadParams = ParamValues<typeof UPLOAD_PARAMS>

export interface Received {
  readonly params: UploadParams
  /** The bytes. @throws {UploadRefused} `media-missing` */
  file(): Promise<StagedFile>
  discard(): Promise<void>
}

type UploadCall = Pick<
  EndpointCall<'user', ParamSpec, never, MultipartSpec>,
  'multipart' | 'sent' | 'services'
>

/** Reads the request. The caller must discard the result. @throws {EdgeError} @throws {BadParameter} */
export async function receive({ multipart, sent, services }: UploadCall): Promise<Received> {
  const body = await multipart()
  let decoded: StagedFile | undefined
  const discard = async () => {
    await decoded?.discard()
    await body?.discard()
  }
  try {
    const all = body === undefined ? sent : joined(sent, body.fields)
    const params = parseParams(UPLOAD_PARAMS, all)
    return {
      params,
      discard,
      async file() {
        const file = body?.files.get('media') ?? body?.files.get('media_data')
        if (file !== undefined) return file
        const { media_data: text = params.media } = params
        if (text === undefined) throw new UploadRefused('media-missing', 'the request holds no bytes')
        // A `+` that a client did not percent-encode is decoded to a space, so spaces become `+` again.
        decoded = await services.media.staging.of([base64Bytes(text.replaceAll(' ', '+'))])
        return decoded
      },
    }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Merges two sets of parameters. Parameters of the query and the path take precedence. */
function joined(first: Sent, second: Sent): Sent {
  const all = new Map(first)
  for (const [name, values] of second) all.set(name, [...(all.get(name) ?? []), ...values])
  return all
}

/** User ids in a comma-separated list; invalid ids are ignored. */
export function ownersOf(list: string | undefined): bigint[] {
  return (list ?? '')
    .split(',', MAX_OWNERS)
    .map((item) => item.trim())
    .filter((item) => /^\d{1,19}$/.test(item))
    .map(BigInt)
}

const MAX_OWNERS = 100

/** Parses a text of 1 to 15 digits; undefined for any other text. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
