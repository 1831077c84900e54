import { sharedServer } from '../../../../../../test/support/server.ts'
import { outOfLabsTest } from '../../../../../../test/support/streams/out-of-labs.ts'
import { sampleSuite } from '../../../../../../test/support/streams/sample-suite.ts'

const PLACE = {
  path: '/labs/1/tweets/stream/sample',
  rules: '/labs/1/tweets/stream/filter/rules',
  base: 'https://api.twitter.com/labs/1/problems/',
  usage: 'labs-1-stream',
} as const

const shared = sharedServer()

sampleSuite(PLACE, shared)

outOfLabsTest(PLACE.path, { shared })
