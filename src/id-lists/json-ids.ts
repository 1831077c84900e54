/**
 * Finds the ids in a JSON value of a data set: the id of the object, and the ids of the posts inside it
 * (spec/file-recognition.md#recognition, spec/data-files.md#post-objects, spec/data-files.md#user-files,
 * spec/id-lists.md#accepted-forms). The format of a value is recognised by its content.
 */
import type { SentName } from '../formats/compliance/message-names.ts'
import { ID_NAMES, normalizedName } from './columns.ts'
import {
  type FieldId,
  type Fields,
  fieldsIn,
  isFields,
  isString,
  listIn,
  namedId,
  ownId,
  readIdValue,
  taggedId,
} from './json-fields.ts'
import { excerptOf, type IdSubject } from './parse-id.ts'

export interface FoundId {
  readonly id: bigint
  /**
   * Digits of the id if a spreadsheet or a program may have rounded it; undefined if the API wrote the id as a text.
   */
  readonly digits: string | undefined
  /**
   * True when the file says that the post or user was deleted. The check then looks for ids that are available again.
   */
  readonly wasDeleted: boolean
}

/** Ids and faults of a value; none for stream notices, pages of counts, and elements without posts or users. */
export interface FoundIds {
  readonly ids: readonly FoundId[]
  readonly faults: readonly string[]
}

/** Maximum nesting of posts and lists. */
const MAX_DEPTH = 8

/** Names of stream messages that contain no copies of posts or users. */
const NOTICES: Readonly<Record<SentName | OtherNotice, true>> = {
  delete: true,
  status_withheld: true,
  drop: true,
  undrop: true,
  tweet_edit: true,
  scrub_geo: true,
  user_delete: true,
  user_undelete: true,
  user_protect: true,
  user_unprotect: true,
  user_suspend: true,
  user_unsuspend: true,
  user_withheld: true,
  gap: true,
  position: true,
  limit: true,
  disconnect: true,
  warning: true,
  control: true,
  info: true,
  error: true,
  errors: true,
  friends: true,
  friends_str: true,
  event: true,
  direct_message: true,
}

/** Messages of streams other than the compliance stream, and messages about a connection. */
type OtherNotice =
  | 'position'
  | 'limit'
  | 'disconnect'
  | 'warning'
  | 'control'
  | 'info'
  | 'error'
  | 'errors'
  | 'friends'
  | 'friends_str'
  | 'event'
  | 'direct_message'

/** Elements of archives that have user ids, with the name of the id field. */
const ARCHIVE_USERS: Readonly<Record<string, string>> = {
  account: 'accountId',
  follower: 'accountId',
  following: 'accountId',
  blocking: 'accountId',
  muting: 'accountId',
}

/** Elements of archives that have no copies of posts or users. */
const ARCHIVE_OTHERS = new Set([
  ...[
    'noteTweet',
    'dmConversation',
    'profile',
    'screenNameChange',
    'verified',
    'protectedHistory',
    'userListInfo',
  ],
  ...[
    'moment',
    'fleet',
    'deviceToken',
    'ipAudit',
    'emailAddressChange',
    'phoneNumber',
    'ageInfo',
    'p13nData',
    'ad',
  ],
  ...[
    'adEngagement',
    'connectedApplication',
    'niDeviceResponse',
    'ssoInfo',
    'contact',
    'savedSearch',
    'article',
  ],
  ...['spacesMetadata', 'accountTimezone', 'accountCreationIp', 'communityNote', 'birdwatchNote'],
])

/**
 * The ids of a value that `readExactJson` returned.
 * @param isArchive true for an element in a file of a personal archive; elements with unknown names then have no ids
 */
export function idsInJson(value: unknown, subject: IdSubject, isArchive = false): FoundIds {
  const finder = new Finder(subject, isArchive)
  finder.value(value, 0)
  return finder
}

class Finder implements FoundIds {
  readonly ids: FoundId[] = []
  readonly faults: string[] = []
  readonly #subject: IdSubject
  readonly #isArchive: boolean

