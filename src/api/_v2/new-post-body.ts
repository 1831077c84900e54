/** Parses the body of a new post, or of a new version, in API v2; all its errors are reported together. */
import { Type } from 'typebox'
import { isJsonObject } from '../../http/json.ts'
import type { JsonObject, JsonValue } from '../../lib/json.ts'
import { type ParameterError, Problem } from '../_problems.ts'
import { idIn } from '../1.1/_id.ts'
import { ID_PATTERN } from './validation-errors.ts'

const ID = Type.String({ pattern: ID_PATTERN.source })
const MAX_EXCLUDED = 100
const MAX_MEDIA = 4

/** Schema for the API document. */
export const NEW_POST = Type.Object(
  {
    text: Type.Optional(Type.String({ description: 'Weighted length of up to 280; optional with media.' })),
    edit_options: Type.Optional(
      Type.Object(
        {
          previous_post_id: Type.Optional(ID),
          previous_tweet_id: Type.Optional(ID),
        },
        {
          description: 'Post of the user to edit: the text becomes its new version. Both names are accepted.',
        },
      ),
    ),
    reply: Type.Optional(
      Type.Object({
        in_reply_to_tweet_id: ID,
        exclude_reply_user_ids: Type.Optional(Type.Array(ID, { maxItems: MAX_EXCLUDED })),
      }),
    ),
    quote_tweet_id: Type.Optional(ID),
    media: Type.Optional(Type.Object({ media_ids: Type.Array(ID, { minItems: 1, maxItems: MAX_MEDIA }) })),
  },
  { title: 'V2NewPost' },
)

/** A parsed body. */
export interface NewPost {
  /** Empty when it was not sent. */
  readonly text: string
  /** The version in whose place the text is written; undefined for a post of its own. */
  readonly previousId: bigint | undefined
  readonly inReplyToId: bigint | undefined
  readonly excludeReplyUserIds: readonly bigint[]
  readonly quoteId: bigint | undefined
  readonly mediaIds: readonly bigint[]
}

/** @throws {Problem} `invalidRequest` with every fault */
export function readNewPost(json: JsonValue | undefined): NewPost {
  const errors: ParameterError[] = []
  const body = new Part(json, '', ['text', 'edit_options', 'reply', 'quote_tweet_id', 'media'], errors)
  const edit = body.part('edit_options', ['previous_post_id', 'previous_tweet_id'])
  const reply = body.part('reply', ['in_reply_to_tweet_id', 'exclude_reply_user_ids'])
  const media = body.part('media', ['media_ids'])
  const older = edit?.id('previous_tweet_id')
  const newPost = {
    text: body.text('text') ?? '',
    previousId: edit?.id('previous_post_id') ?? older,
    inReplyToId: reply?.id('in_reply_to_tweet_id'),
    excludeReplyUserIds: reply?.ids('exclude_reply_user_ids', MAX_EXCLUDED) ?? [],
    quoteId: body.id('quote_tweet_id'),
    mediaIds: media?.ids('media_ids', MAX_MEDIA) ?? [],
  }
  if (edit !== undefined) {
    edit.requireOneOf(['previous_post_id', 'previous_tweet_id'])
    body.refuse(['reply', 'quote_tweet_id', 'media'], 'is what it was of a post that is edited')
  }
  reply?.requireOneOf(['in_reply_to_tweet_id'])
  media?.requireOneOf(['media_ids'])
  if (errors.length > 0) throw new Problem('invalidRequest', undefined, errors)
  return newPost
}

/** One object of the body. `null` counts as left out: some clients write every field. */
class Part {
  readonly #fields: JsonObject
  readonly #prefix: string
  readonly #errors: ParameterError[]

  /** Notes what is no object, and every field that is none of `names`. */
  constructor(
    value: JsonValue | undefined,
    path: string,
    names: readonly string[],
    errors: ParameterError[],
  ) {
    this.#fields = isJsonObject(value) ? value : {}
    this.#prefix = path === '' ? '' : `${path}.`
    this.#errors = errors
    if (!isJsonObject(value)) errors.push(parameterErrorOf(path, undefined, 'must be an object'))
    const strangers = Object.keys(this.#fields).filter((name) => !names.includes(name))
    for (const name of strangers.slice(0, MAX_UNKNOWN_REPORTED))
      this.#add(name, `is not one of [${names.join(',')}]`)
  }

  text(name: string): string | undefined {
    const value = this.#value(name)
    if (value === undefined || typeof value === 'string') return value?.toWellFormed()
    this.#add(name, 'must be a text')
    return undefined
  }

  /** An id, as text or as a number: some clients send what they are given. */
  id(name: string): bigint | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    const id = idOf(value)
    if (id === undefined) this.#add(name, `does not match ${ID_PATTERN.source}`)
    return id
  }

  ids(name: string, max: number): readonly bigint[] {
    const value = this.#value(name)
    if (value === undefined) return []
    if (!Array.isArray(value) || value.length === 0 || value.length > max) {
      this.#add(name, `must be a list of 1 to ${max} ids`)
      return []
    }
    const ids = (value as readonly JsonValue[]).map(idOf)
    if (ids.includes(undefined)) this.#add(name, `must be ids that match ${ID_PATTERN.source}`)
    return ids.flatMap((id) => id ?? [])
  }

  /** A part of this one; undefined when it was not sent. */
  part(name: string, names: readonly string[]): Part | undefined {
    const value = this.#value(name)
    return value === undefined ? undefined : new Part(value, `${this.#prefix}${name}`, names, this.#errors)
  }

  /** Notes that none of these fields was sent. */
  requireOneOf(names: readonly [string, ...string[]]): void {
    if (names.every((name) => this.#value(name) === undefined)) this.#add(names[0], 'can not be empty')
  }

  /** Notes those of these fields that were sent. */
  refuse(names: readonly string[], why: string): void {
    for (const name of names) if (this.#value(name) !== undefined) this.#add(name, why)
  }

  #value(name: string): JsonValue | undefined {
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined
  }

  #add(name: string, why: string): void {
    this.#errors.push(parameterErrorOf(`${this.#prefix}${name}`, this.#value(name), why))
  }
}

const MAX_UNKNOWN_REPORTED = 10
const MAX_SHOWN_LENGTH = 100

/** A fault of a field, with what was sent where that is a short text or number. */
function parameterErrorOf(path: string, value: JsonValue | undefined, why: string): ParameterError {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  const shown = isPlain && String(value).length <= MAX_SHOWN_LENGTH ? [String(value).toWellFormed()] : []
  return { parameters: { [path]: shown }, message: `${path === '' ? 'the body' : path}: ${why}` }
}

function idOf(value: JsonValue): bigint | undefined {
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  const text = isNumber ? String(value) : value
  return typeof text === 'string' && ID_PATTERN.test(text) ? idIn(text) : undefined
}
