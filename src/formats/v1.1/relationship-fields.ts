/** Declares the fields of relationships (spec/relations.md#relationship), in the order of recorded responses. */
import { Type } from 'typebox'
import type { UserFacts } from '../../domain/accounts/user.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import { jsonNumber } from '../../lib/json.ts'
import { type ObjectField, ObjectTable } from '../fields/object-table.ts'
import { idTwins, nullable } from './scalars.ts'

export interface Pair {
  readonly source: UserFacts
  readonly target: UserFacts
  /** The relation of the source user to the target user. */
  readonly relation: Relation
}

/**
 * The part of the relation that the viewer may see. The source user sees everything (`source`). A viewer who may read
 * the follower lists of one of the two users sees whether the two users follow each other (`lists`). Any other viewer
 * sees nothing (`nothing`).
 */
export type RelationshipView = 'source' | 'lists' | 'nothing'

interface PairInput extends Pair {
  readonly view: RelationshipView
}

const TEXT = Type.String()
const FLAG = Type.Boolean()
const MAYBE = nullable(Type.Boolean())
const SEEN = nullable(
  Type.Boolean({ description: 'Null when both users are protected and the caller may not see their lists.' }),
)
const OWN = nullable(Type.Boolean({ description: 'Null unless the caller is the source.' }))

function identity<Input>(
  userOf: (input: Input) => UserFacts,
  description: string,
): readonly ObjectField<Input>[] {
  const { id, id_str } = idTwins('id', description)
  return [
    { name: 'id', schema: id, value: (input) => jsonNumber(userOf(input).id) },
    { name: 'id_str', schema: id_str, value: (input) => String(userOf(input).id) },
    { name: 'screen_name', schema: TEXT, value: (input) => userOf(input).screenName },
  ]
}

/** A field whose value a viewer can also find in the follower lists of either user. */
function listed(name: string, flagIn: (relation: Relation) => boolean): ObjectField<PairInput> {
  const value = ({ view, relation }: PairInput) => (view === 'nothing' ? null : flagIn(relation))
  return { name, schema: SEEN, value }
}

/** A field that only the source user may see. */
function own(name: string, flagIn: (relation: Relation) => boolean, schema = OWN): ObjectField<PairInput> {
  return { name, schema, value: ({ view, relation }) => (view === 'source' ? flagIn(relation) : null) }
}

const SOURCE_FIELDS = new ObjectTable<PairInput>([
  ...identity<PairInput>(({ source }) => source, 'The caller, or the user who was named as the source.'),
  listed('following', ({ following }) => following),
  listed('followed_by', ({ followedBy }) => followedBy),
  { name: 'live_following', schema: FLAG, value: () => false },
  own('following_received', ({ followingReceived }) => followingReceived, MAYBE),
  own('following_requested', ({ followingRequested }) => followingRequested, MAYBE),
  own('notifications_enabled', ({ wantsNotifications }) => wantsNotifications),
  own('can_dm', ({ followedBy, blocking, blockedBy }) => followedBy && !blocking && !blockedBy),
  own('blocking', ({ blocking }) => blocking),
  own('blocked_by', ({ blockedBy }) => blockedBy),
  own('muting', ({ muting }) => muting),
  own('want_retweets', ({ wantsRetweets }) => wantsRetweets),
  own('all_replies', () => false),
  own('marked_spam', () => false),
])

const TARGET_FIELDS = new ObjectTable<PairInput>([
  ...identity<PairInput>(({ target }) => target, 'The other user.'),
  listed('following', ({ followedBy }) => followedBy),
  listed('followed_by', ({ following }) => following),
  own('following_received', ({ followingRequested }) => followingRequested, MAYBE),
  own('following_requested', ({ followingReceived }) => followingReceived, MAYBE),
])

/** The field `relationship`. */
export const RELATIONSHIP_FIELDS = new ObjectTable<PairInput>([
  {
    name: 'source',
    schema: Type.Object(SOURCE_FIELDS.schema()),
    value: (input) => SOURCE_FIELDS.object(input),
  },
  {
    name: 'target',
    schema: Type.Object(TARGET_FIELDS.schema()),
    value: (input) => TARGET_FIELDS.object(input),
  },
])

/** The connections of the viewer to a user, in the order of the specification. */
const CONNECTIONS: Readonly<Record<string, (relation: Relation) => boolean>> = {
  following: ({ following }) => following,
  followed_by: ({ followedBy }) => followedBy,
  following_requested: ({ followingRequested }) => followingRequested,
  following_received: ({ followingReceived }) => followingReceived,
  blocking: ({ blocking }) => blocking,
  muting: ({ muting }) => muting,
}

interface ConnectedUser {
  readonly user: UserFacts
  /** The relation of the viewer to the user. */
  readonly relation: Relation
}

function connectionsOf({ relation }: ConnectedUser): readonly string[] {
  const names = Object.entries(CONNECTIONS).flatMap(([name, isSo]) => (isSo(relation) ? [name] : []))
  return names.length === 0 ? ['none'] : names
}

const { id: ID, id_str: ID_TEXT } = idTwins('id', 'The user.')

/** A user with the viewer's connections to that user. */
export const CONNECTION_FIELDS = new ObjectTable<ConnectedUser>([
  { name: 'name', schema: TEXT, value: ({ user }) => user.name },
  { name: 'screen_name', schema: TEXT, value: ({ user }) => user.screenName },
  { name: 'id', schema: ID, value: ({ user }) => jsonNumber(user.id) },
  { name: 'id_str', schema: ID_TEXT, value: ({ user }) => String(user.id) },
  {
    name: 'connections',
    schema: Type.Array(Type.Union([...Object.keys(CONNECTIONS), 'none'].map((name) => Type.Literal(name)))),
    value: connectionsOf,
  },
])
