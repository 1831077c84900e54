/** The list of Labs v1 endpoints. */
import { labs1PrivateMetrics } from './tweets/metrics/private.ts'
import { labs1RuleChange, labs1RuleList } from './tweets/stream/filter/rules.ts'
import { labs1FilterStream } from './tweets/stream/filter.ts'
import { labs1SampleStream } from './tweets/stream/sample.ts'

export const LABS_1_ENDPOINTS = [
  labs1RuleList,
  labs1RuleChange,
  labs1FilterStream,
  labs1SampleStream,
  labs1PrivateMetrics,
]
