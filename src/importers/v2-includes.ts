/** What an answer of v2 has beside its posts: users, media, places and polls, by what posts name them by. */
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import type { Place, Poll, PostMedia } from '../domain/posts/content.ts'
import { readIsoTime } from '../lib/iso-time.ts'
import { countIn, type Fields, idIn, keptOf, Misfit, objectIn, objectsIn, textIn } from './json-fields.ts'
import { v2UserIn } from './v2-user.ts'

export class V2Includes {
  readonly #users = new Map<string, Fields>()
  readonly #names = new Map<string, Fields>()
  readonly #media: ReadonlyMap<string, Fields>
  readonly #places: ReadonlyMap<string, Fields>
  readonly #polls: ReadonlyMap<string, Fields>

  /** @throws {Misfit} */
  constructor(includes: Fields) {
    for (const user of objectsIn(includes, 'users')) this.addUser(user)
    this.#media = by(objectsIn(includes, 'media'), 'media_key')
    this.#places = by(objectsIn(includes, 'places'), 'id')
    this.#polls = by(objectsIn(includes, 'polls'), 'id')
  }

  addUser(user: Fields): void {
    const { id, username } = user
    if (typeof id === 'string') this.#users.set(id, user)
    if (typeof username === 'string') this.#names.set(username.toLowerCase(), user)
  }

  /** What is told of the user; undefined when it is nothing, or nothing whole. */
  user(id: bigint): ImportedUser | undefined {
    const user = this.#users.get(String(id))
    return user === undefined ? undefined : v2UserIn(user)
  }

  /** The id and name of the user of a screen name, in any case. */
  named(screenName: string): { readonly id: bigint; readonly name: string } | undefined {
    const user = this.#names.get(screenName.toLowerCase())
    const id = user === undefined ? undefined : idIn(user, 'id')
    return user === undefined || id === undefined
      ? undefined
      : { id, name: textIn(user, 'name') ?? screenName }
  }

  screenName(id: bigint | null): string | undefined {
    const user = id === null ? undefined : this.#users.get(String(id))
    return user === undefined ? undefined : textIn(user, 'username')
  }

  medium(key: string): Fields | undefined {
    return this.#media.get(key)
  }

  place(id: string): Place | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : v2Place(place)
  }

  poll(id: string): Poll | undefined {
    const poll = this.#polls.get(id)
    return poll === undefined ? undefined : v2Poll(poll)
  }
}

function by(objects: readonly Fields[], name: string): ReadonlyMap<string, Fields> {
  return new Map(objects.map((object) => [textIn(object, name) ?? '', object]))
}

/** A place of v2 in the form of v1.1. @throws {Misfit} */
export function v2Place(place: Fields): Place {
  const geo = objectIn(place, 'geo')
  const box = geo?.['bbox']
  return {
    id: textIn(place, 'id') ?? '',
    place_type: textIn(place, 'place_type') ?? '',
    name: textIn(place, 'name') ?? '',
    full_name: textIn(place, 'full_name') ?? '',
    country_code: textIn(place, 'country_code') ?? '',
    country: textIn(place, 'country') ?? '',
    contained_within: keptOf(place['contained_within'] ?? [], 'contained_within') as unknown[],
    ...(box === undefined ? {} : { bounding_box: { type: 'Polygon', coordinates: [cornersOf(box)] } }),
    attributes: {},
  }
}

function cornersOf(box: unknown): number[][] {
  const isBox = Array.isArray(box) && box.length === 4 && box.every((side) => typeof side === 'number')
  if (!isBox) throw new Misfit('the bbox of a place is no list of four numbers')
  const [west = 0, south = 0, east = 0, north = 0] = box as number[]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}

function v2Poll(poll: Fields): Poll {
  const id = idIn(poll, 'id')
  if (id === undefined) throw new Misfit('a poll has no id')
  const minutes = countIn(poll, 'duration_minutes')
  const endAt = readIsoTime(textIn(poll, 'end_datetime') ?? '')
  const status = textIn(poll, 'voting_status')
  return {
    id: String(id),
    options: objectsIn(poll, 'options').map((option, index) => ({
      position: countIn(option, 'position') ?? index + 1,
      label: textIn(option, 'label') ?? '',
      votes: countIn(option, 'votes') ?? 0,
    })),
    ...(minutes === undefined ? {} : { duration_minutes: minutes }),
    ...(endAt === undefined ? {} : { end_at: endAt }),
    ...(status === 'open' || status === 'closed' ? { voting_status: status } : {}),
  }
}

const MEDIA_FIELDS = new Set([
  ...[
    'media_key',
    'type',
    'url',
    'preview_image_url',
    'width',
    'height',
    'alt_text',
    'duration_ms',
    'variants',
  ],
  'public_metrics',
])

/**
 * A medium of v2 in the form of v1.1.
 * @param link how it stands in the text
 * @throws {Misfit}
 */
export function v2Medium(
  medium: Fields,
  link: Pick<PostMedia, 'indices' | 'url' | 'display_url' | 'expanded_url'>,
): PostMedia {
  const id = /^\d+_(\d+)$/.exec(textIn(medium, 'media_key') ?? '')?.[1]
  const type = textIn(medium, 'type') ?? 'photo'
  if (id === undefined) throw new Misfit('a medium has no media_key such as "3_123"')
  if (type !== 'photo' && type !== 'video' && type !== 'animated_gif') {
    throw new Misfit(`a medium is of an unknown type, ${JSON.stringify(type.slice(0, 30))}`)
  }
  const [w, h] = [countIn(medium, 'width'), countIn(medium, 'height')]
  const altText = textIn(medium, 'alt_text')
  const views = countIn(objectIn(medium, 'public_metrics') ?? {}, 'view_count')
  const kept: Record<string, unknown> = {}
  for (const name in medium) if (!MEDIA_FIELDS.has(name)) kept[name] = keptOf(medium[name], name)
  return {
    id_str: id,
    type,
    ...link,
    media_url_https: textIn(medium, 'url') ?? textIn(medium, 'preview_image_url') ?? '',
    sizes: w === undefined || h === undefined ? {} : { large: { w, h, resize: 'fit' } },
    ...(altText === undefined ? {} : { ext_alt_text: altText }),
    ...(type === 'photo' ? {} : { video_info: videoInfo(medium, w, h) }),
    ...(views === undefined ? {} : { view_count: views }),
    ...(Object.keys(kept).length === 0 ? {} : { kept }),
  }
}

function videoInfo(medium: Fields, w = 0, h = 0): NonNullable<PostMedia['video_info']> {
  const duration = countIn(medium, 'duration_ms')
  const variants = objectsIn(medium, 'variants').map((variant) => {
    const bitrate = countIn(variant, 'bit_rate')
    return {
      ...(bitrate === undefined ? {} : { bitrate }),
      content_type: textIn(variant, 'content_type') ?? '',
      url: textIn(variant, 'url') ?? '',
    }
  })
  const divisor = greatestDivisor(w, h)
  return {
    ...(divisor === 0 ? {} : { aspect_ratio: [w / divisor, h / divisor] }),
    ...(duration === undefined ? {} : { duration_millis: duration }),
    ...(variants.length === 0 ? {} : { variants }),
  }
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other)
}
