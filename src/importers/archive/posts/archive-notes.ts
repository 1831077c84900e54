/**
 * Reads the long texts of a personal archive, which the archive calls notes. `tweets.js` has only the beginning of such
 * a text. `note-tweet.js` has the whole text, but not the id of the post (spec/archives.md#notes).
 */
import { snowflakeTime } from '../../../lib/ids/snowflake.ts'
import { codePointLength, escapeText, unescapeText } from '../../../text/index-units.ts'
import { idIn, validIdIn } from '../../id-fields.ts'
import { type Fields, InvalidItem, objectIn, textIn } from '../../json-fields.ts'
import { FIRST_SNOWFLAKE } from '../../posts/post-time.ts'
import { MAX_POST_LINE_BYTES } from '../../posts/posts.ts'
import { untilFault } from '../archive-element.ts'
import { innerOf } from '../archive-owner.ts'
import type { ArchivePart } from '../archive-part.ts'
import { elementOf, isFields } from '../archive-screen.ts'
import type { ArchiveTally } from '../archive-tally.ts'

/**
 * A note is older than its post by less than this number of milliseconds. The measured differences are 13 to
 * 41 ms.
 */
const MAX_LEAD_MS = 2_000

interface ArchiveNote {
  readonly id: bigint
  /** The time that the id of the note contains, in milliseconds since the Unix epoch. */
  readonly time: number
  readonly core: Fields
  /** The whole text, without HTML escapes. */
  readonly text: string
  /** The text for comparisons, in which a constant replaces each link. */
  readonly compared: string
}

/** The notes of an archive. They are kept in memory, because a person has few notes. */
export class ArchiveNotes {
  /** The notes, in order of time. */
  readonly #notes: readonly ArchiveNote[]
  readonly #joined = new Set<bigint>()
  readonly #count: number

  /** True if some notes could not be read. */
  readonly #isCut: boolean

  /**
   * @param elements texts of the elements of `note-tweet.js`; invalid elements are never joined to a post
   * @param isCut true if the file has more elements that could not be read
   */
  constructor(elements: Iterable<string>, isCut = false) {
    this.#isCut = isCut
    const notes = new Map<bigint, ArchiveNote>()
    let invalid = 0
    for (const element of elements) {
      const note = noteIn(element)
      if (note === undefined) invalid += 1
      else notes.set(note.id, note)
    }
    this.#count = notes.size + invalid
    this.#notes = [...notes.values()].toSorted((a, b) => a.time - b.time)
  }

  /** True if there are no valid notes. */
  get isEmpty(): boolean {
    return this.#notes.length === 0
  }

  /** Number of notes that belong to none of the posts that were passed to {@link withNote}. */
  get unjoined(): number {
    return this.#count - this.#joined.size
  }

  /**
   * The post with the text and the entities of its note; the same object if it has no note. If the note of a post may
   * be unreadable, the post is marked as truncated, so that a later import replaces it (decision 0164).
   * @param post a v1.1 object
   */
  withNote(post: Fields): Fields {
    const note = this.#noteOf(post)
    if (note === undefined) return this.#isCut && isCutText(post) ? { ...post, truncated: true } : post
    this.#joined.add(note.id)
    const { display_text_range: _, text: __, truncated: ___, ...others } = post
    const entities = objectOf(post['entities'])
    return {
      ...others,
      full_text: escapeText(note.text) + mediaLinkOf(post, note.text),
      entities: { ...entities, ...entitiesOf(note, objectsOf(entities['user_mentions'])) },
    }
  }

