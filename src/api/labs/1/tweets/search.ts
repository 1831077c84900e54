/** GET labs/1/tweets/search: posts of the last seven days (spec/retired-endpoints.md#labs-v1-calls). */
import { searchCall } from '../../../_search/search-endpoint.ts'
import { LABS_1_WORDS, objectParams, readObjectParams } from '../_object-params.ts'
import { LABS_1_SCHEMAS } from '../_schemas.ts'
import { labs1View } from '../_view.ts'

export const labs1Search = searchCall({
  generation: 'labs',
  reach: 'recent',
  path: '/labs/1/tweets/search',
  objects: {
    params: objectParams('posts'),
    schema: LABS_1_SCHEMAS.searchPage,
    words: LABS_1_WORDS,
    read(errors, day) {
      const choice = readObjectParams(errors, 'posts', day)
      return (caller, outer) => labs1View(caller, choice, outer)
    },
  },
})
