/**
 * Computes the expected content of successful responses, only from the reference model. answers.ts extracts the
 * actual content.
 */
import { type Bystanders, type Row, SHARED_WORD, type Way } from './rows.ts'
import { isHidden, type Person, type World } from './world.ts'

/** A user or a relationship in a response. */
export interface Shown {
  /** Label of a user, or a relationship as text. */
  readonly what: string
  /** Names of relations between the user and the viewer; undefined if the response does not show relations. */
  readonly marks?: readonly string[] | undefined
}

export interface ContentQuestion {
  readonly row: Row
  readonly way: Way
  /** Undefined for an app. */
  readonly viewer: Person | undefined
  readonly target: Person
  readonly bystanders: Bystanders
}

/** All expected items, unordered. */
export function contentOf(world: World, question: ContentQuestion): Shown[] {
  const { row, viewer, target } = question
  switch (row.about) {
    case 'no user':
      return []
    case 'relationship':
    case 'settings':
      return [{ what: relationship(world, question) }]
    case 'connections':
      return visible(namedIn(world, question)).map((person) => connections(world, viewer, person))
    case 'search':
      return people(world, viewer, found(world, question))
    case 'followers':
      return people(world, viewer, world.from('follows', target))
    case 'friends':
      return people(world, viewer, world.towards('follows', target))
    case 'own blocks':
      return people(world, viewer, viewer === undefined ? [] : world.towards('blocks', viewer))
    case 'own mutes':
      return people(world, viewer, viewer === undefined ? [] : world.towards('mutes', viewer))
    case 'own incoming':
      return people(world, viewer, viewer === undefined ? [] : world.from('requests', viewer))
    case 'own outgoing':
      return people(world, viewer, viewer === undefined ? [] : world.towards('requests', viewer))
    case 'own no-retweets':
      return people(world, viewer, viewer === undefined ? [] : world.towards('hides retweets', viewer))
    case 'own account':
      return people(world, viewer, viewer === undefined ? [] : [viewer])
    case 'user':
    case 'users':
      return people(world, viewer, namedIn(world, question))
    default:
      // Responses to changes are tested with their endpoints.
      return visible([target]).map(({ label }) => ({ what: label }))
  }
}

function namedIn(world: World, { way, target, bystanders }: ContentQuestion): Person[] {
  const named = way.with === 'fan' ? [bystanders.fan, target] : [target]
  return named.filter(({ id }) => world.person(id) !== undefined)
}

function visible(all: readonly Person[]): Person[] {
  return all.filter((person) => !isHidden(person))
}

function people(world: World, viewer: Person | undefined, all: readonly Person[]): Shown[] {
  return visible(all).map((person) => ({ what: person.label, marks: marksOf(world, viewer, person) }))
}

/** Like user objects, the result has no relations for apps, and no relations between a user and itself. */
function marksOf(world: World, viewer: Person | undefined, person: Person): readonly string[] {
  if (viewer === undefined) return ['no marks']
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

/** The viewer does not find users who block the viewer. */
function found(world: World, { way, viewer, target }: ContentQuestion): Person[] {
  const named =
    way.by === 'screen name' ? world.people.filter(({ id }) => id === target.id) : wordBearers(world)
  return named.filter((person) => viewer === undefined || !world.has('blocks', person, viewer))
}

function wordBearers(world: World): Person[] {
  return world.people.filter(({ name }) => name.startsWith(SHARED_WORD))
}

/**
 * The object that friendships/show returns. It is complete if the viewer is the source. Viewers who may see the
 * follow lists of one of the two users get only the follows. For other viewers it is empty.
 */
function relationship(
  world: World,
  { way, viewer, target, bystanders: { recluse } }: ContentQuestion,
): string {
  const source = way.with === 'recluse as source' ? recluse : way.with === undefined ? viewer : target
  const other = way.with === 'recluse as target' ? recluse : target
  if (source === undefined) return 'no source'
  const relations = world.between(source, other)
  const isOwn = viewer?.id === source.id
  const isListed = isOwn || maySeeLists(world, viewer, source) || maySeeLists(world, viewer, other)
  const own = (value: boolean) => (isOwn ? value : null)
  const listed = (value: boolean) => (isListed ? value : null)
  return JSON.stringify({
    source: {
      who: source.label,
      following: listed(relations.following),
      followed_by: listed(relations.followedBy),
      live_following: false,
      following_received: own(relations.received),
      following_requested: own(relations.requested),
      notifications_enabled: own(false),
      can_dm: own(relations.followedBy && !relations.blocking && !relations.blockedBy),
      blocking: own(relations.blocking),
      blocked_by: own(relations.blockedBy),
      muting: own(relations.muting),
      want_retweets: own(relations.wantsRetweets),
      all_replies: own(false),
      marked_spam: own(false),
    },
    target: {
      who: other.label,
      following: listed(relations.followedBy),
      followed_by: listed(relations.following),
      following_received: own(relations.requested),
      following_requested: own(relations.received),
    },
  })
}

function maySeeLists(world: World, viewer: Person | undefined, owner: Person): boolean {
  if (!owner.userState.isProtected) return true
  if (viewer === undefined) return false
  return viewer.id === owner.id || world.has('follows', viewer, owner)
}
