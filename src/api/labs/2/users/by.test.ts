import { BY_NAMES, userLookupSuite } from '../../../../../test/support/v2-lookup/users.ts'

userLookupSuite('labs', BY_NAMES)
