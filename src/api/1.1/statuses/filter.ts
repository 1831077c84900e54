/**
 * GET and POST statuses/filter: posts that match a filter, as they are posted
 * (spec/v1-streams-and-lists.md#filter-and-sample).
 */
import { statusStream } from './_stream.ts'
import { FILTER_PARAMS, filterIn } from './_stream-params.ts'

export const statusesFilter = filterBy('GET')

/** The same stream by POST, for filters that are too long for a URL. */
export const statusesFilterByPost = filterBy('POST')

function filterBy(method: 'GET' | 'POST') {
  return statusStream({
    method,
    path: '/1.1/statuses/filter.json',
    summary:
      'Posts that match a filter, as they are posted. A newer connection of the user and app ends an older connection.',
    params: FILTER_PARAMS,
    errors: ['streamFilterMissing', 'streamFilterInvalid', 'streamFilterTooLarge'],
    filter: filterIn,
  })
}
