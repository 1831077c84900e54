import { v11UsersSuite } from '../../../../test/support/lists/v11-suites.ts'

v11UsersSuite('subscribers')
