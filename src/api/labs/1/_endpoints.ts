/** The list of Labs v1 endpoints. */
import { labs1Hidden } from './tweets/hidden.ts'
import { labs1PrivateMetrics } from './tweets/metrics/private.ts'
import { labs1Search } from './tweets/search.ts'
import { labs1RuleChange, labs1RuleList } from './tweets/stream/filter/rules.ts'
import { labs1FilterStream } from './tweets/stream/filter.ts'
import { labs1SampleStream } from './tweets/stream/sample.ts'
import { labs1Posts } from './tweets.ts'
import { labs1Users } from './users.ts'

export const LABS_1_ENDPOINTS = [
  labs1RuleList,
  labs1RuleChange,
  labs1FilterStream,
  labs1SampleStream,
  labs1PrivateMetrics,
  labs1Search,
  labs1Posts,
  labs1Hidden,
  labs1Users,
]
