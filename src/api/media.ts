/** GET media: the media of posts, for every client that has the URL (spec/posts.md#media-entity). */
import { fileOfPost, parseFileName } from '../domain/media/find-file.ts'
import { EdgeError } from '../http/endpoint.ts'
import { optionalText } from '../http/params.ts'
import { imageEndpoint } from './_images/family.ts'
import { fileAnswer } from './_media-file.ts'

/** Caches may keep a file only for an hour, so that deleted files also disappear from caches. */
const CACHE_CONTROL = 'public, max-age=3600'

export const media = imageEndpoint({
  paths: ['/media/:file'],
  summary: 'A picture or video of a post; sizes: `thumb`, `small`, `medium` and `large`.',
  params: {
    file: optionalText('Name of the file, optionally with a size after a colon, such as `:small`.'),
    name: optionalText('Size of a picture; default: `medium`.'),
  },
  answers: [
    { type: 'image/*', description: 'The file.' },
    { status: 206, type: 'video/*', description: 'The part of the file in the header `range`.' },
    { status: 304, description: 'The file is unchanged, according to the header `if-none-match`.' },
  ],
  async handle({ params: { file = '', name }, services, header }) {
    const asked = parseFileName(file, name)
    const found = asked === undefined ? undefined : await fileOfPost(services.store, asked)
    const bytes = { range: header('range'), known: header('if-none-match'), cacheControl: CACHE_CONTROL }
    const answer = found === undefined ? undefined : await fileAnswer(services.media.blobs, found, bytes)
    if (answer === undefined) throw new EdgeError('unknown-path', 'there is no such medium')
    return answer
  },
})
