import { BY_NAME, userLookupSuite } from '../../../../../test/support/v2-lookup/users.ts'

userLookupSuite('2', BY_NAME)
