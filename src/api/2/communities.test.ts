import { enterpriseSuite } from '../../../test/support/v2-lookup/enterprise.ts'

enterpriseSuite('/communities/5')
