import { enterpriseSuite } from '../../../../test/support/v2-lookup/enterprise.ts'

enterpriseSuite('/communities/search?query=birds')
