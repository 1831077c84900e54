import { enterpriseSuite } from '../../../../../test/support/v2-lookup/enterprise.ts'

enterpriseSuite('/tweets/compliance/stream?partition=1')
