/** Schema of a relationship, for the API document; `formats/v1.1/relationship.ts` makes it. */
import { Type } from 'typebox'
import { idTwins, nullable } from '../../../formats/v1.1/scalars.ts'

const flag = Type.Boolean()
const maybe = nullable(Type.Boolean())
const seen = nullable(
  Type.Boolean({ description: 'Null when both are protected and show the caller no lists.' }),
)
const own = nullable(Type.Boolean({ description: 'Null unless the caller is the source.' }))

const ENDS = { following: seen, followed_by: seen }
const REQUESTS = { following_received: maybe, following_requested: maybe }

export const RELATIONSHIP = Type.Object(
  {
    relationship: Type.Object({
      source: Type.Object({
        ...idTwins('id', 'Who asks, or the user who was named as the source.'),
        screen_name: Type.String(),
        ...ENDS,
        live_following: flag,
        ...REQUESTS,
        notifications_enabled: own,
        can_dm: own,
        blocking: own,
        blocked_by: own,
        muting: own,
        want_retweets: own,
        all_replies: own,
        marked_spam: own,
      }),
      target: Type.Object({
        ...idTwins('id', 'The other user.'),
        screen_name: Type.String(),
        ...ENDS,
        ...REQUESTS,
      }),
    }),
  },
  { title: 'Relationship' },
)

export const CONNECTIONS = Type.Array(
  Type.Object({
    name: Type.String(),
    screen_name: Type.String(),
    ...idTwins('id', 'The user.'),
    connections: Type.Array(
      Type.Union(
        [
          'following',
          'followed_by',
          'following_requested',
          'following_received',
          'blocking',
          'muting',
          'none',
        ].map((name) => Type.Literal(name)),
      ),
    ),
  }),
  { title: 'Connections' },
)
