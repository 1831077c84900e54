import { enterpriseSuite } from '../../../../../test/support/v2-lookup/enterprise.ts'

enterpriseSuite('/tweets/sample10/stream?partition=1')