  constructor(subject: IdSubject, isArchive: boolean) {
    this.#subject = subject
    this.#isArchive = isArchive
  }

  value(value: unknown, depth: number): void {
    if (depth > MAX_DEPTH) this.faults.push('it is nested too deeply')
    else if (Array.isArray(value)) for (const inner of value) this.value(inner, depth + 1)
    else if (isFields(value)) this.#object(value, depth)
    else this.#bare(value)
  }

  #bare(value: unknown): void {
    const read = readIdValue(value, this.#subject)
    if (read === undefined) this.faults.push(`${excerptOf(String(value))} is not an id`)
    else this.#take({ parsed: read, isExact: false })
  }

  #object(fields: Fields, depth: number): void {
    const keys = Object.keys(fields).filter((key) => key !== 'timestamp_ms')
    const [only = ''] = keys
    const isPost = isString(fields['text']) || isString(fields['full_text'])
    if (isFields(fields['message']) && 'for_user' in fields) this.value(fields['message'], depth + 1)
    else if (keys.length === 1 && (Object.hasOwn(NOTICES, only) || isFields(fields[only])))
      this.#single(only, fields, depth)
    else if (keys.length === 0) this.faults.push('the object is empty')
    else if (fields['objectType'] === 'activity' || (isString(fields['verb']) && isFields(fields['actor']))) {
      this.#activity(fields, depth)
    } else if (isResult(fields)) this.#result(fields)
    else if (!isPost && this.#container(fields, depth)) return
    else if (isPost || isScraped(fields)) this.#post(fields, depth)
    else if (isUser(fields)) this.#user(fields)
    else this.#other(fields)
  }

  /** Reads an object with one key: a stream notice, an element of an archive, or a page. */
  #single(key: string, fields: Fields, depth: number): void {
    const inner = fieldsIn(fields, key)
    const idName = ARCHIVE_USERS[key]
    if (Object.hasOwn(NOTICES, key)) return
    if (key === 'tweet' && inner !== undefined) this.#post(inner, depth + 1)
    else if (key === 'like' && inner !== undefined) this.#liked(inner)
    else if (idName !== undefined && inner !== undefined) this.#onlyOf('users', ownId(inner, idName, 'users'))
    else if (!this.#isArchive && !ARCHIVE_OTHERS.has(key) && !this.#container(fields, depth))
      this.#other(fields)
  }

  /** Reads a page of posts or users, a stream message, or a whole archive. @returns false for another object */
  #container(fields: Fields, depth: number): boolean {
    const looked = fieldsIn(fields, 'id')
    if (looked !== undefined && !('$oid' in looked) && readIdValue(looked, this.#subject) === undefined) {
      // The body of a lookup with `map`; in this body, posts that were not found are null.
      for (const post of Object.values(looked)) if (post !== null) this.value(post, depth + 1)
      return true
    }
    const posts =
      listIn(fields, 'statuses') ?? listIn(fields, 'results') ?? listIn(fields, 'tweet_create_events')
    if (posts !== undefined) this.value(posts, depth)
    else if ('data' in fields || 'includes' in fields || isEmptyPage(fields)) this.#page(fields, depth)
    else if (Array.isArray(fields['ids']) && ('next_cursor' in fields || 'previous_cursor' in fields)) {
      this.#eachOnlyOf('users', listIn(fields, 'ids') ?? [])
    } else if (Array.isArray(fields['ids']) && 'checked' in fields) this.value(fields['ids'], depth)
    else if (Array.isArray(fields['users']) || Array.isArray(fields['tweets'])) this.#lists(fields, depth)
    else return false
    return true
  }

  /** Reads a page of API v2. */
  #page(fields: Fields, depth: number): void {
    const data = fields['data']
    if (data !== undefined && data !== null) this.value(data, depth + 1)
    const included = fieldsIn(fields, 'includes')
    const inner = included && (this.#subject === 'tweets' ? included['tweets'] : included['users'])
    if (Array.isArray(inner)) this.value(inner, depth + 1)
  }

