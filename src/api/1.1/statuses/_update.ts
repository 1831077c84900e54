/** Parses the parameters of a new post in v1.1, and writes the post (spec/posts.md#update). */
import type { UserCaller } from '../../../auth/caller.ts'
import { Refusal } from '../../../domain/context.ts'
import type { Place } from '../../../domain/posts/content.ts'
import { findPlace } from '../../../domain/posts/places.ts'
import { writePost } from '../../../domain/posts/write/create-post.ts'
import type { Answer } from '../../../http/endpoint.ts'
import { boolean, optionalId, optionalText, type ParamValues } from '../../../http/params.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import { sourceOf } from '../../_post-source.ts'
import type { Services } from '../../_services.ts'
import { ownPostAnswer } from '../_answer-post.ts'
import { type DeclaredV11Error, V11Error } from '../_errors.ts'
import { idIn } from '../_id.ts'
import { postParams } from '../_posts.ts'

const FAIL_COMMANDS = {
  default: false,
  description: 'Refuse a text that begins with a command for a direct message.',
}

export const UPDATE_PARAMS = {
  status: optionalText('The text, with a weighted length of up to 280. Optional with media.'),
  in_reply_to_status_id: optionalId('The post that is answered; its author must be mentioned.'),
  auto_populate_reply_metadata: boolean({
    default: false,
    description: 'Put mentions of the users that the post replies to before the text.',
  }),
  exclude_reply_user_ids: optionalText('Ids of users to omit from these mentions, separated by commas.'),
  attachment_url: optionalText('URL of the post to quote, or link that starts a direct message.'),
  media_ids: optionalText('Uploads, separated by commas: up to four photos, or one GIF or video.'),
  possibly_sensitive: boolean({ default: false, description: 'Mark media as possibly sensitive.' }),
  lat: optionalText('Degrees north, with `long`.'),
  long: optionalText('Degrees east, with `lat`.'),
  display_coordinates: boolean({ default: true, description: 'Store the coordinates.' }),
  place_id: optionalText('Id of a place on this server; places come from imported posts.'),
  fail_dmcommands: boolean(FAIL_COMMANDS),
  fail_dm_commands: boolean(FAIL_COMMANDS),
  card_uri: optionalText('URI of a card to show with the post.'),
  ...postParams,
} as const

export const UPDATE_ERRORS = [
  'coordinatesInvalid',
  'parameterMissing:status',
  'parameterInvalid',
  'parameterInvalid:place_id',
  'parameterInvalid:status',
  'attachmentInvalid',
  'commandRefused',
  'postsTooMany',
  'postTooLong',
  'postDuplicate',
  'mediaMixed',
  'mediaInvalid',
  'mediaNotFound',
  'replyTargetUnseen',
  'replyNotAllowed',
  'attachmentsTooMany',
] as const satisfies readonly DeclaredV11Error[]

export interface UpdateCall {
  readonly caller: UserCaller
  readonly services: Services
  readonly outer: RequestContext
  readonly params: ParamValues<typeof UPDATE_PARAMS>
  /** Uploads from the body of this request. They come before the uploads of `media_ids`. */
  readonly ownMediaIds?: readonly bigint[]
}

/** Writes the post of a request. @throws {V11Error} @throws {Refusal} */
export async function updateStatus({
  caller,
  services,
  outer,
  params,
  ownMediaIds = [],
}: UpdateCall): Promise<Answer> {
  const place = params.place_id === undefined ? undefined : await placeOf(services, params.place_id)
  const { post, author } = await writePost(services, {
    authorId: caller.user.id,
    text: params.status ?? '',
    source: sourceOf(caller.app),
    inReplyToId: params.in_reply_to_status_id,
    autoPopulateReplyMetadata: params.auto_populate_reply_metadata,
    excludeReplyUserIds: termsIn(params.exclude_reply_user_ids).flatMap((term) => idIn(term) ?? []),
    attachmentUrl: params.attachment_url,
    mediaIds: [...ownMediaIds, ...termsIn(params.media_ids).map(mediaIdIn)],
    possiblySensitive: params.possibly_sensitive,
    lat: degreesIn(params.lat),
    long: degreesIn(params.long),
    displayCoordinates: params.display_coordinates,
    place,
    failDmCommands: params.fail_dmcommands || params.fail_dm_commands,
    cardUri: params.card_uri,
    day: outer.apiDate,
    hosts: outer.host === '' ? [] : [outer.host],
    isLimited: services.limits !== 'off',
  }).catch(aboutText)
  return ownPostAnswer(services, post, params, outer, author)
}

function termsIn(list: string | undefined): string[] {
  if (list === undefined) return []
  return list
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '')
}

/** The id of an upload. A text that is not an id is treated as an unknown upload. @throws {V11Error} 325 */
function mediaIdIn(term: string): bigint {
  const id = idIn(term)
  if (id === undefined) throw new V11Error('mediaNotFound')
  return id
}

/** The place with that id. @throws {V11Error} 44 for an unknown place */
async function placeOf({ store }: Services, id: string): Promise<Place> {
  const place = await findPlace(store, id)
  if (place === undefined) throw new V11Error('parameterInvalid', 'place_id')
  return place
}

function degreesIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!DEGREES.test(text)) throw new V11Error('coordinatesInvalid')
  return Number(text)
}

/** A decimal number in the forms that programs write, such as `1e-7`, `.5` and `1.`. */
const DEGREES = /^[+-]?(\d{1,3}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,3})?$/i

/** Rethrows an error. Errors about the text of the post name the parameter `status`. */
function aboutText(error: unknown): never {
  if (error instanceof Refusal && error.reason === 'post-empty') {
    throw new V11Error('parameterMissing', 'status')
  }
  if (error instanceof Refusal && error.reason === 'post-text-invalid') {
    throw new V11Error('parameterInvalid', 'status')
  }
  throw error
}
