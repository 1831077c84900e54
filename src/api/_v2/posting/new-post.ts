/** POST 2/tweets: writes a post of the user, or a new version of a post. */
import { Type } from 'typebox'
import type { Post } from '../../../domain/posts/post.ts'
import { versionIdsOf } from '../../../formats/v2/members/edits.ts'
import type { Answer } from '../../../http/endpoint.ts'
import { escapeText } from '../../../text/index-units.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { POSTING_BUDGET } from '../../1.1/statuses/_posting.ts'
import { ValidationErrors } from '../validation-errors.ts'
import { NEW_POST, readNewPost } from './new-post-body.ts'
import { writePost } from './write-post.ts'

const WRITTEN = Type.Object(
  {
    data: Type.Object({
      id: Type.String(),
      text: Type.String(),
      edit_history_tweet_ids: Type.Array(Type.String(), {
        description: 'Ids of all versions, oldest first.',
      }),
    }),
  },
  { title: 'V2WrittenPost' },
)

export function writePosts(path: string): ApiEndpoint {
  return defineEndpoint({
    method: 'POST',
    paths: [path],
    summary: 'Creates a post, reply or quote, or edits a post of the user within 30 minutes.',
    auth: ['user'],
    scopes: ['tweet.write'],
    writes: true,
    window: { user: 200, app: 0, further: [POSTING_BUDGET] },
    params: {},
    body: { kind: 'json', schema: NEW_POST },
    answers: [{ status: 201, schema: WRITTEN }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden'), problemEntry('forbidden')],
    async handle({ caller, services, sent, json, outer }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown([])
      errors.throwIfAny()
      const asked = readNewPost(json)
      await requireEnrolment(services, '2', caller.app.id)
      const post = await writePost(services, caller, asked, outer)
      return written(post)
    },
  })
}

function written(post: Post): Answer {
  const data = {
    id: String(post.id),
    text: escapeText(post.content.text),
    edit_history_tweet_ids: versionIdsOf(post),
  }
  return { status: 201, body: JSON.stringify({ data }) }
}
