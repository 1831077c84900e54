import { enterpriseSuite } from '../../../../../test/support/v2-lookup/enterprise.ts'

enterpriseSuite('/likes/firehose/stream?partition=1')
