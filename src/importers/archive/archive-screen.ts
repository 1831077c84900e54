/**
 * Recognises private posts in every file of an archive that contains them (spec/archives.md#archive-files and
 * spec/archives.md#circle-posts). Posts to a Circle are also among the public posts in `tweets.js`.
 */
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import { idOf } from '../ids.ts'
import { exactFieldsOf, type Fields, fieldsOf, InvalidItem } from '../json-fields.ts'
import { FIRST_SNOWFLAKE } from '../posts/post-time.ts'
import { parseV11Date } from '../posts/v11-date.ts'

/** The time during which Circles existed, in milliseconds since the Unix epoch: `from` is included, `until` is not. */
export const CIRCLE_ERA = { from: Date.UTC(2022, 4, 1), until: Date.UTC(2023, 10, 1) } as const

/** Maximum nesting of posts inside posts. Archives have fewer levels. */
const NESTED_DEEPEST = 8

export class PostScreen {
  readonly #withheld: ReadonlySet<bigint>
  readonly #skipsCircleEra: boolean
  readonly #heldIds = new Set<bigint>()
  /** Number of imported posts from the time of Circles, not counting reposts. */
  ofCircleEra = 0

  /**
   * @param withheld ids of posts that the archive marks as private in other files
   * @param skipsCircleEra true to hold back all posts of {@link CIRCLE_ERA} except reposts
   */
  constructor(withheld: ReadonlySet<bigint>, skipsCircleEra: boolean) {
    this.#withheld = withheld
    this.#skipsCircleEra = skipsCircleEra
  }

  /** The ids of the posts that are held back. */
  get heldIds(): ReadonlySet<bigint> {
    return this.#heldIds
  }

  /** The ids of the posts that other files mark as private, as sorted texts. */
  get identity(): readonly string[] {
    return [...this.#withheld].map(String).toSorted()
  }

  /** True for a like of a private post; the like contains the text of the post. */
  holdsLike(text: string): boolean {
    const element = elementOf(text)
    const like = element?.['like'] ?? element
    return isFields(like) && idsOf(like).some((id) => this.#withheld.has(id))
  }

  /** True for an element that is private, or that cannot be recognised as public. */
  holdsPost(text: string): boolean {
    const element = elementOf(text)
    // An invalid element with a private id counts as private; otherwise the reject file would show its beginning.
    if (element === undefined) return this.#withheld.size > 0 && this.#namesWithheld(text)
    const post = postOf(element)
    if (post === undefined) return true
    const ids = idsOf(post)
    const isCircleEra = isOfCircleEra(post, ids[0])
    if (this.#isPrivate(element) || this.#isPrivate(post) || (isCircleEra && this.#skipsCircleEra)) {
      for (const id of ids.slice(0, 1)) this.#heldIds.add(id)
      return true
    }
    if (isCircleEra) this.ofCircleEra += 1
    return false
  }

  #isPrivate(post: Fields, depth = 0): boolean {
    if (depth > NESTED_DEEPEST || isDeleted(post) || !isForEverybody(post)) return true
    if ([...idsOf(post), ...versionsOf(post)].some((id) => this.#withheld.has(id))) return true
    return ['retweeted_status', 'quoted_status'].some((name) => {
      const inner = post[name]
      return isFields(inner) && this.#isPrivate(inner, depth + 1)
    })
  }

  #namesWithheld(text: string): boolean {
    return (text.match(/\d+/g) ?? []).some(
      (digits) => digits.length < 30 && this.#withheld.has(BigInt(digits)),
    )
  }
}

/** Matches a number outside quotes that may be beyond 2^53. */
const LARGE_NUMBER = /[:[,]\s*\d{16}/

/** The object of an element, with exact numbers; undefined for invalid JSON. */
export function elementOf(text: string): Fields | undefined {
  try {
    const fields = fieldsOf(text)
    return LARGE_NUMBER.test(text) ? exactFieldsOf(text) : fields
  } catch (error) {
    if (error instanceof InvalidItem) return undefined
    throw error
  }
}

/** The post in an element. Undefined if the only field of the element contains an object of another kind. */
export function postOf(element: Fields): Fields | undefined {
  const { tweet } = element
  if (isFields(tweet)) return tweet
  const values = Object.values(element)
  return values.length === 1 && isFields(values[0]) ? undefined : element
}

/** The ids of a post or of a post header, which are numbers or texts. */
export function idsOf(post: Fields): readonly bigint[] {
  return ['id_str', 'id', 'tweet_id', 'tweetId', 'noteTweetId'].flatMap((name) => idIn(post[name]))
}

/** The recorded ids of all versions of a post. Each version has the private text or an earlier form of the text. */
export function versionsOf(post: Fields): readonly bigint[] {
  const info = post['edit_info']
  if (!isFields(info)) return []
  const edit = isFields(info['edit']) ? info['edit'] : {}
  const controls = [info['initial'], edit['editControlInitial'], edit['edit_control_initial']]
  return [
    ...idIn(edit['initialTweetId']),
    ...controls.flatMap((control) => {
      const ids = isFields(control) ? control['editTweetIds'] : undefined
      return Array.isArray(ids) ? ids.flatMap(idIn) : []
    }),
  ]
}

function idIn(value: unknown): readonly bigint[] {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return []
  const digits = String(value).trim()
  const id = /^\d{1,30}$/.test(digits) ? idOf(String(BigInt(digits))) : undefined
  return id === undefined ? [] : [id]
}

/** True for a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDeleted(post: Fields): boolean {
  const at = post['deleted_at']
  return at !== undefined && at !== null
}

/**
 * True for a post that everybody may see. False if `scopes` limits the post to followers, or has an unknown
 * form. The field alone does not make a post private, because posts to communities have it too.
 */
function isForEverybody({ scopes }: Fields): boolean {
  if (scopes === undefined || scopes === null) return true
  if (!isFields(scopes)) return false
  const { followers = null } = scopes
  return followers === null || followers === false || followers === 'false'
}

function isOfCircleEra(post: Fields, id: bigint | undefined): boolean {
  const text = post['full_text'] ?? post['text']
  if (isFields(post['retweeted_status']) || (typeof text === 'string' && text.startsWith('RT @')))
    return false
  const date = post['created_at']
  const ofDate = typeof date === 'string' ? parseV11Date(date) : undefined
  const ofId = id === undefined || id < FIRST_SNOWFLAKE ? undefined : snowflakeTime(id)
  return [ofDate, ofId].some(
    (time) => time !== undefined && time >= CIRCLE_ERA.from && time < CIRCLE_ERA.until,
  )
}
