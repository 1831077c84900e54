/** Parses the JSON of a message that a caller sends (spec/direct-messages.md#send). */
import { Refusal } from '../../domain/context.ts'
import type { Location, QuickReplyOption, QuickReplyResponse } from '../../domain/messages/content.ts'
import type { Draft } from '../../domain/messages/draft.ts'
import { V11Error } from './_errors.ts'
import type { JsonPart } from './_json-body.ts'

/** Parses a message. @param data the part `message_data` @throws {V11Error} 3, 38, 214 */
export function draftIn(data: JsonPart): Draft {
  data.require()
  return {
    text: data.at('text').optionalText(),
    options: optionsIn(data.at('quick_reply')),
    response: responseIn(data.at('quick_reply_response')),
    ctas: ctasIn(data.at('ctas')),
    ...attachmentIn(data.at('attachment')),
  }
}

function optionsIn(reply: JsonPart): readonly QuickReplyOption[] | undefined {
  if (!reply.isThere) return undefined
  reply.at('type').oneOf('options')
  return reply
    .at('options')
    .items()
    .map((option) => {
      const label = option.at('label').text()
      const description = option.at('description').optionalText()
      const metadata = option.at('metadata').optionalText()
      return {
        label,
        ...(description === undefined ? {} : { description }),
        ...(metadata === undefined ? {} : { metadata }),
      }
    })
}

function responseIn(response: JsonPart): QuickReplyResponse | undefined {
  if (!response.isThere) return undefined
  const type = response.at('type').oneOf('options')
  const metadata = response.at('metadata').optionalText()
  return { type, ...(metadata === undefined ? {} : { metadata }) }
}

function ctasIn(ctas: JsonPart): Draft['ctas'] {
  if (!ctas.isThere) return undefined
  return ctas.items().map((cta) => {
    cta.at('type').oneOf('web_url')
    return { label: cta.at('label').text(), url: cta.at('url').text() }
  })
}

function attachmentIn(attachment: JsonPart): Pick<Draft, 'mediaId' | 'location'> {
  if (!attachment.isThere) return {}
  const [media, location] = [attachment.at('media'), attachment.at('location')]
  const type = attachment.at('type').oneOf('media', 'location')
  if (media.isThere && location.isThere) throw attachment.wrong('must be media or a location, not both')
  if (type === 'media') return { mediaId: media.require().at('id').id() }
  return { location: locationIn(location.require()) }
}

function locationIn(location: JsonPart): Location {
  const type = location.at('type').oneOf('shared_coordinate', 'shared_place')
  const part = location.at(type).require()
  if (type === 'shared_place') {
    return { type, shared_place: { place: { id: placeIn(part.at('place').require().at('id')) } } }
  }
  const coordinates = part.at('coordinates').require()
  coordinates.at('type').oneOf('Point')
  return { type, shared_coordinate: { coordinates: { type: 'Point', coordinates: pointIn(coordinates) } } }
}

function placeIn(id: JsonPart): string {
  const text = id.text()
  if (!/^[0-9A-Za-z_:-]{1,64}$/.test(text)) throw id.wrong('must be the id of a place')
  return text
}

function pointIn(coordinates: JsonPart): readonly [number, number] {
  const [longitude, latitude, ...more] = coordinates
    .at('coordinates')
    .items()
    .map((item) => item.number())
  const isPlace =
    longitude !== undefined &&
    latitude !== undefined &&
    more.length === 0 &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90
  if (!isPlace) throw new V11Error('coordinatesInvalid')
  return [longitude, latitude]
}

/**
 * Returns a handler that rethrows refusals of a draft with the path of the field in the body.
 * @param path the path of `message_data`
 */
export function draftRefused(path: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Refusal) {
      if (error.reason === 'message-empty') throw new V11Error('parameterMissing', `${path}.text`)
      if (error.reason === 'message-invalid') {
        throw new V11Error('bodyInvalid', path.replace(siblingOf(error.message), error.message))
      }
      if (error.reason === 'user-not-found') throw new V11Error('specifiedUserUnknown')
    }
    throw error
  }
}

/**
 * Matches the end of the path of `message_data`. The message of a refusal begins with the path of the refused field,
 * and replaces this end.
 */
function siblingOf(message: string): RegExp {
  return message.startsWith('initiated_via') ? /message_create\.message_data$/ : /message_data$/
}
