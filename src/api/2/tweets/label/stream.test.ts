import { enterpriseSuite } from '../../../../../test/support/v2-lookup/enterprise.ts'

enterpriseSuite('/tweets/label/stream?partition=1')
