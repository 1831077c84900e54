/** GET and POST statuses/lookup: up to 100 posts at once (spec/posts.md#lookup). */
import type { Answer } from '../../../http/endpoint.ts'
import { boolean, optionalText } from '../../../http/params.ts'
import { readPostGraph } from '../../../views/post-graph.ts'
import { v11Endpoint } from '../_family.ts'
import { requirePostIds } from '../_post-id.ts'
import { PostWriter, postParams, postViewOf } from '../_posts.ts'
import { POST_LOOKUP } from '../_schemas/post.ts'
import { viewerOf } from '../_target.ts'

export const statusesLookup = lookupBy('GET')

/** The same call by POST, for lists that are too long for a URL. */
export const statusesLookupByPost = lookupBy('POST')

function lookupBy(method: 'GET' | 'POST') {
  return v11Endpoint({
    method,
    paths: ['/1.1/statuses/lookup.json'],
    summary: 'Up to 100 posts by ids; posts that do not exist or that the caller may not see are omitted.',
    window: { user: 900, app: 300, countedAs: 'GET' },
    params: {
      id: optionalText('Ids, separated by commas. Invalid ids are ignored.'),
      map: boolean({
        default: false,
        description: 'Return an object with an entry per id: the post, or null.',
      }),
      ...postParams,
    },
    errors: ['parameterMissing:id', 'tooManyTerms'],
    answers: [{ schema: POST_LOOKUP }],
    async handle({ params, caller, services, outer }) {
      const ids = requirePostIds(params.id)
      const graph = await readPostGraph(services, viewerOf(caller), ids)
      const writer = new PostWriter(services, graph, postViewOf(params, outer))
      return params.map ? mapAnswer(ids, writer) : listAnswer(writer.texts(ids))
    },
  })
}

function listAnswer(posts: readonly string[]): Answer {
  return { status: 200, body: undefined, pieces: ['[', posts, ']'] }
}

function mapAnswer(ids: readonly bigint[], writer: PostWriter): Answer {
  const members = ids.map((id) => `"${id}":${writer.text(id) ?? 'null'}`)
  return { status: 200, body: undefined, pieces: ['{"id":{', members, '}}'] }
}
