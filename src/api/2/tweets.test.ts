import { onBoth } from '../../../test/support/part.ts'
import { cappedReadTest } from '../../../test/support/v2-lookup/capped-reads.ts'
import { postLookupSuite } from '../../../test/support/v2-lookup/posts.ts'

postLookupSuite('2', onBoth)

for (const path of ['/tweets?ids=', '/tweets/']) {
  cappedReadTest(async (stage) => {
    const { id } = await stage.user()
    return { path: `${path}${await stage.post(id, 'one')}` }
  })
}
