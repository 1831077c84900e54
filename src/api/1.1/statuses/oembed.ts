/** GET statuses/oembed: a post as other pages embed it (spec/posts.md#embedding). */
import { Type } from 'typebox'
import { postIdOf } from '../../../domain/posts/text/permalink.ts'
import { EMBED_FIELDS, EMBED_WIDTH, type EmbedView } from '../../../formats/v1.1/oembed.ts'
import { boolean, optionalId, optionalText } from '../../../http/params.ts'
import { readPostGraph } from '../../../views/post-graph.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { requireVisiblePost, UNSEEN_BY_ALL_ERRORS } from '../_unseen.ts'

const EMBED = Type.Object(EMBED_FIELDS.schema(), { title: 'Embed' })

/** Minimum width in pixels. */
const NARROWEST = 220

export const statusesOembed = v11Endpoint({
  paths: ['/1.1/statuses/oembed.json'],
  summary: 'A public post, as HTML for other pages.',
  window: { user: 180, app: 180 },
  params: {
    url: optionalText('URL of the post.'),
    id: optionalId('Id of the post, in place of its address.'),
    maxwidth: optionalText('Pixels, 220 to 550.'),
    align: optionalText('`left`, `right` or `center`.'),
    hide_media: boolean({ default: false, description: 'Omit media.' }),
    hide_thread: boolean({ default: false, description: 'Omit the post that this post replies to.' }),
  },
  errors: ['urlMissing', 'parameterInvalid', ...UNSEEN_BY_ALL_ERRORS],
  answers: [{ schema: EMBED }],
  async handle({ params, services, outer }) {
    const id = params.id ?? postIdOf(params.url ?? '', outer.host === '' ? [] : [outer.host])
    if (id === undefined) throw new V11Error('urlMissing')
    // The post is read without a viewer, because the embedding page shows it to all readers.
    const graph = await readPostGraph(services, { userId: null }, [id])
    const seen = requireVisiblePost(graph, id)
    const { repostedId } = seen.cached.entity
    const original = repostedId === null ? seen : graph.original(repostedId)
    if (typeof original === 'string') throw new V11Error('postNotFound')
    const { cached, author } = original
    const input = { post: cached.entity, author: author.entity, view: embedViewOf(params) }
    const embed = EMBED_FIELDS.object(input, outer.apiDate)
    return { status: 200, body: JSON.stringify(embed) }
  },
})

function embedViewOf(params: {
  readonly maxwidth: string | undefined
  readonly align: string | undefined
  readonly hide_media: boolean
  readonly hide_thread: boolean
}): EmbedView {
  const { maxwidth = '', align } = params
  const width = /^\d{1,6}$/.test(maxwidth) ? Number(maxwidth) : EMBED_WIDTH
  return {
    width: Math.min(EMBED_WIDTH, Math.max(NARROWEST, width)),
    align: align === 'left' || align === 'right' || align === 'center' ? align : undefined,
    hidesMedia: params.hide_media,
    hidesThread: params.hide_thread,
  }
}
