import { v11UserSuite } from '../../../../../test/support/lists/v11-suites.ts'

v11UserSuite('members', 'The specified user is not a member of this list.')
