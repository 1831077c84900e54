import { usersOfListSuite } from '../../../../test/support/lists/page-suites.ts'

usersOfListSuite('followers')
