import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operationId } from './operation.ts'
import { templateOf } from './parameters.ts'

describe('ids of operations', () => {
  for (const [method, path, expected] of [
    ['GET', '/1.1/followers/ids.json', 'getV11FollowersIds'],
    ['POST', '/1.1/direct_messages/events/new.json', 'postV11DirectMessagesEventsNew'],
    ['GET', '/labs/2/tweets', 'getLabsV2Tweets'],
    ['GET', '/labs/2/tweets/:id', 'getLabsV2TweetsById'],
    ['PUT', '/2/tweets/:id/hidden', 'putV2TweetsByIdHidden'],
    ['GET', '/', 'getRoot'],
    ['GET', '/docs/scalar.js', 'getDocsScalarJs'],
    ['DELETE', '/1.1/a/:some_id.json', 'deleteV11ABySomeId'],
  ] as const) {
    test(`${method} ${path}`, () => assert.equal(operationId(method, path), expected))
  }
})

describe('templates of paths', () => {
  for (const [path, expected] of [
    ['/docs', '/docs'],
    ['/a/:id', '/a/{id}'],
    ['/a/:id.json', '/a/{id}.json'],
    ['/a/:some_id/b/:other', '/a/{some_id}/b/{other}'],
    ['/a/:id(^\\d+$)', '/a/{id}'],
  ] as const) {
    test(path, () => assert.equal(templateOf(path), expected))
  }
})
