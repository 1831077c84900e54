import { enterpriseSuite } from '../../../../../test/support/v2-lookup/enterprise.ts'

enterpriseSuite('/users/compliance/stream?partition=1')
