/** The wire format of the v1.1 streams (spec/v1-streams-and-lists.md#messages). */
import type { PostView } from '../../../domain/posts/read/post-view.ts'
import { UNMARKED } from '../../../domain/posts/read/viewer-marks.ts'
import type { ShownPost } from '../../../formats/v1.1/post.ts'
import { streamedPost, streamedView } from '../../../formats/v1.1/streamed-post.ts'
import type { SentReason } from '../../../streams/close-reasons.ts'
import type { Rendering } from '../../../streams/posts/streamed-post.ts'
import type { OwnCloseReason, StatusStreamFormat } from '../../../streams/statuses/reasons.ts'

const LINE_END = '\r\n'

/** Milliseconds without a message after which a keep-alive is sent; clients wait for 90 s. */
const KEEP_ALIVE_MS = 15_000

interface Disconnect {
  readonly code: number
  readonly reason: string
}

const STALL: Disconnect = { code: 4, reason: 'Stall: the client was reading too slowly' }
const EXCEPTION: Disconnect = { code: 10, reason: 'Stream exception: the stream could not be continued' }

/** spec/v1-streams-and-lists.md#disconnects. */
const DISCONNECTS: Readonly<Record<SentReason<OwnCloseReason>, Disconnect>> = {
  restart: { code: 1, reason: 'Shutdown: the server is stopping' },
  displaced: { code: 2, reason: 'Duplicate stream: a newer connection of the same user and app was opened' },
  slow: STALL,
  stalled: STALL,
  retired: { code: 1, reason: 'Shutdown: the endpoint was retired' },
  revoked: { code: 6, reason: 'Token revoked: the access of the app was revoked' },
  gap: EXCEPTION,
  failure: EXCEPTION,
}

export interface Framing {
  /** True when each message follows the number of its bytes. */
  readonly isDelimited: boolean
  /** Named by the message that ends the stream. */
  readonly streamName: string
}

export function statusStreamFormat({ isDelimited, streamName }: Framing): StatusStreamFormat {
  return {
    keepAlive: Buffer.from(LINE_END),
    keepAliveMs: KEEP_ALIVE_MS,
    frame: (json) => (isDelimited ? lengthBefore(json) : json) + LINE_END,
    lastMessage(reason) {
      const { code, reason: text } = DISCONNECTS[reason]
      return JSON.stringify({ disconnect: { code, stream_name: streamName, reason: text } })
    },
  }
}

/** The length counts the line break that ends the message. */
function lengthBefore(json: string): string {
  return `${Buffer.byteLength(json) + LINE_END.length}\n${json}`
}

/** Posts of the v1.1 streams. @param origin scheme and host as the client sees this server */
export function statusRendering(origin: string, defaultPicture: string, isDelimited: boolean): Rendering {
  const view = streamedView(origin, defaultPicture)
  return {
    key: `statuses ${isDelimited} ${origin}`,
    needs: { repliedTo: false, named: false },
    open(post) {
      const filter_level = post.author.profile.isVerified ? 'medium' : 'low'
      const json = JSON.stringify({ ...streamedPost(shownIn(post), view), filter_level })
      return (isDelimited ? lengthBefore(json) : json).slice(0, -1)
    },
  }
}

function shownIn({ post, author, original, quoted }: PostView): ShownPost {
  return {
    ...{ post, author, relation: null, marks: UNMARKED },
    ...(original === undefined ? {} : { original: shownIn(original) }),
    ...(quoted === undefined ? {} : { quoted: shownIn(quoted) }),
  }
}
