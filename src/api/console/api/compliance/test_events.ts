/**
 * POST /console/api/compliance/test_events: a test event of the compliance stream (spec/compliance-stream.md#events).
 */
import { Type } from 'typebox'
import { sendTestEvent } from '../../../../domain/console/send-test-event.ts'
import { consoleBody } from '../../_body.ts'
import { requireOwnStream } from '../../_compliance/own-streams.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'

const BODY = consoleBody(Type.Object({ partition: Type.Integer({ minimum: 1, maximum: 8 }) }))

export const sendComplianceTest = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/compliance/test_events'],
  summary:
    'Sends a test event, the deletion of a post that never existed, to a partition of the compliance stream.',
  params: {},
  body: BODY.spec,
  answers: [
    {
      status: 201,
      schema: Type.Object({
        partition: Type.Integer(),
        post_id: Type.String({ description: 'A new, unused id.' }),
        user_id: Type.String({ description: 'A new, unused id.' }),
        at: Type.Integer({ description: 'Unix milliseconds.' }),
      }),
    },
  ],
  errors: ['field-invalid', 'stream-not-found'],
  async handle({ services, caller, json }) {
    const { partition } = BODY.read(json)
    await requireOwnStream(services, caller)
    const { postId, userId, at } = await sendTestEvent(services, {
      accountName: caller.accountName,
      partition,
    })
    return jsonAnswer({ partition, post_id: postId, user_id: userId, at }, { status: 201 })
  },
})
