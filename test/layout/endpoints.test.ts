import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type ApiModule,
  checkEndpointCasts,
  checkErrorTests,
  checkFilePaths,
  checkLists,
  filePathOf,
} from './endpoints.ts'
import { parseSources } from './source.ts'

function endpoint(...paths: string[]) {
  return { method: 'GET', paths, errors: [{ status: 404, code: 34 }, { status: 409 }] }
}

const IDS = endpoint('/1.1/followers/ids.json')

function module(path: string, ...exported: unknown[]): ApiModule {
  return { path, exports: Object.fromEntries(exported.map((value, index) => [`export${index}`, value])) }
}

describe('file paths', () => {
  test('the URL without parameters and .json determines the file', () => {
    assert.equal(filePathOf('/1.1/followers/ids.json'), 'src/api/1.1/followers/ids.ts')
    assert.equal(filePathOf('/1.1/statuses/show/:id.json'), 'src/api/1.1/statuses/show.ts')
    assert.equal(filePathOf('/labs/2/tweets/:id'), 'src/api/labs/2/tweets.ts')
    assert.equal(
      filePathOf('/1.1/account_activity/all/:env/webhooks.json'),
      'src/api/1.1/account_activity/all/webhooks.ts',
    )
  })

  test('an endpoint in its file passes', () => {
    assert.deepEqual(checkFilePaths([module('src/api/1.1/followers/ids.ts', IDS, 'else')]), [])
  })

  test('an endpoint in another file is found', () => {
    assert.match(
      checkFilePaths([module('src/api/1.1/ids.ts', IDS)])[0]?.message ?? '',
      /1\.1\/followers\/ids\.ts/,
    )
  })

  test('a file without an endpoint and without an underscore is found', () => {
    assert.equal(checkFilePaths([module('src/api/services.ts', 1)]).length, 1)
    assert.deepEqual(checkFilePaths([module('src/api/_services.ts', 1), module('src/api/_a/b.ts', 1)]), [])
  })

  test('an endpoint in a file with an underscore is found', () => {
    assert.equal(checkFilePaths([module('src/api/1.1/_target.ts', IDS)]).length, 1)
  })
})

describe('casts to endpoints', () => {
  const castsIn = (text: string) =>
    checkEndpointCasts(parseSources({ 'src/api/a.ts': text })).map(({ line }) => line)

  test('a cast to an endpoint is found, however it is written', () => {
    assert.deepEqual(castsIn('export const a = {\n} as unknown as Endpoint<Caller, Services>'), [1])
    assert.deepEqual(castsIn('\nexport const a = make() as readonly Endpoint[]'), [2])
  })

  test('types and other casts pass', () => {
    assert.deepEqual(castsIn('export const a: Endpoint = b as unknown as EndpointCall'), [])
  })
})

describe('lists of endpoints', () => {
  const file = module('src/api/1.1/followers/ids.ts', IDS)

  test('a complete list passes', () => {
    assert.deepEqual(checkLists([file, module('src/api/1.1/_endpoints.ts', [IDS])]), [])
  })

  test('a missing or duplicate endpoint is found', () => {
    assert.equal(checkLists([file, module('src/api/1.1/_endpoints.ts', [])]).length, 1)
    assert.equal(checkLists([file, module('src/api/1.1/_endpoints.ts', [IDS, IDS])]).length, 1)
  })

  test('an entry whose export is not in the folder is found', () => {
    const findings = checkLists([
      file,
      module('src/api/1.1/_endpoints.ts', [IDS]),
      module('src/api/2/_endpoints.ts', [IDS]),
    ])
    assert.deepEqual(
      findings.map(({ path }) => path),
      ['src/api/2/_endpoints.ts'],
    )
  })

  test('an endpoint outside every family is found', () => {
    assert.match(checkLists([file])[0]?.message ?? '', /in no family/)
  })
})

describe('errors in titles of tests', () => {
  const check = (tests: Record<string, string>) =>
    checkErrorTests([module('src/api/1.1/followers/ids.ts', IDS)], parseSources(tests)).map(
      ({ message }) => message,
    )
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
  const BOTH = "test('404/34 unknown user', () => {})\ntest(`409 ${1}`, () => {})"

  test('errors named in titles pass, next to the endpoint or in a suite that runs there', () => {
    assert.deepEqual(check({ 'src/api/1.1/followers/ids.test.ts': BOTH }), [])
    assert.deepEqual(
      check({
        'src/api/1.1/followers/ids.test.ts': "import { suite } from '../../../../test/support/suite.ts'",
        'test/support/suite.ts': `export function suite(t) { t.${BOTH.replace('\n', '\nt.')} }`,
      }),
      [],
    )
  })

  test('an error that no title names is found', () => {
    const [message = '', ...others] = check({
      'src/api/1.1/followers/ids.test.ts': "test('404/345 x', () => {})\ntest('409 x', () => {}) // 404/34",
    })
    assert.match(message, /404\/34/)
    assert.deepEqual(others, [])
  })

  test('an endpoint without a test is found', () => {
    assert.match(check({ 'src/api/1.1/friends/ids.test.ts': BOTH })[0] ?? '', /has no test/)
  })
})
