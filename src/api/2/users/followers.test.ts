import { onBoth } from '../../../../test/support/part.ts'
import { userPageSuite } from '../../../../test/support/v2-lookup/pages.ts'

userPageSuite('followers', onBoth)
