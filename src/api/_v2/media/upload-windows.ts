/** Common parts of the declarations of upload calls (spec/v2-messages-and-media.md#media-upload). */
import type { MultipartSpec, WindowSpec } from '../../../http/endpoint.ts'
import type { ScopeRequirement } from '../../../lib/scopes.ts'

/** The scopes for uploads. Clients that were made before the scope `media.write` existed use `tweet.write`. */
export const UPLOAD_SCOPES: readonly ScopeRequirement[] = [{ anyOf: ['media.write', 'tweet.write'] }]

/** The rate window of each of the steps initialize, append and finalize. */
export const STEP_WINDOW: WindowSpec = { user: 1_875, app: 0 }

export const UPLOAD_MULTIPART = {
  files: { media: 'binary', media_data: 'base64' },
  // Maximum bytes of a form, enough for the largest image or segment in percent-encoded base64.
  maxFormBytes: 8 * 1024 * 1024,
} as const satisfies Omit<MultipartSpec, 'maxFileBytes'>
