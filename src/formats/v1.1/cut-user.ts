/**
 * A user object rendered once for everybody: its text, cut where viewers and requests differ.
 *
 *   …,"url":…│,"entities":{…}│,"protected":…│"status":…│ …   │"profile_image_url":…│ … │"following":…│ …   │"muting":…│}
 *   head      cut out or not  head          put in     head  put in                rest cut out     rest   put in
 *
 * Invariant: put together, it is the text of `userObject` for the same view, byte for byte.
 */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { NO_PROFILE, type Profile } from '../../domain/accounts/profile.ts'
import { v11Date } from './date.ts'
import { appearanceOf, connectionOf, entitiesOf, type UserView } from './user.ts'

export interface CutUser {
  /** To the picture, or to the connection of a user who has a picture of its own. */
  readonly head: string
  /** Where `,"entities":{…}` stands in {@link head}. */
  readonly entities: readonly [from: number, to: number]
  /** Where the latest post stands in {@link head}. */
  readonly status: number
  readonly hasDefaultPicture: boolean
  /** From behind the default picture to the end, as an app sees it. */
  readonly rest: string
  /** Where the connection stands in {@link rest}, which is nobody's. */
  readonly connection: number
  /** The whole as apps are shown it, who ask most; made when one asks again. */
  shown?: ShownUser | 'once'
}

/** A user in UTF-8, with the default picture of one address. */
interface ShownUser {
  readonly picture: string | null
  readonly bytes: Buffer
}

/**
 * Renders and cuts: the text of `userObject`, whose keys and order it repeats, written at once. Most users have
 * chosen no look of their own, and that part of the text is always the same; a look-up of a hundred users that are
 * not in memory is mostly spent here. (docs/performance.md)
 */
export function cutUser(user: FullUser): CutUser {
  const { profile } = user
  const before = selfText(user)
  const entities = hasLinks(profile) ? JSON.stringify(entitiesOf(profile)) : NO_ENTITIES
  const { head, middle, hasDefaultPicture } = hasPlainLooks(profile) ? PLAIN_LOOKS : looksOf(profile)
  const counted = before + ENTITIES + entities + countsText(user)
  return {
    head: counted + head,
    entities: [before.length, before.length + ENTITIES.length + entities.length],
    status: counted.length,
    hasDefaultPicture,
    rest: `${middle}${NO_CONNECTION}${withheldText(user)}}`,
    connection: middle.length,
  }
}

function selfText({ id, name, screenName, profile }: FullUser): string {
  const { location, description, link } = profile
  const digits = String(id)
  return (
    `{"id":${digits},"id_str":"${digits}","name":${JSON.stringify(name)},` +
    `"screen_name":${JSON.stringify(screenName)},"location":${JSON.stringify(location)},` +
    `"description":${JSON.stringify(description)},"url":${link === undefined ? 'null' : JSON.stringify(link.url)}`
  )
}

function countsText(user: FullUser): string {
  const { isProtected, followersCount, friendsCount, createdAt, profile } = user
  return (
    `,"protected":${isProtected},"followers_count":${followersCount},"friends_count":${friendsCount},` +
    `"listed_count":${profile.listedCount},"created_at":"${v11Date(createdAt)}","favourites_count":${user.favouritesCount},` +
    '"utc_offset":null,"time_zone":null,"geo_enabled":false,' +
    `"verified":${profile.isVerified},"statuses_count":${user.statusesCount},"lang":null`
  )
}

function withheldText({ withheldInCountries }: FullUser): string {
  if (withheldInCountries.length === 0) return ',"translator_type":"none"'
  const countries = JSON.stringify(withheldInCountries)
  return `,"translator_type":"none","withheld_in_countries":${countries},"withheld_scope":"user"`
}

function hasLinks({ link, descriptionLinks }: Profile): boolean {
  return link !== undefined || descriptionLinks.length > 0
}

function hasPlainLooks({ imageUrl, bannerUrl, appearance }: Profile): boolean {
  return imageUrl === undefined && bannerUrl === undefined && isEmpty(appearance)
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false
  return true
}

