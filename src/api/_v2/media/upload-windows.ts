/** Facts that the calls about uploads have in common (spec/v2-messages-and-media.md#media-upload). */
import type { MultipartSpec, WindowSpec } from '../../../http/endpoint.ts'
import type { Scope } from '../../../lib/scopes.ts'

export const UPLOAD_SCOPES: readonly Scope[] = ['media.write']

/** Of initialize, append and finalize, each. */
export const STEP_WINDOW: WindowSpec = { user: 1_875, app: 0 }

export const UPLOAD_MULTIPART = {
  files: { media: 'binary', media_data: 'base64' },
  // An image or a segment of the largest size in base64, with its escapes.
  maxFormBytes: 8 * 1024 * 1024,
} as const satisfies Omit<MultipartSpec, 'maxFileBytes'>
