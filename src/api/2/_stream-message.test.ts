import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownPost } from '../../../test/support/posts/arbitraries.ts'
import * as fc from '../../../test/support/properties.ts'
import { DEFAULT_SELECTION, POST } from '../../formats/v2/fields.ts'
import { v2Rendering } from './_stream-message.ts'

test('spec/v2-objects.md#post: a post shows the countries in which its author is withheld, in addition to those of the post', () => {
  const selection = { ...DEFAULT_SELECTION, post: POST.withheld }
  const rendering = v2Rendering({ selection, origin: '', defaultPicture: undefined, now: () => 0 })
  fc.assert(
    fc.property(shownPost, fc.boolean(), ({ post, author }, copyright) => {
      const content = { ...post.content, kept: { withheld_copyright: copyright } }
      const text = rendering.open({
        post: { ...post, repostedId: null, content, withheldInCountries: [] },
        author: { ...author, withheldInCountries: ['DE'] },
        original: undefined,
        quoted: undefined,
        repliedTo: undefined,
        named: new Map(),
      })
      const withheld = { copyright, country_codes: ['DE'], scope: 'user' }
      assert.deepEqual(JSON.parse(`${text}}`).data.withheld, withheld)
    }),
    { numRuns: 20 },
  )
})
