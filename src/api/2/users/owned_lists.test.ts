import { listsOfUserSuite } from '../../../../test/support/lists/page-suites.ts'

listsOfUserSuite('owned_lists')
