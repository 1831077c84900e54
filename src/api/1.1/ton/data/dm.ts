/**
 * GET ton/data/dm: files of messages, for each participant until this participant deletes the message
 * (spec/media.md#media-of-messages).
 */
import { fileOfMessage, parseFileName } from '../../../../domain/media/find-file.ts'
import { optionalText } from '../../../../http/params.ts'
import { fileAnswer } from '../../../_media-file.ts'
import { V11Error } from '../../_errors.ts'
import { v11Endpoint } from '../../_family.ts'
import { idIn } from '../../_id.ts'

export const tonDataDm = v11Endpoint({
  paths: ['/1.1/ton/data/dm/:event_id/:media_id/:file'],
  summary: 'Media of a direct message, for its participants.',
  auth: ['user'],
  isAboutMessages: true,
  window: undefined,
  params: {
    event_id: optionalText('The message.'),
    media_id: optionalText('Its medium.'),
    file: optionalText('Name of the file, optionally with a size after a colon, such as `:large`.'),
    name: optionalText('Size of a picture; default: `medium`.'),
  },
  errors: ['pageDoesNotExist'],
  answers: [
    { type: 'image/*', description: 'The file.' },
    { status: 206, type: 'video/*', description: 'The part of the file in the header `range`.' },
    { status: 304, description: 'The file is unchanged, according to the header `if-none-match`.' },
  ],
  async handle({ params, caller, services, header }) {
    const { event_id = '', media_id = '', file = '', name } = params
    const [messageId, mediaId] = [idIn(event_id), idIn(media_id)]
    const asked = parseFileName(file, name)
    if (asked === undefined || messageId === undefined || mediaId === undefined) {
      throw new V11Error('pageDoesNotExist')
    }
    const message = { viewerId: caller.user.id, messageId, mediaId }
    const found = await fileOfMessage(services.store, message, asked)
    const bytes = { range: header('range'), known: header('if-none-match'), cacheControl: 'private' }
    const answer = found === undefined ? undefined : await fileAnswer(services.media.blobs, found, bytes)
    if (answer === undefined) throw new V11Error('pageDoesNotExist')
    return answer
  },
})
