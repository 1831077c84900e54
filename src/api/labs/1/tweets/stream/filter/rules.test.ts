import { ruleSuite, ruleWindowTest } from '../../../../../../../test/support/rule-suite.ts'

const PLACE = {
  path: '/labs/1/tweets/stream/filter/rules',
  base: 'https://api.twitter.com/labs/1/problems/',
  most: 10,
  duplicateType: 'invalid-rules',
  countsValid: false,
}

ruleSuite(PLACE)
ruleWindowTest(PLACE)
