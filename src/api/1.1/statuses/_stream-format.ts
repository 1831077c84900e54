/** The wire format of the v1.1 streams (spec/v1-streams-and-lists.md#messages). */
import type { PostView } from '../../../domain/posts/read/post-view.ts'
import { UNMARKED } from '../../../domain/posts/read/viewer-marks.ts'
import type { Day } from '../../../formats/fields/day.ts'
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

/** The last messages of streams that Aviary ends, by reason (spec/v1-streams-and-lists.md#disconnects). */
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

/** The documented last messages by name (spec/v1-streams-and-lists.md#disconnects). */
const DOCUMENTED: Readonly<Record<string, Disconnect>> = {
  shutdown: DISCONNECTS.restart,
  'duplicate-stream': DISCONNECTS.displaced,
  'control-request': { code: 3, reason: 'Control request: the stream was closed by request' },
  stall: STALL,
  normal: { code: 5, reason: 'Normal: the stream has ended' },
  'token-revoked': DISCONNECTS.revoked,
  'admin-logout': { code: 7, reason: 'Admin logout: the user was logged out' },
  'max-messages': { code: 9, reason: 'Max message limit: the stream has sent all it may' },
  'stream-exception': EXCEPTION,
  'broker-stall': { code: 11, reason: 'Broker stall: the stream was not supplied in time' },
  'shed-load': { code: 12, reason: 'Shed load: the server closes connections' },
}

/** The bytes of the documented last messages, by name. */
export function documentedDisconnects(framing: Framing): Readonly<Record<string, () => string>> {
  return Object.fromEntries(
    Object.entries(DOCUMENTED).map(([name, disconnect]) => [name, () => framed(disconnect, framing)]),
  )
}

function framed({ code, reason }: Disconnect, { isDelimited, streamName }: Framing): string {
  const json = disconnectJson({ code, reason }, streamName)
  return (isDelimited ? lengthBefore(json) : json) + LINE_END
}

function disconnectJson({ code, reason }: Disconnect, stream_name: string): string {
  return JSON.stringify({ disconnect: { code, stream_name, reason } })
}

export interface Framing {
  /** True when each message is preceded by its number of bytes. */
  readonly isDelimited: boolean
  /** Name of the stream in its last message. */
  readonly streamName: string
}

export function statusStreamFormat({ isDelimited, streamName }: Framing): StatusStreamFormat {
  return {
    keepAlive: Buffer.from(LINE_END),
    keepAliveMs: KEEP_ALIVE_MS,
    frame: (json) => (isDelimited ? lengthBefore(json) : json) + LINE_END,
    lastMessage(reason) {
      return disconnectJson(DISCONNECTS[reason], streamName)
    },
  }
}

/** A message with its number of bytes before it. The number includes the line break after the message. */
function lengthBefore(json: string): string {
  return `${Buffer.byteLength(json) + LINE_END.length}\n${json}`
}

interface StatusOptions {
  /** Scheme and host as the client sees this server. */
  readonly origin: string
  readonly defaultPicture: string
  /** The day of the API when the client connected: all messages of a connection have one form. */
  readonly day: Day
  readonly isDelimited: boolean
}

/** Renders posts for the v1.1 streams. */
export function statusRendering({ origin, defaultPicture, day, isDelimited }: StatusOptions): Rendering {
  const view = streamedView(origin, defaultPicture, day)
  return {
    key: `statuses ${isDelimited} ${day} ${origin}`,
    needs: { repliedTo: false, named: false },
    open(post) {
      const level = post.author.profile.isVerified ? 'medium' : 'low'
      const json = JSON.stringify(streamedPost(shownIn(post), view, level))
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
