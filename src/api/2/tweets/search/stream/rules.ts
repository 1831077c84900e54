/** GET and POST 2/tweets/search/stream/rules (spec/labs-lookup.md#early-access). */
import { rulesChange, rulesList } from '../../../../_rules/endpoints.ts'
import { V2_RULES } from '../../../../_rules/rule-surface.ts'

const PATH = '/2/tweets/search/stream/rules'

export const v2RuleList = rulesList(PATH, V2_RULES)

export const v2RuleChange = rulesChange(PATH, V2_RULES)
