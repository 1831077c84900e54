/** GET /console/api/operator/exports/file: the file that "aviary export" writes, as a download. */
import { Type } from 'typebox'
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { optionalBoolean, optionalText } from '../../../../../http/params.ts'
import { DONE, doneAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'

export const downloadExport = operatorEndpoint({
  paths: ['/console/api/operator/exports/file'],
  summary: 'Exports posts, users or follows.',
  params: {
    kind: optionalText('`posts`, `users` or `follows`.'),
    format: optionalText('A format of the kind; default: its first one.'),
    compression: optionalText('`none` (default), `gz` or `zst`.'),
    query: optionalText('For exports of posts: a rule of the filtered stream.'),
    since: optionalText('For exports of posts: a day, a time or a post id, inclusive.'),
    until: optionalText('For exports of posts: a day, a time or a post id, exclusive.'),
    author: optionalText('For exports of posts: a user, by screen name or id.'),
    check: optionalBoolean('True to check the values only; the answer is 204.'),
    include_protected: optionalBoolean('True for protected posts, and for follows between protected users.'),
    note_tweet: optionalBoolean('Of posts in `v2-flat`: true to add `note_tweet` to long posts.'),
  },
  answers: [{ description: 'The file.', type: 'application/octet-stream', schema: Type.String() }, DONE],
  errors: ['field-invalid', 'exports-too-many'],
  async handle({ services, caller, params }) {
    const { include_protected: includesProtected = false, check = false, ...rest } = params
    const { note_tweet: hasNotes = false, ...texts } = rest
    const { name, body } = await services.transfers.exports.prepare(
      { ...texts, includesProtected, hasNotes },
      caller.email,
    )
    if (check) return doneAnswer()
    const subject = { kind: 'export', key: params.kind ?? '', name } as const
    const details = { ...texts, include_protected: includesProtected, ...(hasNotes && { note_tweet: true }) }
    await noteAction(services, { action: 'export.download', subject, details: given(details) })
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
    }
    return { status: 200, body: undefined, stream: body, headers }
  },
})

function given(values: Readonly<Record<string, string | boolean | undefined>>) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
