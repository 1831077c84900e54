import { postLookupSuite } from '../../../test/support/v2-lookup/posts.ts'

postLookupSuite('2')
