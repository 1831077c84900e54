/**
 * GET trends/place: the 50 most used hashtags of the last 24 hours
 * (spec/v1-streams-and-lists.md#trends-and-places).
 */
import { Type } from 'typebox'
import { optionalId, optionalText } from '../../../http/params.ts'
import { isoSecond } from '../../../lib/time/iso-time.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { WORLD_WOEID } from './_world.ts'

const TREND = Type.Object(
  {
    name: Type.String(),
    url: Type.String({ description: 'A search for the trend.' }),
    promoted_content: Type.Null(),
    query: Type.String({ description: 'The name, encoded for a URL.' }),
    tweet_volume: Type.Integer({ description: 'Posts of the last 24 hours.' }),
  },
  { title: 'Trend' },
)

const TRENDS = Type.Array(
  Type.Object(
    {
      trends: Type.Array(TREND),
      as_of: Type.String(),
      created_at: Type.String(),
      locations: Type.Array(Type.Object({ name: Type.String(), woeid: Type.Integer() })),
    },
    { title: 'TrendsOfPlace' },
  ),
)

export const trendsPlace = v11Endpoint({
  paths: ['/1.1/trends/place.json'],
  summary: 'The 50 most used hashtags of the last 24 hours.',
  window: { user: 75, app: 75 },
  params: {
    id: optionalId('The place; 1 is the world, and the only one.'),
    exclude: optionalText('`hashtags`: leave hashtags out, and so all trends.'),
  },
  errors: ['parameterMissing:id', 'parameterInvalid', 'pageDoesNotExist'],
  answers: [{ schema: TRENDS }],
  async handle({ params: { id, exclude }, services }) {
    if (id === undefined) throw new V11Error('parameterMissing', 'id')
    if (id !== WORLD_WOEID) throw new V11Error('pageDoesNotExist')
    const { asOf, trends } = await services.trends.current()
    const shown = exclude === 'hashtags' ? [] : trends
    const time = isoSecond(asOf).replace('.000Z', 'Z')
    const body = {
      trends: shown.map(({ name, posts }) => ({
        name,
        url: `http://twitter.com/search?q=${encodeURIComponent(name)}`,
        promoted_content: null,
        query: encodeURIComponent(name),
        tweet_volume: posts,
      })),
      as_of: time,
      created_at: time,
      locations: [{ name: 'Worldwide', woeid: Number(WORLD_WOEID) }],
    }
    return { status: 200, body: JSON.stringify([body]) }
  },
})
