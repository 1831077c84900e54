/** Common parts of the declarations of upload calls (spec/v2-messages-and-media.md#media-upload). */
import type { MultipartSpec, WindowSpec } from '../../../http/endpoint.ts'
import type { ScopeRequirement } from '../../../lib/scopes.ts'

/** Clients from before the scope `media.write` upload with `tweet.write`. */
export const UPLOAD_SCOPES: readonly ScopeRequirement[] = [{ anyOf: ['media.write', 'tweet.write'] }]

/** The window of each of initialize, append and finalize. */
export const STEP_WINDOW: WindowSpec = { user: 1_875, app: 0 }

export const UPLOAD_MULTIPART = {
  files: { media: 'binary', media_data: 'base64' },
  // Maximum bytes of a form: an image or a segment of the largest size in base64, with its escapes.
  maxFormBytes: 8 * 1024 * 1024,
} as const satisfies Omit<MultipartSpec, 'maxFileBytes'>
