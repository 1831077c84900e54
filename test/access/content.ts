/** What a good answer shows, worked out from the world alone. answers.ts reads the same out of a real answer. */
import { type Bystanders, type Row, SHARED_WORD, type Way } from './rows.ts'
import { isHidden, type Person, type World } from './world.ts'

/** Somebody, or something that stands between two, as an answer shows it. */
export interface Shown {
  /** The label of a person; of a pair, its relationship as text. */
  readonly what: string
  /** What stands between it and the viewer, in words; undefined where an answer does not tell. */
  readonly marks?: readonly string[] | undefined
}

export interface Asked {
  readonly row: Row
  readonly way: Way
  /** Undefined for an app. */
  readonly viewer: Person | undefined
  readonly target: Person
  readonly bystanders: Bystanders
}

/** Everything that is to be seen, in no order. */
export function contentOf(world: World, asked: Asked): Shown[] {
  const { row, viewer, target } = asked
  switch (row.about) {
    case 'no user':
      return []
    case 'relationship':
    case 'wishes':
      return [{ what: relationship(world, asked) }]
    case 'connections':
      return visible(namedIn(world, asked)).map((person) => connections(world, viewer, person))
    case 'search':
      return people(world, viewer, found(world, asked))
    case 'followers':
      return people(world, viewer, world.from('follows', target))
    case 'friends':
      return people(world, viewer, world.towards('follows', target))
    case 'own blocks':
      return people(world, viewer, viewer === undefined ? [] : world.towards('blocks', viewer))
    case 'own mutes':
      return people(world, viewer, viewer === undefined ? [] : world.towards('mutes', viewer))
    case 'own incoming':
      return people(world, viewer, viewer === undefined ? [] : world.from('asks', viewer))
    case 'own outgoing':
      return people(world, viewer, viewer === undefined ? [] : world.towards('asks', viewer))
    case 'own spurned':
      return people(world, viewer, viewer === undefined ? [] : world.towards('spurns', viewer))
    case 'own account':
      return people(world, viewer, viewer === undefined ? [] : [viewer])
    case 'user':
    case 'users':
      return people(world, viewer, namedIn(world, asked))
    default:
      // What an answer to a change tells of the tie is tested where the change is.
      return visible([target]).map(({ label }) => ({ what: label }))
  }
}

/** Those who are named and exist. */
function namedIn(world: World, { way, target, bystanders }: Asked): Person[] {
  const named = way.beside === 'fan' ? [bystanders.fan, target] : [target]
  return named.filter(({ id }) => world.person(id) !== undefined)
}

function visible(all: readonly Person[]): Person[] {
  return all.filter((person) => !isHidden(person))
}

function people(world: World, viewer: Person | undefined, all: readonly Person[]): Shown[] {
  return visible(all).map((person) => ({ what: person.label, marks: marksOf(world, viewer, person) }))
}

/** As user objects tell it: an app is told nothing, and a user nothing of itself. */
function marksOf(world: World, viewer: Person | undefined, person: Person): readonly string[] {
  if (viewer === undefined) return ['untold']
  if (viewer.id === person.id) return []
  const { following, requested, muting, blocking, blockedBy } = world.between(viewer, person)
  return words({ following, follow_request_sent: requested, muting, blocking, blocked_by: blockedBy })
}

function connections(world: World, viewer: Person | undefined, person: Person): Shown {
  if (viewer === undefined || viewer.id === person.id) return { what: person.label, marks: ['none'] }
  const { following, followedBy, requested, received, blocking, muting } = world.between(viewer, person)
  const marks = words({
    following,
    followed_by: followedBy,
    following_requested: requested,
    following_received: received,
    blocking,
    muting,
  })
  return { what: person.label, marks: marks.length === 0 ? ['none'] : marks }
}

function words(marks: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(marks).filter((name) => marks[name] === true)
}

/** Who blocks the viewer does not want to be found by it. */
function found(world: World, { way, viewer, target }: Asked): Person[] {
  const named =
    way.by === 'screen name' ? world.people.filter(({ id }) => id === target.id) : wordBearers(world)
  return named.filter((person) => viewer === undefined || !world.has('blocks', person, viewer))
}

function wordBearers(world: World): Person[] {
  return world.people.filter(({ name }) => name.startsWith(SHARED_WORD))
}

/**
 * The object of friendships/show: all of it for the source itself; whether the two follow each other for whoever may
 * see a list of either; else nothing.
 */
function relationship(world: World, { way, viewer, target, bystanders: { recluse } }: Asked): string {
  const source = way.beside === 'recluse as source' ? recluse : way.beside === undefined ? viewer : target
  const other = way.beside === 'recluse as target' ? recluse : target
  if (source === undefined) return 'nobody'
  const ties = world.between(source, other)
  const isOwn = viewer?.id === source.id
  const isListed = isOwn || maySeeLists(world, viewer, source) || maySeeLists(world, viewer, other)
  const own = (value: boolean) => (isOwn ? value : null)
  const listed = (value: boolean) => (isListed ? value : null)
  return JSON.stringify({
    source: {
      who: source.label,
      following: listed(ties.following),
      followed_by: listed(ties.followedBy),
      live_following: false,
      following_received: own(ties.received),
      following_requested: own(ties.requested),
      notifications_enabled: own(false),
      can_dm: own(ties.followedBy && !ties.blocking && !ties.blockedBy),
      blocking: own(ties.blocking),
      blocked_by: own(ties.blockedBy),
      muting: own(ties.muting),
      want_retweets: own(ties.wantsRetweets),
      all_replies: own(false),
      marked_spam: own(false),
    },
    target: {
      who: other.label,
      following: listed(ties.followedBy),
      followed_by: listed(ties.following),
      following_received: own(ties.requested),
      following_requested: own(ties.received),
    },
  })
}

function maySeeLists(world: World, viewer: Person | undefined, owner: Person): boolean {
  if (!owner.standing.isProtected) return true
  if (viewer === undefined) return false
  return viewer.id === owner.id || world.has('follows', viewer, owner)
}
