/** Names of the documented last messages of all streams. */
import { documentedDisconnects as complianceDisconnects } from '../streams/compliance/closing.ts'
import { documentedDisconnects as postDisconnects } from './_post-stream/format.ts'
import { documentedDisconnects as statusDisconnects } from './1.1/statuses/_stream-format.ts'

/** The names of the last messages, by kind of stream. */
export const DISCONNECT_NAMES = {
  posts: Object.keys(postDisconnects('https://api.twitter.com/2/problems/')),
  statuses: Object.keys(statusDisconnects({ isDelimited: false, streamName: '' })),
  compliance: Object.keys(complianceDisconnects(() => 0)),
} as const
