import { hiddenSuite } from '../../../../test/support/v2-lookup/hidden.ts'

hiddenSuite('2')
