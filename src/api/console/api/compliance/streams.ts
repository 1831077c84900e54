/** /console/api/compliance/streams: the compliance streams of the account (spec/console.md#enterprise-console). */
import { Type } from 'typebox'
import { createStream, removeStream } from '../../../../domain/console/stream.ts'
import { optionalText } from '../../../../http/params.ts'
import { consoleBody } from '../../_body.ts'
import { ownStreamBodies, requireAdmin, STREAM, streamBody } from '../../_compliance/own-streams.ts'
import { streamBase } from '../../_compliance/stream-base.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { ConsoleProblem } from '../../_problems.ts'

const NAME = consoleBody(
  Type.Object({
    publisher: Type.String({
      maxLength: 50,
      description: '1 to 50 letters, digits, hyphens and underscores.',
    }),
    label: Type.String({ maxLength: 50, description: '1 to 50 letters, digits, hyphens and underscores.' }),
  }),
)

export const listStreams = consoleEndpoint({
  paths: ['/console/api/compliance/streams'],
  summary: 'The compliance streams of the account, with the URL and a curl command for each partition.',
  params: {},
  answers: [
    {
      schema: Type.Object({
        streams: Type.Array(STREAM),
        can_change: Type.Boolean({ description: 'True for administrators of the account.' }),
      }),
    },
  ],
  async handle({ services, caller, outer }) {
    const streams = await ownStreamBodies(services, caller, outer)
    return jsonAnswer({ streams, can_change: caller.role === 'admin' })
  },
})

export const addStream = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/compliance/streams'],
  summary: 'Adds a compliance stream to the account, for its administrators.',
  params: {},
  body: NAME.spec,
  answers: [{ status: 201, schema: STREAM }],
  errors: ['field-invalid', 'not-allowed', 'stream-name-invalid', 'stream-exists'],
  async handle({ services, caller, outer, json }) {
    requireAdmin(caller)
    const name = { ...NAME.read(json), accountName: caller.accountName }
    if (!(await createStream(services, name))) throw new ConsoleProblem('stream-exists')
    const base = streamBase(services.streamAddress, outer)
    return jsonAnswer(streamBody(name, base, caller.email), { status: 201 })
  },
})

export const deleteStream = consoleEndpoint({
  method: 'DELETE',
  paths: ['/console/api/compliance/streams/:publisher/:label'],
  summary: 'Removes a compliance stream of the account; all connections of the account are closed.',
  params: {
    publisher: optionalText('Publisher of the stream.'),
    label: optionalText('Label of the stream.'),
  },
  answers: [DONE],
  errors: ['not-allowed', 'stream-not-found'],
  async handle({ services, caller, params }) {
    requireAdmin(caller)
    const { publisher = '', label = '' } = params
    const name = { accountName: caller.accountName, publisher, label }
    if (!(await removeStream(services, name))) throw new ConsoleProblem('stream-not-found')
    return doneAnswer()
  },
})
