import { BY_NAMES, userLookupSuite } from '../../../../test/support/v2-lookup/users.ts'

userLookupSuite('2', BY_NAMES)
