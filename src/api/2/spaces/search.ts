/** GET 2/spaces/search: Spaces by words in their titles (spec/v2.md#spaces-and-trends). */
import { Type } from 'typebox'
import { spacePage, textParam } from '../../_v2/spaces.ts'
import { valueText } from '../../_v2/validation-errors.ts'

const MAX_QUERY_LENGTH = 2_048
const MAX_PAGE_SIZE = 100
const STATES = ['live', 'scheduled', 'all'] as const

export const v2SpaceSearch = spacePage({
  path: '/2/spaces/search',
  summary: 'Spaces by words of their titles; none exists.',
  params: {
    query: textParam(Type.String({ maxLength: MAX_QUERY_LENGTH, description: 'Words of the title.' })),
    state: textParam(
      Type.Optional(
        Type.Union(
          STATES.map((state) => Type.Literal(state)),
          { default: 'all' },
        ),
      ),
    ),
    max_results: textParam(
      Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: MAX_PAGE_SIZE })),
    ),
  },
  read(errors) {
    const query = errors.text('query')
    if (query === undefined) errors.add('query', 'Request parameter `query` can not be empty')
    else if ([...query].length > MAX_QUERY_LENGTH) {
      errors.add('query', `${valueText('query', query)} has more than ${MAX_QUERY_LENGTH} characters`)
    }
    errors.choices('state', STATES)
    errors.integer('max_results', 1, MAX_PAGE_SIZE, MAX_PAGE_SIZE)
  },
})
