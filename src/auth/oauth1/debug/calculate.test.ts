import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseStringByTheRfc, signByTheRfc } from '../../../../test/support/oauth/oauth-reference.ts'
import * as fc from '../../../../test/support/properties.ts'
import { calculate } from './calculate.ts'

test('every step follows RFC 5849, for any parameters', () => {
  const text = fc.string({ maxLength: 8 })
  const pairs = fc.array(fc.tuple(text, text), { maxLength: 4 })
  fc.assert(
    fc.property(pairs, pairs, (query, form) => {
      const url = new URL('https://api.example:443/1.1/a%20b.json')
      for (const [name, value] of query) url.searchParams.append(name, value)
      const request = { method: 'post', url, form, consumerKey: 'k', token: 't', timestamp: 16, nonce: 'n' }
      const secrets = { consumerSecret: 'c s', tokenSecret: 't/s' }
      const { baseString, signature, authorization, parameters, parameterString } = calculate(
        request,
        secrets,
      )
      const expected = baseStringByTheRfc(
        { method: 'POST', scheme: 'https', host: 'api.example', path: '/1.1/a%20b.json' },
        parameters.map(({ name, value }) => [name, value]),
      )
      assert.equal(baseString, expected)
      assert.equal(parameters.length, 6 + query.length + form.length)
      assert.equal(parameterString, parameters.map(({ encoded }) => encoded).join('&'))
      assert.equal(signature, signByTheRfc(expected, 'c s', 't/s'))
      assert.ok(authorization.startsWith('OAuth oauth_consumer_key="k", oauth_nonce="n"'))
      assert.ok(!JSON.stringify({ parameters, authorization, baseString }).includes('t/s'))
    }),
  )
})
