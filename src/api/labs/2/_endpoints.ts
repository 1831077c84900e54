/** The list of Labs v2 endpoints. */
import { labs2OpenApi } from './openapi.ts'
import { labs2RuleBacktest } from './rules/backtest.ts'
import { labs2RuleCompare } from './rules/compare.ts'
import { labs2RuleCounts } from './rules/counts.ts'
import { labs2RuleExplain } from './rules/explain.ts'
import { labs2Hidden } from './tweets/hidden.ts'
import { labs2Search } from './tweets/search.ts'
import { labs2Post, labs2Posts } from './tweets.ts'
import { labs2Usage } from './usage.ts'
import { labs2UserByName } from './users/by/username.ts'
import { labs2UsersByName } from './users/by.ts'
import { labs2User, labs2Users } from './users.ts'

export const LABS_2_ENDPOINTS = [
  labs2OpenApi,
  labs2RuleBacktest,
  labs2RuleCompare,
  labs2RuleCounts,
  labs2RuleExplain,
  labs2Usage,
  labs2Search,
  labs2Posts,
  labs2Post,
  labs2Hidden,
  labs2Users,
  labs2User,
  labs2UsersByName,
  labs2UserByName,
]