interface Looks {
  /** Up to the default picture. */
  readonly head: string
  /** From there on. */
  readonly middle: string
  readonly hasDefaultPicture: boolean
}

function looksOf(profile: Profile): Looks {
  const text = `,${membersOf(appearanceOf(profile))}`
  // A quote inside a value has a backslash before it, so this is found only where the keys are.
  const picture = text.indexOf(NO_PICTURE)
  if (picture < 0) return { head: text, middle: '', hasDefaultPicture: false }
  const middle = text.slice(picture + NO_PICTURE.length)
  return { head: text.slice(0, picture), middle, hasDefaultPicture: true }
}

/** What is the same for every user of a request. */
type CommonView = Omit<UserView, 'relation' | 'status'>

/**
 * Puts users together again for one request: the same texts as those of `userObject`.
 * @param view what is the same for all of them
 * @returns what takes the latest post as JSON text, where there is one
 */
export function userSplicer({
  includeEntities,
  defaultPicture = null,
}: CommonView): (cut: CutUser, relation: UserView['relation'], status?: string) => string {
  const picture = pictureText(defaultPicture)
  return (cut, relation, status) => {
    const own = headOf(cut, includeEntities, status)
    const shown = cut.hasDefaultPicture ? own + picture : own
    return shown + (relation === null ? cut.rest : restFor(cut, relation))
  }
}

/** As {@link userSplicer}, for answers: what apps are shown is UTF-8 already, and is copied instead of written anew. */
export function userWriter(
  view: CommonView,
): (cut: CutUser, relation: UserView['relation'], status?: string) => string | Buffer {
  const splice = userSplicer(view)
  const { includeEntities, defaultPicture: picture = null } = view
  return (cut, relation, status) => {
    if (relation !== null || !includeEntities || status !== undefined) return splice(cut, relation, status)
    const { shown } = cut
    if (shown === undefined) {
      cut.shown = 'once'
      return splice(cut, relation)
    }
    if (shown !== 'once' && (shown.picture === picture || !cut.hasDefaultPicture)) return shown.bytes
    const bytes = Buffer.from(splice(cut, relation))
    cut.shown = { picture, bytes }
    return bytes
  }
}

function restFor({ rest, connection }: CutUser, relation: UserView['relation']): string {
  const before = rest.slice(0, connection)
  const after = rest.slice(connection + NO_CONNECTION.length, -1)
  return `${before}${connectionText(relation)}${after}${marksText(relation)}}`
}

function headOf({ head, entities, status: at }: CutUser, includeEntities: boolean, status?: string): string {
  if (status === undefined) return includeEntities ? head : without(head, entities)
  const before = includeEntities ? head.slice(0, at) : without(head.slice(0, at), entities)
  return `${before},"status":${status}${head.slice(at)}`
}

function without(head: string, [from, to]: CutUser['entities']): string {
  return head.slice(0, from) + head.slice(to)
}

function pictureText(url: string | null): string {
  const text = JSON.stringify(url)
  return `,"profile_image_url":${text},"profile_image_url_https":${text}`
}

function connectionText(relation: UserView['relation']): string {
  if (relation === null) return NO_CONNECTION
  if (relation === 'self') return OWN_CONNECTION
  const { following, followingRequested, wantsNotifications } = relation
  return `,"following":${following},"follow_request_sent":${followingRequested},"notifications":${wantsNotifications}`
}

function marksText(relation: UserView['relation']): string {
  if (relation === null || relation === 'self') return ''
  const { muting, blocking, blockedBy } = relation
  return `,"live_following":false,"muting":${muting},"blocking":${blocking},"blocked_by":${blockedBy}`
}

/** The members of an object as they stand between its braces. */
function membersOf(object: Record<string, unknown>): string {
  return JSON.stringify(object).slice(1, -1)
}

const ENTITIES = ',"entities":'
const NO_PICTURE = pictureText(null)
const NO_CONNECTION = `,${membersOf(connectionOf(null))}`
const OWN_CONNECTION = `,${membersOf(connectionOf('self'))}`
const NO_ENTITIES = JSON.stringify(entitiesOf(NO_PROFILE))
const PLAIN_LOOKS = looksOf(NO_PROFILE)
