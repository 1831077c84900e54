import { onBoth } from '../../../test/support/part.ts'
import { BY_ID, userLookupSuite } from '../../../test/support/v2-lookup/users.ts'

userLookupSuite('2', BY_ID, onBoth)
