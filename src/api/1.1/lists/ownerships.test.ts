import { v11ListsSuite } from '../../../../test/support/lists/v11-suites.ts'

v11ListsSuite('ownerships')
