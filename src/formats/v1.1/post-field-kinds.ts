/** Defines the inputs and the kinds of fields of the v1.1 post object (post-fields.ts). */
import { type TSchema, Type } from 'typebox'
import { NO_COUNTS, type Post, type PostColumn } from '../../domain/posts/post.ts'
import type { ViewerMarks } from '../../domain/posts/read/viewer-marks.ts'
import type { Dated } from '../fields/day.ts'
import type { DerivedField, TableInputs, Usual } from '../fields/field.ts'
import type { MediaView } from './media.ts'
import type { PostBody } from './post-body.ts'
import { id, idText, nullable } from './scalars.ts'

/** The options of a request that affect the text of a post. */
export interface TextView extends MediaView {
  /** `compat` is the mode for old clients, with texts of at most 140 characters. */
  readonly mode: 'compat' | 'extended'
  readonly includeEntities: boolean
  readonly includeCardUri: boolean
}

/** The options of a request that are the same for all its posts. */
export interface PostRequest extends TextView {
  /** True to add the id of the viewer's own repost. */
  readonly includeMyRepost: boolean
}

/** The text of a post and its entities; for a repost, those of the original. */
export interface Said {
  /** The post that contains the text. */
  readonly post: Post
  readonly body: PostBody
  readonly isRepost: boolean
  readonly view: TextView
}

/** Inputs of the v1.1 post object. */
export interface PostInputs extends TableInputs {
  readonly request: PostRequest
  /** The fields of the post that do not depend on its text. */
  readonly frame: Post
  readonly said: Said
  /** Marks of the viewer, such as a like of the post; for a repost, marks on the original. */
  readonly viewer: ViewerMarks
}

type FrameField = DerivedField<PostInputs, 'frame'>
type SaidField = DerivedField<PostInputs, 'said'>

const SAMPLE_POST: Post = {
  ...{ id: 0n, authorId: 0n, createdAt: 0, initialId: 0n, latestId: 0n, inReplyToPostId: null },
  ...{ inReplyToUserId: null, quotedId: null, repostedId: null, conversationId: 0n },
  ...{ content: { text: '' }, geo: undefined, counts: NO_COUNTS, droppedAt: null, hiddenAt: null },
  withheldInCountries: [],
}

const SAMPLE_BODY: PostBody = {
  ...{ text: '', isTruncated: false, range: [0, 0] },
  ...{ hashtags: [], symbols: [], mentions: [], urls: [], media: [] },
}

const SAMPLE_SAID: Said = {
  post: SAMPLE_POST,
  body: SAMPLE_BODY,
  isRepost: false,
  view: { mode: 'compat', includeEntities: true, includeAltText: false, includeCardUri: false, origin: '' },
}

/** The condition under which {@link own} fields have default values. */
export function usualPost(when: (post: Post) => boolean): { readonly usual: Usual<Post> } {
  return { usual: { when, sample: SAMPLE_POST } }
}

/** The condition under which {@link said} fields have default values. */
export function usualWords(when: (said: Said) => boolean): { readonly usual: Usual<Said> } {
  return { usual: { when, sample: SAMPLE_SAID } }
}

/** A field that does not depend on the text of the post. @param more days and default values of the field */
export function own(
  name: string,
  stored: PostColumn,
  schema: TSchema,
  value: FrameField['value'],
  more: Dated & Pick<FrameField, 'usual'> = {},
): FrameField {
  return { name, from: 'frame', stored, schema, value, ...more }
}

/** A field that depends on the text of the post. */
export function said(
  name: string,
  stored: PostColumn,
  schema: TSchema,
  value: SaidField['value'],
  more: Dated & Pick<SaidField, 'usual'> = {},
): SaidField {
  return { name, from: 'said', stored, schema, value, ...more }
}

/** An id as a number and as `_str`; both fields are null if there is no id. */
export function ownTwins(
  name: string,
  stored: PostColumn,
  description: string,
  idIn: (post: Post) => bigint | null,
  more: Pick<FrameField, 'usual'>,
): readonly [FrameField, FrameField] {
  const text = (post: Post) => {
    const value = idIn(post)
    return value === null ? null : String(value)
  }
  return [
    own(name, stored, nullable(id(description)), idIn, more),
    own(`${name}_str`, stored, nullable(idText(description)), text, more),
  ]
}

/** A field that depends on the viewer. */
export function marked(
  name: string,
  schema: TSchema,
  value: DerivedField<PostInputs, 'viewer'>['value'],
): DerivedField<PostInputs, 'viewer'> {
  return { name, from: 'viewer', schema, value }
}

export const FLAG = Type.Boolean()
export const TEXT = Type.String()
