/** Makes the content of a new post: the text, the members that are not derived from the text, and the location. */
import { hash } from 'node:crypto'
import type { Mutable } from '../../../lib/mutable.ts'
import { type Context, Refusal } from '../../context.ts'
import type { Place, Poll, PostContent, PostGeo, PostSource } from '../content.ts'
import type { ReplySettings } from '../reply-settings.ts'
import type { Composed } from '../text/compose.ts'

/** The input for the content of a post, in addition to the text. */
export interface ContentInput {
  /** The app with which the post is written. */
  readonly source?: PostSource | undefined
  readonly possiblySensitive?: boolean | undefined
  /** Latitude and longitude in degrees; ignored unless both are set. */
  readonly lat?: number | undefined
  readonly long?: number | undefined
  /** False does not store the coordinates; default: true. */
  readonly displayCoordinates?: boolean | undefined
  readonly place?: Place | undefined
  readonly cardUri?: string | undefined
  readonly poll?: PollInput | undefined
  /** The users who can answer; default: everyone. */
  readonly replySettings?: ReplySettings | undefined
}

/** The input for a new poll. */
export interface PollInput {
  /** Between 2 and 4 texts. */
  readonly options: readonly string[]
  readonly durationMinutes: number
}

/** The members of the content that are not derived from the text alone. */
export interface ContentFacts {
  readonly lang: string | undefined
  readonly screenName: string | undefined
  readonly poll: Poll | undefined
}

/** Makes the content of a post with a composed text. */
export function contentOf(
  { annotate }: Context,
  { source, possiblySensitive, cardUri, replySettings }: ContentInput,
  { content }: Composed,
  { lang, screenName, poll }: ContentFacts,
): PostContent {
  const whole: Mutable<PostContent> = { ...content }
  if (source !== undefined) whole.source = source
  if (lang !== undefined) whole.lang = lang
  if (possiblySensitive === true) whole.possibly_sensitive = true
  if (screenName !== undefined) whole.in_reply_to_screen_name = screenName
  if (cardUri !== undefined) whole.card_uri = cardUri
  if (poll !== undefined) whole.poll = poll
  if (replySettings !== undefined) whole.reply_settings = replySettings
  return Object.assign(whole, annotate?.(content.text))
}

/** A poll without votes. Its end is computed from the current time. */
export async function newPoll(
  { ids, clock }: Context,
  { options, durationMinutes }: PollInput,
): Promise<Poll> {
  return {
    id: String(await ids.make()),
    options: options.map((label, index) => ({ position: index + 1, label, votes: 0 })),
    duration_minutes: durationMinutes,
    end_at: clock.now() + durationMinutes * 60_000,
  }
}

/**
 * The location of a post. A latitude without a longitude is ignored, as in the documented network.
 * @throws {Refusal} `coordinates-invalid`
 */
export function geoOf({ lat, long, place, displayCoordinates }: ContentInput): PostGeo | undefined {
  const isPlaced = lat !== undefined && long !== undefined
  if (isPlaced && !(Math.abs(lat) <= 90 && Math.abs(long) <= 180)) {
    throw new Refusal('coordinates-invalid', `${lat}, ${long} is nowhere`)
  }
  const coordinates = isPlaced && displayCoordinates !== false ? { coordinates: { long, lat } } : {}
  const geo = { ...coordinates, ...(place === undefined ? {} : { place }) }
  return Object.keys(geo).length === 0 ? undefined : geo
}

/**
 * The `text_key` of posts that are never duplicates: reposts, and posts with media. An empty key shows that a post was
 * imported and not written on this server.
 */
export const REPEATABLE = '*'

/** The key for the detection of duplicates: 96 bits of a hash, so collisions are negligible. */
export function textKeyOf(text: string, attached: bigint | undefined): string {
  return hash('sha256', `${attached ?? ''} ${text}`, 'base64url').slice(0, 16)
}
