/** POST and DELETE 2/media/subtitles: the subtitles of a video (spec/v2-messages-and-media.md#subtitles). */
import { Type } from 'typebox'
import {
  addSubtitles,
  MAX_SUBTITLES,
  removeSubtitles,
  type Subtitles,
} from '../../../domain/media/subtitles.ts'
import type { Sent } from '../../../http/form.ts'
import type { JsonValue } from '../../../lib/json.ts'
import { defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { dataAnswer } from '../../_v2/data-answer.ts'
import { type BodyPart, readBody } from '../../_v2/json-body.ts'
import { UPLOAD_PROBLEMS, uploading } from '../../_v2/media/upload-problem.ts'
import { UPLOAD_SCOPES } from '../../_v2/media/upload-windows.ts'
import { ID_PATTERN, ValidationErrors } from '../../_v2/validation-errors.ts'

/** Language codes such as EN, pt-BR and zh-Hant-TW. */
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/
const MAX_NAME_LENGTH = 100
const CATEGORIES = ['TweetVideo', 'AmplifyVideo', 'tweet_video', 'amplify_video'] as const

const ID = Type.String({ pattern: ID_PATTERN.source })
const CATEGORY = Type.Union(CATEGORIES.map((name) => Type.Literal(name)))
const NAMED = Type.Object(
  {
    id: Type.String({ pattern: ID_PATTERN.source, description: 'The upload of the file.' }),
    language_code: Type.String({ pattern: LANGUAGE.source }),
    display_name: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH })),
  },
  { title: 'V2Subtitles' },
)

const ADDED = Type.Object(
  { id: ID, media_category: Type.Optional(CATEGORY), subtitles: Type.Union([NAMED, Type.Array(NAMED)]) },
  { title: 'V2NewSubtitles' },
)

const REMOVED = Type.Object(
  {
    id: ID,
    media_category: Type.Optional(CATEGORY),
    language_code: Type.Optional(Type.String({ description: 'One of this and `subtitles` must be sent.' })),
    subtitles: Type.Optional(Type.Array(Type.Object({ language_code: Type.String() }))),
  },
  { title: 'V2RemovedSubtitles' },
)

const ASSOCIATED = Type.Object(
  {
    data: Type.Object({
      id: Type.String(),
      media_category: Type.Optional(Type.String()),
      associated_subtitles: Type.Array(NAMED),
    }),
  },
  { title: 'V2AssociatedSubtitles' },
)

const DELETED = Type.Object(
  { data: Type.Object({ deleted: Type.Boolean() }) },
  { title: 'V2DeletedSubtitles' },
)

const COMMON = {
  paths: ['/2/media/subtitles'],
  auth: ['user'],
  scopes: UPLOAD_SCOPES,
  writes: true,
  window: { user: 500, app: 0 },
  params: {},
  errors: UPLOAD_PROBLEMS,
} as const

export const v2AddSubtitles = defineEndpoint({
  ...COMMON,
  method: 'POST',
  summary: 'Associates subtitles with a video. The subtitles are stored, but no response shows them.',
  body: { kind: 'json', schema: ADDED },
  answers: [{ schema: ASSOCIATED }],
  async handle({ caller, services, sent, json }) {
    requireNoParameters(sent)
    const { mediaId, category, subtitles } = readBody(json, ['id', 'media_category', 'subtitles'], (body) => {
      body.requireOneOf(['subtitles'])
      return { ...videoIn(body), subtitles: subtitlesIn(body, json) }
    })
    await requireEnrolment(services, '2', caller.app.id)
    await uploading(() => addSubtitles(services, { ownerId: caller.user.id, mediaId }, subtitles))
    const named = category === undefined ? {} : { media_category: category }
    return dataAnswer({
      id: String(mediaId),
      ...named,
      associated_subtitles: subtitles.map((each) => ({ ...each })),
    })
  },
})

export const v2RemoveSubtitles = defineEndpoint({
  ...COMMON,
  method: 'DELETE',
  summary: 'Removes subtitles from a video, by their languages.',
  body: { kind: 'json', schema: REMOVED },
  answers: [{ schema: DELETED }],
  async handle({ caller, services, sent, json }) {
    requireNoParameters(sent)
    const names = ['id', 'media_category', 'language_code', 'subtitles']
    const { mediaId, languages } = readBody(json, names, (body) => {
      body.requireOneOf(['language_code', 'subtitles'])
      const parts = body.parts('subtitles', ['language_code'], MAX_SUBTITLES)
      const codes = [...(body.has('language_code') ? [body] : []), ...parts].map(languageIn)
      return { ...videoIn(body), languages: codes }
    })
    await requireEnrolment(services, '2', caller.app.id)
    await uploading(() => removeSubtitles(services, { ownerId: caller.user.id, mediaId }, languages))
    return dataAnswer({ deleted: true })
  },
})

function requireNoParameters(sent: Sent): void {
  const errors = new ValidationErrors(sent)
  errors.addUnknown([])
  errors.throwIfAny()
}

function videoIn(body: BodyPart) {
  return { mediaId: body.requiredId('id'), category: body.choice('media_category', CATEGORIES) }
}

/**
 * The subtitles of a body, which may be one object or a list. The vendor's API document has one object, and the
 * vendor's pages have a list.
 */
function subtitlesIn(body: BodyPart, json: JsonValue): readonly Subtitles[] {
  const names = ['id', 'language_code', 'display_name']
  const isList = Array.isArray((json as { subtitles?: unknown } | null)?.subtitles)
  const parts = isList ? body.parts('subtitles', names, MAX_SUBTITLES) : [body.part('subtitles', names)]
  return parts.flatMap((part) => {
    if (part === undefined) return []
    const display_name = part.text('display_name') ?? ''
    if ([...display_name].length > MAX_NAME_LENGTH) part.addError('display_name', 'is too long')
    return [{ id: String(part.requiredId('id')), language_code: languageIn(part), display_name }]
  })
}

function languageIn(part: BodyPart): string {
  const code = part.text('language_code') ?? ''
  if (!LANGUAGE.test(code)) part.addError('language_code', `does not match ${LANGUAGE.source}`)
  return code.toUpperCase()
}
