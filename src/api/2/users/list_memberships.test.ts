import { listsOfUserSuite } from '../../../../test/support/lists/page-suites.ts'

listsOfUserSuite('list_memberships')
