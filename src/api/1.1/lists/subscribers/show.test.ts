import { v11UserSuite } from '../../../../../test/support/lists/v11-suites.ts'

v11UserSuite('subscribers', 'The specified user is not a subscriber of this list.')
