import { v11MemberSuite } from '../../../../../test/support/lists/v11-suites.ts'

v11MemberSuite('destroy')
