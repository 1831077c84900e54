/**
 * Converts the members of JSON bodies of uploads to the form of multipart and form fields
 * (spec/v2-messages-and-media.md#media-upload).
 */
import type { Sent } from '../../../http/form.ts'
import { isJsonObject } from '../../../http/json.ts'
import { parseParams } from '../../../http/params.ts'
import type { JsonValue } from '../../../lib/json.ts'
import { type ParameterError, Problem } from '../../_problems.ts'
import { type Received, receive, UPLOAD_PARAMS, type UploadParams } from '../../1.1/media/_received.ts'

const MAX_REPORTED = 10

/**
 * The members of a body as texts. Lists are joined with commas, and a member that is `null` counts as absent.
 * @param names the members that the body may have
 * @throws {Problem} `invalidRequest` with all errors
 */
export function uploadFields(json: JsonValue, names: readonly string[]): Sent {
  if (!isJsonObject(json))
    throw new Problem('invalidRequest', undefined, [{ message: 'the body: must be an object' }])
  const errors: ParameterError[] = []
  const fields = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries(json)) {
    if (value === null || value === undefined) continue
    const text = textOf(value)
    if (!names.includes(name)) errors.push(errorOf(name, `is not one of [${names.join(',')}]`))
    else if (text === undefined) errors.push(errorOf(name, 'must be a text, a number, a boolean or a list'))
    else fields.set(name, [text])
  }
  if (errors.length > 0) throw new Problem('invalidRequest', undefined, errors.slice(0, MAX_REPORTED))
  return fields
}

function errorOf(name: string, why: string): ParameterError {
  return { parameters: { [name]: [] }, message: `${name}: ${why}` }
}

function textOf(value: JsonValue): string | undefined {
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map((item) =>
      Array.isArray(item) ? undefined : textOf(item),
    )
    return items.includes(undefined) ? undefined : items.join(',')
  }
  return typeof value === 'object' ? undefined : String(value)
}

type UploadCall = Parameters<typeof receive>[0] & { readonly json: JsonValue | undefined }

/**
 * Reads an upload from a multipart body, a form or JSON. The caller must discard the result.
 * @throws {Problem} `invalidRequest` for a JSON body with unknown members
 * @throws {EdgeError}
 * @throws {BadParameter}
 */
export function readUpload({ json, sent, ...call }: UploadCall): Promise<Received> {
  if (json === undefined) return receive({ ...call, sent })
  const fields = uploadFields(json, Object.keys(UPLOAD_PARAMS))
  // Parameters in the path and the query take precedence over the body.
  return receive({ ...call, sent: new Map([...fields, ...sent]) })
}

/**
 * The parameters of an upload in a JSON body.
 * @throws {Problem} the errors of {@link uploadFields}
 * @throws {BadParameter}
 */
export function uploadParamsIn(json: JsonValue, names: readonly string[]): UploadParams {
  return parseParams(UPLOAD_PARAMS, uploadFields(json, names))
}