  /** Reads an archive that is one object, or the lists of included users and posts of a page. */
  #lists(fields: Fields, depth: number): void {
    const isArchive = Array.isArray(fields['account'])
    const own = this.#subject === 'users' && Array.isArray(fields['users']) ? 'users' : 'tweets'
    const names = isArchive ? Object.keys(fields) : [own]
    const lists = names.flatMap((name) => (Array.isArray(fields[name]) ? [fields[name]] : []))
    if (lists.length === 0) this.faults.push(this.#otherSubject())
    for (const list of lists) {
      for (const element of list) {
        const isElement = isFields(element) && Object.keys(element).length === 1
        if (isElement && isArchive) this.#element(element, depth + 1)
        else if (!isArchive) this.value(element, depth + 1)
      }
    }
  }

  #element(element: Fields, depth: number): void {
    const [name = ''] = Object.keys(element)
    const isOwn = this.#subject === 'tweets' ? name === 'tweet' || name === 'like' : name in ARCHIVE_USERS
    if (isOwn) this.#single(name, element, depth)
  }

  /** Reads a post of any API version, and the posts inside it. */
  #post(fields: Fields, depth: number): void {
    if (depth > MAX_DEPTH) return void this.faults.push('it is nested too deeply')
    if (this.#subject === 'tweets') this.#take(ownId(fields, 'id', 'tweets') ?? namedId(fields, 'tweets'))
    else this.#take(authorOf(fields))
    for (const name of ['retweeted_status', 'quoted_status', 'retweetedTweet', 'quotedTweet']) {
      const inner = fieldsIn(fields, name)
      if (inner !== undefined && Object.keys(inner).length > 0) this.#inner(inner, depth + 1)
    }
    if (this.#subject === 'tweets' && !isFields(fields['quoted_status'])) this.#quoted(fields)
    for (const reference of listIn(fields, 'referenced_tweets') ?? []) {
      if (isFields(reference)) this.#referenced(reference)
    }
  }

  /**
   * Reads a post inside another post, if the inner post has the id that is looked for: its own id, or for
   * users the id of its author.
   */
  #inner(fields: Fields, depth: number): void {
    const hasAuthor = authorOf(fields) !== undefined
    const hasId = (ownId(fields, 'id', 'tweets') ?? namedId(fields, 'tweets')) !== undefined
    if (this.#subject === 'tweets' ? hasId : hasAuthor) this.#post(fields, depth)
  }

  #quoted(fields: Fields): void {
    const quoted = ownId(fields, 'quoted_status_id', 'tweets')
    if (quoted !== undefined && quoted.parsed.fault === undefined) this.#take(quoted)
  }

  /**
   * Reads a reference to another post. Reposts and quotes contain text of the other post. A reply contains text of the
   * other post only if that post was inserted.
   */
  #referenced(reference: Fields): void {
    const isCopied = reference['type'] !== 'replied_to' || isString(reference['text'])
    if (!isCopied) return
    const read = this.#subject === 'tweets' ? ownId(reference, 'id', 'tweets') : authorOf(reference)
    if (read !== undefined) this.#take(read)
  }

  /** Reads a Gnip activity. A repost contains its complete original. */
  #activity(fields: Fields, depth: number): void {
    if (fields['verb'] === 'delete') return
    const isTweets = this.#subject === 'tweets'
    this.#take(isTweets ? taggedId(fields['id']) : taggedId(fieldsIn(fields, 'actor')?.['id']))
    const object = fields['verb'] === 'share' ? fieldsIn(fields, 'object') : undefined
    for (const inner of [object, fieldsIn(fields, 'twitter_quoted_status')]) {
      if (inner === undefined) continue
      if (depth >= MAX_DEPTH) this.faults.push('it is nested too deeply')
      else this.#activity(inner, depth + 1)
    }
  }

  #user(fields: Fields): void {
    this.#onlyOf('users', ownId(fields, 'id', 'users') ?? namedId(fields, 'users'))
  }

  #liked(fields: Fields): void {
    if (this.#subject === 'tweets') this.#take(ownId(fields, 'tweetId', 'tweets'))
  }

  /** Reads a line of the results of a compliance job, or of a report of `compliance check`. */
  #result(fields: Fields): void {
    const { action } = fields
    this.#take(ownId(fields, 'id', this.#subject), action === 'delete')
  }

  #other(fields: Fields): void {
    // Pages of counts contain no ids.
    if ('start' in fields && 'end' in fields && 'tweet_count' in fields) return
    const lists = idLists(fields, this.#subject)
    if (lists.length === 0) this.#take(namedId(fields, this.#subject))
    for (const id of lists.flat()) this.#bare(id)
  }

  #eachOnlyOf(subject: IdSubject, values: readonly unknown[]): void {
    for (const value of values) {
      const read = readIdValue(value, subject)
      this.#onlyOf(subject, read && { parsed: read, isExact: false })
    }
  }

  #onlyOf(subject: IdSubject, own: FieldId | undefined): void {
    if (subject === this.#subject) this.#take(own)
    else if (!this.#isArchive) this.faults.push(this.#otherSubject())
  }

  #otherSubject(): string {
    return this.#subject === 'tweets'
      ? 'it is a user, not a post; check users separately (type users)'
      : 'it is a post, not a user; check posts separately (type tweets)'
  }

  #take(own: FieldId | undefined, wasDeleted = false): void {
    if (own === undefined) {
      const noun = this.#subject === 'tweets' ? 'a post' : 'a user or an author'
      this.faults.push(`there is no id of ${noun} in it`)
    } else if (own.parsed.fault !== undefined) this.faults.push(own.parsed.fault)
    else {
      const { id, digits } = own.parsed
      this.ids.push({ id, digits: own.isExact ? undefined : digits, wasDeleted })
    }
  }
}

