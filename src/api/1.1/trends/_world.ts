/** The only place with trends: the whole world (spec/v1-streams-and-lists.md#trends-and-places). */
import { Type } from 'typebox'

/** The id of the world in Yahoo's "where on earth" numbering. */
export const WORLD_WOEID = 1n

export const LOCATIONS = Type.Array(
  Type.Object(
    {
      name: Type.String(),
      woeid: Type.Integer(),
      country: Type.String(),
      countryCode: Type.Null(),
      parentid: Type.Integer(),
      placeType: Type.Object({ code: Type.Integer(), name: Type.String() }),
      url: Type.String(),
    },
    { title: 'TrendLocation' },
  ),
)

export const LOCATIONS_BODY = JSON.stringify([
  {
    name: 'Worldwide',
    woeid: Number(WORLD_WOEID),
    country: '',
    countryCode: null,
    parentid: 0,
    placeType: { code: 19, name: 'Supername' },
    url: 'http://where.yahooapis.com/v1/place/1',
  },
])
