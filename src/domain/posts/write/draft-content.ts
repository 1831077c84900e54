/** The content of a new post: its text with the members that do not follow from the text, and its location. */
import { hash } from 'node:crypto'
import type { Mutable } from '../../../lib/mutable.ts'
import { type Context, Refusal } from '../../context.ts'
import type { Place, Poll, PostContent, PostGeo, PostSource } from '../content.ts'
import type { ReplySettings } from '../reply-settings.ts'
import type { Composed } from '../text/compose.ts'

/** Input besides the text. */
export interface ContentInput {
  /** App of the post. */
  readonly source?: PostSource | undefined
  readonly possiblySensitive?: boolean | undefined
  /** Degrees north and east; ignored unless both are set. */
  readonly lat?: number | undefined
  readonly long?: number | undefined
  /** Stores the coordinates; true by default. */
  readonly displayCoordinates?: boolean | undefined
  readonly place?: Place | undefined
  readonly cardUri?: string | undefined
  readonly poll?: PollInput | undefined
  /** The users who may answer; everyone by default. */
  readonly replySettings?: ReplySettings | undefined
}

/** A new poll. */
export interface PollInput {
  /** 2 to 4 texts. */
  readonly options: readonly string[]
  readonly durationMinutes: number
}

/** Members of a content that do not follow from the text alone. */
export interface ContentFacts {
  readonly lang: string | undefined
  readonly screenName: string | undefined
  readonly poll: Poll | undefined
}

/** The content of a composed text. */
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

/** A poll without votes, which ends by the clock. */
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
 * Location of the post; a latitude without a longitude is ignored, as in the service.
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
 * `text_key` of posts that are never duplicates: reposts, and posts with media. Imported posts have an empty key instead,
 * which shows that they were not written here.
 */
export const REPEATABLE = '*'

/** Key for duplicate detection: 96 bits of a hash, so that collisions are negligible. */
export function textKeyOf(text: string, attached: bigint | undefined): string {
  return hash('sha256', `${attached ?? ''} ${text}`, 'base64url').slice(0, 16)
}