/** The lists of ids in fields with known names. */
function idLists(fields: Fields, subject: IdSubject): readonly (readonly unknown[])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value) && ID_NAMES[subject].includes(normalizedName(name)) ? [value] : [],
  )
}

function isResult(fields: Fields): boolean {
  return isString(fields['action']) && isString(fields['reason']) && 'id' in fields && !('text' in fields)
}

/** True for a post of snscrape or twint, and for a table row that is an object. */
function isScraped(fields: Fields): boolean {
  const type = fields['_type']
  if (isString(type) && type.startsWith('snscrape.')) return 'user' in fields || 'rawContent' in fields
  return ['rawContent', 'content', 'tweet'].some((name) => isString(fields[name])) || isV2WithoutText(fields)
}

/** True for a v2 post without text; it has an id and a few other fields. */
function isV2WithoutText(fields: Fields): boolean {
  return (
    'edit_history_tweet_ids' in fields ||
    ('author_id' in fields && 'id' in fields) ||
    'conversation_id' in fields
  )
}

function isUser(fields: Fields): boolean {
  return 'screen_name' in fields || ('username' in fields && 'id' in fields) || 'followersCount' in fields
}

/** True for a response page without data. */
function isEmptyPage(fields: Fields): boolean {
  return Array.isArray(fields['errors']) || (isFields(fields['meta']) && !('id' in fields))
}

/** The id of the author of a post in any format. */
function authorOf(fields: Fields): FieldId | undefined {
  const user = fieldsIn(fields, 'user') ?? fieldsIn(fields, 'author')
  const nested = user && ownId(user, 'id', 'users')
  if (nested !== undefined) return nested
  const actor = fieldsIn(fields, 'actor')
  if (actor !== undefined) return taggedId(actor['id'])
  for (const name of ['author_id', 'user_id', 'from_user_id']) {
    const read = ownId(fields, name, 'users')
    if (read !== undefined) return read
  }
  return undefined
}
