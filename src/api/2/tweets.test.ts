import { onBoth } from '../../../test/support/part.ts'
import { postLookupSuite } from '../../../test/support/v2-lookup/posts.ts'

postLookupSuite('2', onBoth)
