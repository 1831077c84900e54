/** GET and POST labs/1/tweets/stream/filter/rules (spec/rules.md#create). */
import { rulesChange, rulesList } from '../../../../../_rules/endpoints.ts'
import { LABS_1_RULES } from '../../../../../_rules/rule-surface.ts'

const PATH = '/labs/1/tweets/stream/filter/rules'

export const labs1RuleList = rulesList(PATH, LABS_1_RULES)

export const labs1RuleChange = rulesChange(PATH, LABS_1_RULES)