  #noteOf(post: Fields): ArchiveNote | undefined {
    if (this.isEmpty) return undefined
    const id = validIdIn(post, 'id')
    const text = post['full_text'] ?? post['text']
    if (id === undefined || id < FIRST_SNOWFLAKE || typeof text !== 'string') return undefined
    const time = snowflakeTime(id)
    const beginnings = beginningsOf(text)
    let found: ArchiveNote | undefined
    for (let at = this.#firstAfter(time - MAX_LEAD_MS); at < this.#notes.length; at++) {
      const note = this.#notes[at]
      if (note === undefined || note.time > time) break
      // If several notes fit, the note that is nearest in time is used.
      if (beginnings.some((beginning) => note.compared.startsWith(beginning))) found = note
    }
    return found
  }

  /** Index of the first note that is later than a time. */
  #firstAfter(time: number): number {
    let [low, high] = [0, this.#notes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#notes[middle]?.time ?? 0) > time) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Reads the notes of an archive. @param tally receives the names of unreadable files */
export async function notesIn(
  parts: readonly ArchivePart[],
  tally: Pick<ArchiveTally, 'fault'>,
): Promise<ArchiveNotes> {
  const elements: string[] = []
  let isCut = false
  const noted: Pick<ArchiveTally, 'fault'> = {
    fault(part, error) {
      isCut = true
      tally.fault(part, error)
    },
  }
  for (const part of parts.filter(({ treatment }) => treatment === 'notes')) {
    for await (const lines of untilFault(part, noted, { longest: MAX_POST_LINE_BYTES })) {
      elements.push(...lines.map(({ text }) => text))
    }
  }
  return new ArchiveNotes(elements, isCut)
}

function noteIn(element: string): ArchiveNote | undefined {
  try {
    const fields = elementOf(element)
    const note = fields && innerOf(fields, 'noteTweet')
    const core = note && objectIn(note, 'core')
    const id = note && idIn(note, 'noteTweetId')
    const text = core && textIn(core, 'text')
    if (core === undefined || id === undefined || id < FIRST_SNOWFLAKE || !text) return undefined
    return { id, time: snowflakeTime(id), core, text, compared: withEqualLinks(text) }
  } catch (error) {
    if (error instanceof InvalidItem) return undefined
    throw error
  }
}

const LINK = /https?:\/\/t\.co\/\w*/g
/**
 * Matches the ellipsis of a truncated text, or a link after the ellipsis. The link leads to the whole post or to media.
 */
const END = /(?:\s*…|\s+https?:\/\/t\.co\/\w*)$/
const MENTIONS = /^(?:@\w+\s+)+/
const ONE_MENTION = /^@\w+\s+/

/** Matches the end of the text of a post that has a note: the ellipsis, and links after the ellipsis. */
const CUT_END = /…(?:\s*https?:\/\/t\.co\/\w*)*\s*$/
const REPOST = /^RT @/

function isCutText(post: Fields): boolean {
  const text = post['full_text'] ?? post['text']
  return typeof text === 'string' && CUT_END.test(text) && !REPOST.test(text)
}

/**
 * Texts with which the note of a post may begin: the text of the post, with and without the mentions of the answered
 * users.
 */
function beginningsOf(text: string): readonly string[] {
  let shown = unescapeText(text).trimEnd()
  for (let cut = shown.replace(END, ''); cut !== shown; cut = shown.replace(END, '')) shown = cut
  const forms = [shown, shown.replace(ONE_MENTION, ''), shown.replace(MENTIONS, '')]
  return [...new Set(forms.map(withEqualLinks))].filter((form) => form.trim() !== '')
}

/**
 * The text with one constant in place of every link, because the truncated post and its note have different short
 * links.
 */
function withEqualLinks(text: string): string {
  return text.replace(LINK, 'https://t.co/')
}

/** The link to the media of a post. The note does not contain this link. */
function mediaLinkOf(post: Fields, text: string): string {
  const lists = [post['extended_entities'], post['entities']].map(objectOf)
  const [url] = lists.flatMap(({ media }) => objectsOf(media).map((medium) => medium['url']))
  return typeof url !== 'string' || text.includes(url) ? '' : ` ${url}`
}

/**
 * Entities in the v1.1 format, with indices of the escaped text.
 * @param recorded mentions in the truncated text; they have user ids
 */
function entitiesOf({ core, text }: ArchiveNote, recorded: readonly Fields[]): Fields {
  const points = [...text]
  const index = (value: unknown) => codePointLength(escapeText(points.slice(0, Number(value)).join('')))
  const indices = ({ fromIndex, toIndex }: Fields) =>
    fromIndex === undefined || toIndex === undefined ? {} : { indices: [index(fromIndex), index(toIndex)] }
  const tagsOf = (name: string) =>
    objectsOf(core[name]).map((tag) => ({ text: tag['text'], ...indices(tag) }))
  const ids = new Map(recorded.map((user) => [String(user['screen_name']).toLowerCase(), user]))
  return {
    hashtags: tagsOf('hashtags'),
    symbols: tagsOf('cashtags'),
    urls: objectsOf(core['urls']).map((link) => ({
      url: link['shortUrl'],
      expanded_url: link['expandedUrl'],
      display_url: link['displayUrl'],
      ...indices(link),
    })),
    user_mentions: objectsOf(core['mentions']).flatMap((mention) => {
      const user = ids.get(String(mention['screenName']).toLowerCase())
      if (user === undefined) return []
      const { indices: _, ...named } = user
      return [{ ...named, ...indices(mention) }]
    }),
  }
}

function objectOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function objectsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}
